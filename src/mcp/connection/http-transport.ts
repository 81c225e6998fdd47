import type { FetchLike, Transport } from '@modelcontextprotocol/client';
import type { McpServerSettings } from '../../config/schema.ts';
import { storedSignIn } from '../oauth/stored-sign-in.ts';
import { boundFetch } from './bounded-fetch.ts';
import type { Sdk } from './connect.ts';
import { fetchFor } from './server-fetch.ts';

export interface HttpServer {
  readonly name: string;
  readonly settings: McpServerSettings;
  readonly url: string;
  /** Where sign-ins are kept. */
  readonly folder: string;
  readonly fetch: typeof fetch;
}

/** Streamable HTTP through our own way out, signed in where a sign-in is kept. */
export function httpTransport(sdk: Sdk, server: HttpServer): Transport {
  const { settings, url } = server;
  const authProvider = storedSignIn(server);
  return new sdk.StreamableHTTPClientTransport(new URL(url), {
    fetch: boundFetch(fetchFor(server.fetch as FetchLike, { url, headers: settings.headers })),
    ...(authProvider !== undefined && { authProvider }),
  }) as Transport;
}

import type { FetchLike } from '@modelcontextprotocol/client';
import { AgentError } from '../base/errors.ts';
import type { McpServerSettings } from '../config/schema.ts';
import { boundFetch } from './connection/bounded-fetch.ts';
import { loadSdk } from './connection/connect.ts';
import { fetchFor } from './connection/server-fetch.ts';
import { listenForRedirect } from './oauth/await-redirect.ts';
import { createProvider } from './oauth/provider.ts';
import { openSignInStore } from './oauth/sign-in-store.ts';

export interface Login {
  readonly name: string;
  readonly settings: McpServerSettings;
  /** Where sign-ins are kept. */
  readonly folder: string;
  readonly fetch: typeof fetch;
  /** What the browser shows when it is back. */
  readonly page: string;
  /** Told where a person has to go with a browser. */
  onUrl(url: URL): void;
  /** The address to which the browser was sent back, when a person has to bring it; never when it comes by itself. */
  pasted?(signal: AbortSignal): Promise<string>;
}

/**
 * Signs in to a server and keeps what it gives, for this owner only. Resolves once a sign-in is kept; throws
 * `invalid_input` for a server that has none, and `unauthorized` when it was refused.
 */
export async function logIn(login: Login, signal: AbortSignal): Promise<void> {
  const { name, settings, folder } = login;
  const { url, oauth, headers } = settings;
  if (url === undefined || !oauth.enabled) throw noSignIn(name);
  const sdk = await loadSdk();
  const store = openSignInStore(folder, name, url);
  const preferred = oauth.redirectPort ?? store.read().redirectPort ?? 0;
  const listener = await listenForRedirect(preferred, login.page);
  try {
    const { port: redirectPort } = listener;
    const provider = createProvider({
      settings: oauth,
      store,
      redirectPort,
      onRedirect: login.onUrl,
    });
    const fetchFn = boundFetch(fetchFor(login.fetch as FetchLike, { url, headers }));
    if ((await sdk.auth(provider, { serverUrl: url, fetchFn })) === 'AUTHORIZED') return;
    const back = await whatCameBack(login, listener.next, signal);
    const code = codeIn(back, provider.sentState());
    const iss = back.get('iss');
    const done = await sdk.auth(provider, {
      serverUrl: url,
      fetchFn,
      authorizationCode: code,
      ...(iss !== null && { iss }),
    });
    if (done !== 'AUTHORIZED') throw refused('the server gave no token');
  } finally {
    await listener.close();
  }
}

/** From the browser on this machine, or from the person whose browser is on another. */
async function whatCameBack(
  { pasted }: Login,
  next: (signal: AbortSignal) => Promise<URLSearchParams>,
  signal: AbortSignal,
): Promise<URLSearchParams> {
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const byHand = pasted?.(either).then((text) => parametersIn(text));
  try {
    return await Promise.race([next(either), ...(byHand === undefined ? [] : [byHand])]);
  } finally {
    over.abort('one of them came');
    byHand?.catch(() => undefined);
  }
}

function parametersIn(text: string): URLSearchParams {
  if (!URL.canParse(text.trim())) throw refused('that is not the address of the page');
  return new URL(text.trim()).searchParams;
}

function codeIn(back: URLSearchParams, state: string | undefined): string {
  const code = back.get('code');
  if (back.get('state') !== state) throw refused('the answer belongs to another sign-in');
  if (code === null) throw refused(back.get('error') ?? 'there is no code in it');
  return code;
}

function refused(why: string): AgentError {
  return new AgentError('unauthorized', `The sign-in failed: ${why}.`, {
    messageId: 'mcp.login_failed',
    values: { why },
  });
}

function noSignIn(name: string): AgentError {
  return new AgentError('invalid_input', `${name} has no sign-in.`, {
    messageId: 'mcp.no_login',
    values: { name },
  });
}

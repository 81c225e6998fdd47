import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';
import type { Agent, Dispatcher } from 'undici';
import { AgentError } from '../base/errors.ts';
import { createProxyBypass } from './no-proxy.ts';

export interface EgressOptions {
  /** For every request, or by the scheme of what is asked for. */
  readonly proxy?: string | { readonly http?: string; readonly https?: string } | undefined;
  /** As `NO_PROXY`. */
  readonly noProxy?: string | undefined;
  /** PEM file with certificate authorities that are trusted beside the usual ones. */
  readonly caFile?: string | undefined;
}

/** A backstop only: whoever calls has time-outs of its own, and passes a signal. */
const LONGEST_SILENCE_MS = 15 * 60_000;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * The way out: `fetch` through the proxy, with a private certificate authority, on connections that are kept open.
 * Follows no redirect, which would carry headers with keys to another host, past the proxy that was chosen for the first:
 * the answer with the redirect is handed back. Loads its library and reads the file with the first request. Rejects with `invalid_config` when they cannot be used.
 */
export function createEgressFetch(options: EgressOptions = {}): typeof fetch {
  const bypass = createProxyBypass(options.noProxy ?? '');
  const proxyFor = ({ protocol }: URL): string | undefined => {
    const { proxy } = options;
    if (proxy === undefined || typeof proxy === 'string') return proxy;
    return protocol === 'https:' ? proxy.https : proxy.http;
  };
  let opened: Promise<Exits> | undefined;

  return async (input, init) => {
    opened ??= openExits(options).catch((thrown: unknown) => {
      opened = undefined;
      throw thrown;
    });
    const exits = await opened;
    const request = toRequest(input, init);
    const proxy = bypass(request.url) ? undefined : proxyFor(request.url);
    return exits.fetch(request, proxy);
  };
}

interface EgressRequest {
  readonly url: URL;
  readonly init: RequestInit;
}

interface Exits {
  fetch(request: EgressRequest, proxy: string | undefined): Promise<Response>;
}

async function openExits({ caFile }: EgressOptions): Promise<Exits> {
  const undici = await import('undici');
  const ca = caFile === undefined ? undefined : await readAuthorities(caFile);
  const tls = ca === undefined ? {} : { ca };
  const common = { headersTimeout: LONGEST_SILENCE_MS, bodyTimeout: LONGEST_SILENCE_MS };
  const exits = new Map<string, Dispatcher>();

  function direct(): Agent {
    return new undici.Agent({ ...common, connect: { ...tls, timeout: CONNECT_TIMEOUT_MS } });
  }

  function through(proxy: string): Dispatcher {
    try {
      return new undici.ProxyAgent({ ...common, uri: proxy, requestTls: tls, proxyTls: tls });
    } catch (cause) {
      throw new AgentError('invalid_config', 'The proxy address is not valid.', {
        messageId: 'egress.proxy_invalid',
        cause,
      });
    }
  }

  function exit(proxy: string | undefined): Dispatcher {
    const known = exits.get(proxy ?? DIRECT);
    if (known !== undefined) return known;
    const created = proxy === undefined ? direct() : through(proxy);
    exits.set(proxy ?? DIRECT, created);
    return created;
  }

  return {
    async fetch({ url, init }, proxy) {
      // The library's types and the platform's describe the same standard; its own fetch goes with its dispatchers.
      const call = undici.fetch as unknown as (url: URL, init: object) => Promise<Response>;
      const redirect = init.redirect === 'error' ? 'error' : 'manual';
      return call(url, { ...init, redirect, dispatcher: exit(proxy) });
    },
  };
}

const DIRECT = '';

/** A `Request` of the platform means nothing to the library, so it is taken apart. */
function toRequest(input: Parameters<typeof fetch>[0], init: RequestInit = {}): EgressRequest {
  if (!(input instanceof Request)) return { url: new URL(String(input)), init };
  const { url, method, headers, body, signal, redirect } = input;
  const own = { method, headers, body, signal, redirect, ...(body !== null && { duplex: 'half' }) };
  return { url: new URL(url), init: { ...own, ...init } as RequestInit };
}

async function readAuthorities(path: string): Promise<string[]> {
  const unreadable = (cause?: unknown) =>
    new AgentError('invalid_config', `The certificate file ${path} cannot be used.`, {
      messageId: 'egress.ca_unreadable',
      values: { path },
      cause,
    });
  const pem = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw unreadable(cause);
  });
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) throw unreadable();
  return [...getCACertificates('default'), pem];
}

import { type EgressRequest, type Exits, openExits } from './egress/exits.ts';
import { createProxyBypass } from './no-proxy.ts';

export interface EgressOptions {
  /** For every request, or by the scheme of what is asked for. */
  readonly proxy?: string | { readonly http?: string; readonly https?: string } | undefined;
  /** As `NO_PROXY`. */
  readonly noProxy?: string | undefined;
  /** PEM file with certificate authorities that are trusted beside the usual ones. */
  readonly caFile?: string | undefined;
}

/**
 * The way out to where the owner's configuration points: `fetch` through the proxy, with a private certificate authority,
 * on connections that are kept open. What a model or a page names goes through `createPublicFetch` instead.
 * Follows no redirect, which would carry headers with keys to another host, past the proxy that was chosen for the first:
 * the answer with the redirect is handed back. Loads its library and reads the file with the first request. Rejects with `invalid_config` when they cannot be used.
 */
export function createEgressFetch(options: EgressOptions = {}): typeof fetch {
  const proxyFor = createProxyChoice(options);
  let opened: Promise<Exits> | undefined;

  return async (input, init) => {
    opened ??= openExits(options).catch((thrown: unknown) => {
      opened = undefined;
      throw thrown;
    });
    const exits = await opened;
    const request = toRequest(input, init);
    return exits.fetch(request, proxyFor(request.url));
  };
}

/** The proxy for a URL; undefined where it is reached directly. */
export function createProxyChoice({
  proxy,
  noProxy = '',
}: EgressOptions): (url: URL) => string | undefined {
  const bypass = createProxyBypass(noProxy);
  return (url) => {
    if (bypass(url)) return undefined;
    if (proxy === undefined || typeof proxy === 'string') return proxy;
    return url.protocol === 'https:' ? proxy.https : proxy.http;
  };
}

/** A `Request` of the platform means nothing to the library, so it is taken apart. */
function toRequest(input: Parameters<typeof fetch>[0], init: RequestInit = {}): EgressRequest {
  if (!(input instanceof Request)) return { url: new URL(String(input)), init };
  const { url, method, headers, body, signal, redirect } = input;
  const own = { method, headers, body, signal, redirect, ...(body !== null && { duplex: 'half' }) };
  return { url: new URL(url), init: { ...own, ...init } as RequestInit };
}

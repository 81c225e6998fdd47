import { AgentError } from '../base/errors.ts';
import { createAddressGuard, type Reach, type ResolveName } from './egress/address-guard.ts';
import { type Exits, openExits } from './egress/exits.ts';
import { toNetworkError } from './egress/network-error.ts';
import { createProxyChoice, type EgressOptions } from './egress-client.ts';
import { readBody } from './read-body.ts';

export interface PublicRequest {
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes kept of the body, after decompression; the rest is not read. */
  readonly maxBytes: number;
  /** For everything together: names, redirects, body. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface PublicAnswer {
  /** Where the answer came from, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** Whether there was more than `maxBytes`. */
  readonly truncated: boolean;
  readonly redirects: number;
}

/**
 * GET for addresses that a model, a page or a stranger named. `forbidden` (`private_address`) for whatever leads to this machine,
 * its networks or reserved addresses, by whichever spelling, name or redirect; `invalid_input` for what is no such URL;
 * `unavailable` and `timeout` when it cannot be reached.
 */
export interface PublicFetch {
  (url: string, request: PublicRequest): Promise<PublicAnswer>;
  /** What can be said about a URL before anything is resolved. Throws as above. */
  check(url: string): void;
}

export interface PublicFetchOptions extends EgressOptions {
  /** Addresses that may be reached although they are not public. None by default. */
  readonly allows?: Reach;
  /** The system's resolver by default. */
  readonly resolve?: ResolveName;
}

const MOST_REDIRECTS = 5;

export function createPublicFetch(options: PublicFetchOptions = {}): PublicFetch {
  const guard = createAddressGuard(options);
  const proxyFor = createProxyChoice(options);
  let opened: Promise<Exits> | undefined;

  async function hop(url: URL, { headers = {}, signal }: PublicRequest): Promise<Response> {
    guard.checkUrl(url);
    const proxy = proxyFor(url);
    if (proxy !== undefined) await guard.checkProxied(url);
    opened ??= openExits({ caFile: options.caFile, guard });
    const exits = await opened;
    return exits.fetch({ url, init: { headers, signal } }, proxy);
  }

  async function follow(first: URL, request: PublicRequest): Promise<PublicAnswer> {
    let url = first;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const response = await hop(url, request);
      const next = locationOf(response, url);
      if (next === undefined) {
        const { status, headers } = response;
        const body = await readBody(response, request.maxBytes);
        return { url: url.href, status, headers, ...body, redirects };
      }
      await response.body?.cancel();
      url = next;
    }
    throw new AgentError('unavailable', `The page redirects more than ${MOST_REDIRECTS} times.`);
  }

  async function get(text: string, request: PublicRequest): Promise<PublicAnswer> {
    const url = parseUrl(text);
    const late = AbortSignal.timeout(request.timeoutMs);
    const signal = AbortSignal.any([request.signal, late]);
    try {
      return await follow(url, { ...request, signal });
    } catch (thrown) {
      request.signal.throwIfAborted();
      throw toNetworkError(thrown, { host: url.host, late: late.aborted });
    }
  }

  return Object.assign(get, { check: (url: string) => guard.checkUrl(parseUrl(url)) });
}

function parseUrl(text: string): URL {
  const url = URL.parse(text.trim());
  if (url !== null) return url;
  throw new AgentError('invalid_input', 'This is not a whole URL.', {
    details: { alternative: 'Give it with its scheme, such as https://example.org/page.' },
  });
}

const REDIRECTS = [301, 302, 303, 307, 308];

function locationOf({ status, headers }: Response, from: URL): URL | undefined {
  const location = headers.get('location');
  if (location === null || !REDIRECTS.includes(status)) return undefined;
  const url = URL.parse(location, from.href);
  if (url === null) throw new AgentError('unavailable', 'The page redirects to no valid address.');
  // A fragment stays with the address that a person would see.
  if (url.hash === '') url.hash = from.hash;
  return url;
}

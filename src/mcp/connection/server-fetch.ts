import type { FetchLike } from '@modelcontextprotocol/client';
import { AgentError } from '../../base/errors.ts';
import { isOwnName, literalOf } from '../../security/public-address.ts';

export interface FetchTarget {
  /** The address of the server, as the owner configured it. */
  readonly url: string;
  /** Sent to that origin and to no other: they may be keys. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The way to one server, and for its sign-in to the places that it names. Those are its words: they have to be https,
 * and no address of this machine or its network, unless they are on the server itself.
 */
export function fetchFor(fetch: FetchLike, { url, headers }: FetchTarget): FetchLike {
  const own = new URL(url);
  return async (input, init = {}) => {
    const target = new URL(input);
    if (target.origin !== own.origin) {
      assertPublic(target, own);
      return fetch(target, init);
    }
    const sent = new Headers(init.headers);
    for (const [name, value] of Object.entries(headers)) {
      if (!sent.has(name)) sent.set(name, value);
    }
    return fetch(target, { ...init, headers: sent });
  };
}

function assertPublic({ protocol, hostname, host }: URL, own: URL): void {
  if (hostname === own.hostname) return;
  const isName = literalOf(hostname) === undefined && !isOwnName(hostname);
  if (protocol === 'https:' && isName) return;
  throw new AgentError(
    'forbidden',
    `The server names ${host} for its sign-in: not a public place.`,
  );
}

import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentError } from '../../base/errors.ts';
import { isOwnName, isPublicAddress, literalOf } from '../public-address.ts';
import type { ConnectGuard } from './exits.ts';

export type Reach = (address: string, port: number) => boolean;
export type ResolveName = (host: string) => Promise<readonly LookupAddress[]>;

export interface AddressGuard extends ConnectGuard {
  /** Scheme, user info and spelt addresses. Throws `invalid_input` or `forbidden`. */
  checkUrl(url: URL): void;
  /**
   * Before a proxy is asked: it resolves the name, so names of one's own network are refused, and what our own resolver says
   * of it, where it says anything.
   */
  checkProxied(url: URL): Promise<void>;
}

const resolveBySystem: ResolveName = (host) => systemLookup(host, { all: true });

export function createAddressGuard({
  allows = () => false,
  resolve = resolveBySystem,
}: {
  readonly allows?: Reach | undefined;
  readonly resolve?: ResolveName | undefined;
}): AddressGuard {
  function check(address: string, port: number, host = address): void {
    if (!isPublicAddress(address) && !allows(address, port)) throw notPublic(host);
  }

  function checkLiteral(host: string, port: number): void {
    const literal = literalOf(host);
    if (literal !== undefined) check(literal, port);
  }

  /** All of them must do: a name that also leads inside is not one to trust. */
  async function resolved(host: string, port: number): Promise<readonly LookupAddress[]> {
    const addresses = await resolve(host);
    for (const { address } of addresses) check(address, port, host);
    return addresses;
  }

  return {
    checkLiteral,

    checkUrl(url) {
      const { protocol, username, password } = url;
      if (protocol !== 'http:' && protocol !== 'https:') throw notHttp(protocol);
      if (username !== '' || password !== '') throw withUserInfo();
      checkLiteral(url.hostname, portOf(url));
    },

    async checkProxied(url) {
      const { hostname } = url;
      const port = portOf(url);
      if (literalOf(hostname) !== undefined) return;
      if (isOwnName(hostname)) throw notPublic(hostname);
      const known = await Promise.race([resolve(hostname), unresolved()]).catch(() => []);
      for (const { address } of known) check(address, port, hostname);
    },

    lookupFor(port): LookupFunction {
      return (host, { all, family }, callback) => {
        resolved(host, port).then(
          (addresses) => {
            const fitting = addresses.filter((each) => fits(each, family));
            const [first] = fitting;
            if (first === undefined) callback(notFound(host), '');
            else if (all === true) callback(null, [...fitting]);
            else callback(null, first.address, first.family);
          },
          (thrown: Error) => callback(thrown, ''),
        );
      };
    },
  };
}

/** Behind a proxy names are often not resolved at all, and asking may take long. */
const PATIENCE_MS = 2_000;

function unresolved(): Promise<readonly LookupAddress[]> {
  return sleep(PATIENCE_MS, [], { ref: false });
}

function fits({ family }: LookupAddress, asked: number | string | undefined): boolean {
  const wanted = asked === 'IPv4' ? 4 : asked === 'IPv6' ? 6 : (asked ?? 0);
  return wanted === 0 || wanted === family;
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

function notPublic(host: string): AgentError {
  return new AgentError('forbidden', `${host} is no public address.`, {
    details: {
      patternKey: 'private_address',
      alternative:
        'Only pages of the public internet can be fetched. Ask the person for the content, or to allow the address in tools.web.allowAddresses.',
    },
  });
}

function notHttp(protocol: string): AgentError {
  return new AgentError('invalid_input', `${protocol} addresses cannot be fetched.`, {
    details: { alternative: 'Give an http or https address.' },
  });
}

function withUserInfo(): AgentError {
  return new AgentError('invalid_input', 'An address with a user name in it is not fetched.', {
    details: { alternative: 'Leave out everything before the @.' },
  });
}

function notFound(host: string): Error {
  return Object.assign(new Error(`No address of ${host} fits.`), { code: 'ENOTFOUND' });
}

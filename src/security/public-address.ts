import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whether an address is one that anybody on the internet can reach: not this machine, not its networks, not what a cloud
 * tells its machines, nothing reserved, and no form of IPv6 that wraps another address. What cannot be read is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // The plain parser keeps `::ffff:a.b.c.d` as IPv6; this one makes it the IPv4 address that is really reached.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv6' ? isGlobalUnicast(parsed) : !isOfACloud(parsed);
}

/** 2000::/3 is all that was ever given out; outside of it old ways to wrap IPv4 addresses live. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

function isGlobalUnicast(address: Parsed): boolean {
  return address.match(GIVEN_OUT);
}

/** Addresses by which a cloud serves the machines in it, though they look public. */
const OF_CLOUDS: readonly string[] = ['168.63.129.16'];

function isOfACloud(address: Parsed): boolean {
  return OF_CLOUDS.includes(address.toString());
}

type Parsed = ReturnType<typeof ipaddr.process>;

/** Names that lead into one's own network, whoever resolves them. */
const OWN_ENDINGS = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
];

export function isOwnName(host: string): boolean {
  const name = bareName(host);
  const singleLabel = !name.includes('.');
  return singleLabel || OWN_ENDINGS.some((ending) => name.endsWith(`.${ending}`));
}

/** The address that a host of a URL spells; undefined for a name. URLs write every spelling of one in the plain form. */
export function literalOf(host: string): string | undefined {
  const bare = bareName(host);
  return isIP(bare) === 0 ? undefined : bare;
}

function bareName(host: string): string {
  return host
    .replace(/^\[(.+)\]$/, '$1')
    .replace(/\.+$/, '')
    .toLowerCase();
}

/** Reads `10.0.0.0/8`, `192.168.1.7`, `fd00::/8`. Entries that are none match nothing. */
export function createAddressList(entries: readonly string[]): (address: string) => boolean {
  const networks = entries.map(networkOf).filter((network) => network !== undefined);
  return (address) => {
    if (isIP(address) === 0) return false;
    const parsed = ipaddr.process(address);
    return networks.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match([network, bits]),
    );
  };
}

export function isNetwork(entry: string): boolean {
  return networkOf(entry) !== undefined;
}

function networkOf(entry: string): [Parsed, number] | undefined {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (isIP(entry) === 0) return undefined;
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

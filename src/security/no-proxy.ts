import { BlockList, isIP } from 'node:net';

/** Whether a host is reached without the proxy. */
export type ProxyBypass = (url: URL) => boolean;

interface Entry {
  matches(host: string): boolean;
  /** Absent: any. */
  readonly port?: number;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Reads `NO_PROXY`: names (with their subdomains), `.suffixes`, `*.suffixes`, addresses, networks such as
 * `10.0.0.0/8`, each with a port if wanted, and `*` for everything. This machine itself is always reached directly.
 */
export function createProxyBypass(noProxy: string): ProxyBypass {
  const entries = [...LOOPBACK, ...noProxy.split(/[\s,]+/)].flatMap(
    (text) => parseEntry(text) ?? [],
  );
  return (url) => {
    const host = bareHost(url.hostname);
    const port = Number(url.port) || DEFAULT_PORTS[url.protocol];
    return entries.some((entry) => entry.matches(host) && (entry.port ?? port) === port);
  };
}

const LOOPBACK = ['localhost', '127.0.0.0/8', '::1'];

function parseEntry(text: string): Entry | undefined {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '') return undefined;
  const [, host = trimmed, port] = /^(\[.+\]|[^:]+):(\d+)$/.exec(trimmed) ?? [];
  const matches = matcherOf(bareHost(host));
  return { matches, ...(port !== undefined && { port: Number(port) }) };
}

function matcherOf(host: string): Entry['matches'] {
  if (host === '*') return () => true;
  const network = networkOf(host);
  if (network !== undefined) return network;
  if (host.startsWith('*.')) return (name) => name.endsWith(host.slice(1));
  const name = host.replace(/^\./, '');
  return (other) => other === name || other.endsWith(`.${name}`);
}

function networkOf(host: string): Entry['matches'] | undefined {
  const [address = '', bits] = host.split('/');
  const version = isIP(address);
  if (version === 0) return undefined;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  const longest = version === 6 ? 128 : 32;
  const prefix = bits === undefined ? longest : Number(bits);
  if (!(prefix >= 0 && prefix <= longest)) return () => false;
  const list = new BlockList();
  list.addSubnet(address, prefix, family);
  return (other) => {
    const kind = isIP(other);
    return kind !== 0 && list.check(other, kind === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Without the brackets of an IPv6 address and the dot that ends a full name. */
function bareHost(host: string): string {
  return host
    .replace(/^\[(.+)\]$/, '$1')
    .replace(/(?<=.)\.$/, '')
    .toLowerCase();
}

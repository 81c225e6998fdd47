import { readFile } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { AgentError } from '../../base/errors.ts';

/** Decides about every connection that is opened directly, at the moment it is opened. */
export interface ConnectGuard {
  /** Throws when a host that was spelt as an address may not be reached. */
  checkLiteral(host: string, port: number): void;
  /** Finds the addresses of a name, and fails when they may not be reached. */
  lookupFor(port: number): LookupFunction;
}

export interface ExitOptions {
  /** PEM file with certificate authorities that are trusted beside the usual ones. */
  readonly caFile?: string | undefined;
  /** Absent: any address may be reached. What a proxy connects to, nobody here can check. */
  readonly guard?: ConnectGuard;
}

export interface EgressRequest {
  readonly url: URL;
  readonly init: RequestInit;
}

/** The ways out that were opened, each kept for the next request. */
export interface Exits {
  /** Follows no redirect. */
  fetch(request: EgressRequest, proxy: string | undefined): Promise<Response>;
}

/** A backstop only: whoever calls has time-outs of its own, and passes a signal. */
const LONGEST_SILENCE_MS = 15 * 60_000;
const CONNECT_TIMEOUT_MS = 10_000;

type Library = typeof import('undici');

export async function openExits({ caFile, guard }: ExitOptions): Promise<Exits> {
  const undici = await import('undici');
  const ca = caFile === undefined ? undefined : await readAuthorities(caFile);
  const tls = ca === undefined ? {} : { ca };
  const common = { headersTimeout: LONGEST_SILENCE_MS, bodyTimeout: LONGEST_SILENCE_MS };
  const exits = new Map<string, Dispatcher>();

  function direct(): Agent {
    const plain = { ...tls, timeout: CONNECT_TIMEOUT_MS };
    const connect = guard === undefined ? plain : guardedConnector(undici, plain, guard);
    return new undici.Agent({ ...common, connect });
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

/** An address is connected to as it stands, without `lookup`: so it is checked here. */
function guardedConnector(
  { buildConnector }: Library,
  options: buildConnector.BuildOptions,
  guard: ConnectGuard,
): buildConnector.connector {
  return (target, callback) => {
    const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
    try {
      guard.checkLiteral(target.hostname, port);
    } catch (thrown) {
      callback(thrown as Error, null);
      return;
    }
    // A connector each, because what may be reached depends on the port too; connections are still kept.
    buildConnector({ ...options, lookup: guard.lookupFor(port) })(target, callback);
  };
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

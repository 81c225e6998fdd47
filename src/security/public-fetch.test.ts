import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { createPublicFetch, type PublicFetchOptions } from './public-fetch.ts';

const servers: Server[] = [];

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  return listen(createServer(answer));
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Names of the test lead to this machine; only the ports of its own servers may be reached there. */
function openFetch(
  ports: readonly number[],
  names: Readonly<Record<string, string | readonly string[]>> = {},
  options: PublicFetchOptions = {},
) {
  const asked: string[] = [];
  const publicFetch = createPublicFetch({
    allows: (address, port) => address === '127.0.0.1' && ports.includes(port),
    async resolve(host) {
      asked.push(host);
      const found = [names[host] ?? []].flat();
      if (found.length === 0) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
    ...options,
  });
  const get = (url: string, request: Partial<Parameters<typeof publicFetch>[1]> = {}) =>
    publicFetch(url, {
      maxBytes: 1_000,
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      ...request,
    });
  return { get, asked };
}

const PRIVATE = { code: 'forbidden', details: { patternKey: 'private_address' } };

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

describe('fetching what a model or a page names', () => {
  test('brings the body with where it came from', async () => {
    const port = await serve(({ headers }, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end(`hello ${headers.accept}`);
    });
    const { get } = openFetch([port], { 'site.test': '127.0.0.1' });

    const answer = await get(`http://site.test:${port}/a`, { headers: { accept: 'text/*' } });

    expect(answer).toMatchObject({ url: `http://site.test:${port}/a`, status: 200, redirects: 0 });
    expect(Buffer.from(answer.body).toString()).toBe('hello text/*');
  });

  test('S7 refuses an address of this machine before anything is sent', async () => {
    let reached = 0;
    const port = await serve((_, response) => {
      reached += 1;
      response.end();
    });
    const { get } = openFetch([]);

    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:7f00:1]', '１２７.1']) {
      await expect(get(`http://${host}:${port}/`)).rejects.toMatchObject(PRIVATE);
    }
    expect(reached).toBe(0);
  });

  test.each(['10.0.0.1', '169.254.169.254', '::1', 'fd00:ec2::254', '100.64.0.1'])(
    'S7 refuses a name that leads to %s',
    async (address) => {
      const { get } = openFetch([], { 'inside.test': address });

      await expect(get('http://inside.test/')).rejects.toMatchObject(PRIVATE);
    },
  );

  test('S7 refuses a name when only one of its addresses leads inside', async () => {
    const { get } = openFetch([], { 'mixed.test': ['8.8.8.8', '10.0.0.1'] });

    await expect(get('http://mixed.test/')).rejects.toMatchObject(PRIVATE);
  });

  test('S7 connects to the address that was checked, whatever the name leads to a moment later', async () => {
    const port = await serve((_, response) => response.end('checked'));
    const rebinding = ['127.0.0.1', '10.0.0.1'];
    const asked: string[] = [];
    const publicFetch = createPublicFetch({
      allows: (address, allowed) => address === '127.0.0.1' && allowed === port,
      async resolve() {
        const address = rebinding[asked.length] ?? '10.0.0.1';
        asked.push(address);
        return [{ address, family: 4 }];
      },
    });
    const request = { maxBytes: 100, timeoutMs: 20_000, signal: new AbortController().signal };

    const answer = await publicFetch(`http://rebind.test:${port}/`, request);

    expect(Buffer.from(answer.body).toString()).toBe('checked');
    expect(asked).toEqual(['127.0.0.1']);
  });

  test('S7 checks the address again for a new connection', async () => {
    const port = await serve((_, response) => response.setHeader('connection', 'close').end('x'));
    const leads = { 'rebind.test': '127.0.0.1' };
    const { get } = openFetch([port], leads);
    await get(`http://rebind.test:${port}/`);
    leads['rebind.test'] = '10.0.0.1';

    await expect(get(`http://rebind.test:${port}/`)).rejects.toMatchObject(PRIVATE);
  });

  test.each([
    'http://127.0.0.1:9/',
    'http://0x7f000001:9/',
    '//[::1]:9/',
    'http://inside.test/',
    'http://169.254.169.254/latest/meta-data/',
  ])('S7 refuses a redirect to %s', async (location) => {
    const port = await serve((_, response) => response.writeHead(302, { location }).end());
    const { get } = openFetch([port], { 'site.test': '127.0.0.1', 'inside.test': '192.168.1.1' });

    await expect(get(`http://site.test:${port}/`)).rejects.toMatchObject(PRIVATE);
  });

  test.each(['file:///etc/passwd', 'ftp://site.test/', 'http://user@site.test/'])(
    'refuses a redirect to %s',
    async (location) => {
      const port = await serve((_, response) => response.writeHead(301, { location }).end());
      const { get } = openFetch([port], { 'site.test': '127.0.0.1' });

      await expect(get(`http://site.test:${port}/`)).rejects.toMatchObject({
        code: 'invalid_input',
      });
    },
  );

  test('follows five redirects and not a sixth', async () => {
    const port = await serve(({ url = '' }, response) => {
      const left = Number(url.slice(1));
      if (left === 0) return response.end('there');
      return response.writeHead(307, { location: `/${left - 1}` }).end();
    });
    const { get } = openFetch([port]);

    const answer = await get(`http://127.0.0.1:${port}/5`);

    expect(answer).toMatchObject({ redirects: 5, url: `http://127.0.0.1:${port}/0` });
    await expect(get(`http://127.0.0.1:${port}/6`)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('keeps as much of the body as was asked for, however small it travelled', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const port = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    const { get } = openFetch([port]);

    const answer = await get(`http://127.0.0.1:${port}/`, { maxBytes: 10_000 });

    expect(answer).toMatchObject({ truncated: true });
    expect(answer.body).toHaveLength(10_000);
  });

  test('does not read a body that never ends', async () => {
    const closed = Promise.withResolvers<void>();
    const port = await serve((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(1_000)));
      };
      response.on('drain', write).on('close', closed.resolve);
      write();
    });
    const { get } = openFetch([port]);

    const answer = await get(`http://127.0.0.1:${port}/`, { maxBytes: 5_000 });

    expect(answer.truncated).toBe(true);
    await closed.promise;
  });

  test('ends in time when a server says nothing, and when it is stopped', async () => {
    const heard = Promise.withResolvers<void>();
    const port = await serve(() => heard.resolve());
    const { get } = openFetch([port]);
    const stopped = new AbortController();

    const late = get(`http://127.0.0.1:${port}/`, { timeoutMs: 1 });
    await expect(late).rejects.toMatchObject({ code: 'timeout' });
    const waiting = get(`http://127.0.0.1:${port}/`, { signal: stopped.signal });
    await heard.promise;
    stopped.abort();

    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('says what the system said when nobody is there', async () => {
    const port = await serve(() => undefined);
    servers.pop()?.close();
    const { get } = openFetch([port]);

    await expect(get('http://absent.test/')).rejects.toMatchObject({
      code: 'unavailable',
      message: 'absent.test could not be reached (ENOTFOUND).',
    });
    await expect(get(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      message: `127.0.0.1:${port} could not be reached (ECONNREFUSED).`,
    });
  });
});

describe('over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'echo-public-'));
  const caFile = join(folder, 'cert.pem');

  afterAll(() => rmSync(folder, { recursive: true }));

  test('the name that was asked for is checked in the certificate, and the address as always', async () => {
    const names = 'subjectAltName=DNS:site.test';
    const make = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=site.test -addext ${names} -keyout key.pem -out cert.pem`;
    execFileSync('openssl', make.split(' '), { cwd: folder, stdio: 'ignore' });
    const key = readFileSync(join(folder, 'key.pem'));
    const server = createTlsServer({ key, cert: readFileSync(caFile) }, (_, response) => {
      response.end('secure');
    }) as unknown as Server;
    const port = await listen(server);
    const leads = { 'site.test': '127.0.0.1', 'other.test': '127.0.0.1', 'in.test': '10.0.0.1' };
    const { get } = openFetch([port], leads, { caFile });

    const answer = await get(`https://site.test:${port}/`);

    expect(Buffer.from(answer.body).toString()).toBe('secure');
    await expect(get(`https://other.test:${port}/`)).rejects.toMatchObject({
      message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
    });
    await expect(get(`https://in.test:${port}/`)).rejects.toMatchObject(PRIVATE);
  }, 30_000);
});

describe('behind a proxy', () => {
  async function openProxy(
    names: Readonly<Record<string, string>> = {},
    options: PublicFetchOptions = {},
  ) {
    const proxied: string[] = [];
    const port = await serve(({ url = '' }, response) => {
      proxied.push(url);
      response.end('from the proxy');
    });
    const proxy = `http://127.0.0.1:${port}`;
    return { proxied, ...openFetch([], names, { proxy, ...options }) };
  }

  test('a name is resolved by the proxy, also one that only the proxy knows', async () => {
    const { get, proxied } = await openProxy();

    await get('http://far.test/page');

    expect(proxied).toEqual(['http://far.test/page']);
  });

  test('a name is not waited for that nobody here resolves', async () => {
    const { get, proxied } = await openProxy({}, { resolve: () => new Promise(() => undefined) });

    await get('http://far.test/page');

    expect(proxied).toEqual(['http://far.test/page']);
  });

  test.each([
    'http://10.0.0.1/',
    'http://0xA9FEA9FE/',
    'http://router/',
    'http://printer.local/',
    'http://metadata.google.internal./',
    'http://known.test/',
  ])('S7 %s is refused before the proxy is asked', async (url) => {
    const { get, proxied } = await openProxy({ 'known.test': '192.168.0.9' });

    await expect(get(url)).rejects.toMatchObject(PRIVATE);
    expect(proxied).toEqual([]);
  });

  test('S7 this machine is refused where it is reached around the proxy', async () => {
    const { get, proxied } = await openProxy({ localhost: '127.0.0.1' });

    await expect(get('http://localhost:8099/')).rejects.toMatchObject(PRIVATE);
    await expect(get('http://127.0.0.1:8099/')).rejects.toMatchObject(PRIVATE);
    expect(proxied).toEqual([]);
  });
});

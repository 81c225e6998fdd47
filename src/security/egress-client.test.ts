import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEgressFetch } from './egress-client.ts';
import { createProxyBypass } from './no-proxy.ts';

const folder = mkdtempSync(join(tmpdir(), 'echo-egress-'));
const caFile = join(folder, 'ca.pem');
const servers: Server[] = [];
const OPENSSL = 'openssl';
/** What the proxy was asked for: a host to connect to, or a whole URL. */
const proxied: string[] = [];
let ports: { plain: number; secure: number; proxy: number };

function openssl(command: string) {
  execFileSync(OPENSSL, command.split(' '), { cwd: folder, stdio: 'ignore' });
}

/** A certificate authority of nobody, and a server certificate that it signed. */
function makeCertificates() {
  writeFileSync(
    join(folder, 'names.cnf'),
    'subjectAltName=DNS:service.internal,DNS:localhost,IP:127.0.0.1\n',
  );
  openssl('req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=Test-CA -keyout ca.key -out ca.pem');
  openssl(
    'req -newkey rsa:2048 -nodes -subj /CN=service.internal -keyout server.key -out server.csr',
  );
  openssl(
    'x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names.cnf -out server.pem',
  );
}

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Sends every host to this machine, as a real proxy would resolve names that we cannot. */
function createProxy(): Server {
  const proxy = createServer((request, response) => {
    proxied.push(String(request.url));
    response.end(`forwarded ${request.headers['proxy-authorization'] ?? ''}`);
  });
  proxy.on('connect', (request: IncomingMessage, client: Duplex) => {
    proxied.push(String(request.url));
    if (request.url?.startsWith('forbidden.')) return client.end('HTTP/1.1 407 No\r\n\r\n');
    const upstream = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
    return undefined;
  });
  return proxy;
}

beforeAll(async () => {
  makeCertificates();
  const answer = (request: IncomingMessage, response: { end(text: string): void }) =>
    response.end(`${request.method} ${request.url} ${request.headers.host}`);
  const key = readFileSync(join(folder, 'server.key'));
  const cert = readFileSync(join(folder, 'server.pem'));
  ports = {
    plain: await listen(createServer(answer)),
    secure: await listen(createTlsServer({ key, cert }, answer) as unknown as Server),
    proxy: await listen(createProxy()),
  };
}, 30_000);

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(folder, { recursive: true });
});

describe('the egress client', () => {
  test('reaches a server directly, with method, headers and body as given', async () => {
    const egress = createEgressFetch();
    const url = `http://127.0.0.1:${ports.plain}/a?b=1`;

    const posted = await egress(url, { method: 'POST', body: 'x' });
    const request = await egress(new Request(url, { method: 'PUT', body: 'y' }));

    expect(await posted.text()).toContain('POST /a?b=1');
    expect(await request.text()).toContain('PUT /a?b=1');
  });

  test.each<[string, RequestInit]>([
    ['by itself', {}],
    ['when asked to', { redirect: 'follow' }],
  ])('follows no redirect %s, so that a key reaches one host only', async (_, init) => {
    const keys: unknown[] = [];
    const port = await listen(
      createServer(({ url, headers }, response) => {
        keys.push(headers['x-api-key']);
        if (url === '/a') response.writeHead(302, { location: `http://localhost:${port}/b` });
        response.end();
      }),
    );
    const request = { ...init, headers: { 'x-api-key': 'fake' } };
    const egress = createEgressFetch();

    const plain = await egress(`http://127.0.0.1:${port}/a`, request);
    const whole = await egress(new Request(`http://127.0.0.1:${port}/a`, request));

    expect([plain.status, whole.status]).toEqual([302, 302]);
    expect(keys).toEqual(['fake', 'fake']);
  });

  test('fails at a redirect when asked to', async () => {
    const port = await listen(
      createServer((_, response) => response.writeHead(302, { location: '/b' }).end()),
    );

    const request = createEgressFetch()(`http://127.0.0.1:${port}/a`, { redirect: 'error' });

    await expect(request).rejects.toThrow('fetch failed');
  });

  test('trusts a private certificate authority, and only when told to', async () => {
    const url = `https://localhost:${ports.secure}/`;

    const trusted = await createEgressFetch({ caFile })(url);
    const refused = createEgressFetch()(url);

    expect(await trusted.text()).toContain('GET /');
    await expect(refused).rejects.toThrow('fetch failed');
  });

  test('goes through the proxy to a name that only the proxy knows, checking the certificate', async () => {
    proxied.length = 0;
    const egress = createEgressFetch({ proxy: `http://127.0.0.1:${ports.proxy}`, caFile });

    const response = await egress(`https://service.internal:${ports.secure}/x`);

    expect(await response.text()).toContain(`service.internal:${ports.secure}`);
    expect(proxied).toEqual([`service.internal:${ports.secure}`]);
    await expect(egress(`https://other.internal:${ports.secure}/`)).rejects.toThrow('fetch failed');
  });

  test('hands plain requests to the proxy with its user and password', async () => {
    proxied.length = 0;
    const egress = createEgressFetch({ proxy: `http://me:secret@127.0.0.1:${ports.proxy}` });

    const response = await egress('http://plain.internal/x');

    expect(await response.text()).toBe('forwarded Basic bWU6c2VjcmV0');
    expect(proxied).toEqual(['http://plain.internal/x']);
  });

  test('uses a proxy for the scheme it is meant for', async () => {
    proxied.length = 0;
    const egress = createEgressFetch({
      proxy: { https: `http://127.0.0.1:${ports.proxy}` },
      noProxy: '',
      caFile,
    });

    await egress(`https://service.internal:${ports.secure}/`);
    const plain = egress('http://plain.invalid/');

    await expect(plain).rejects.toThrow('fetch failed');
    expect(proxied).toEqual([`service.internal:${ports.secure}`]);
  });

  test('goes around the proxy to this machine and to what NO_PROXY names', async () => {
    proxied.length = 0;
    const proxy = `http://127.0.0.1:${ports.proxy}`;
    const egress = createEgressFetch({ proxy, noProxy: 'elsewhere.invalid' });

    await egress(`http://127.0.0.1:${ports.plain}/`);
    await expect(egress('http://elsewhere.invalid/')).rejects.toThrow('fetch failed');

    expect(proxied).toEqual([]);
  });

  test('keeps connections open between requests', async () => {
    const egress = createEgressFetch();
    const server = servers[0];
    let connections = 0;
    server?.on('connection', () => {
      connections += 1;
    });

    for (let request = 0; request < 10; request += 1) {
      await (await egress(`http://127.0.0.1:${ports.plain}/`)).text();
    }

    expect(connections).toBeLessThan(4);
  });

  test('ends a request that is stopped', async () => {
    const silent = await listen(createServer(() => undefined));
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);

    const request = createEgressFetch()(`http://127.0.0.1:${silent}/`, {
      signal: controller.signal,
    });

    await expect(request).rejects.toMatchObject({ name: 'AbortError' });
  });

  test.each([
    [{ caFile: '/does/not/exist.pem' }, 'egress.ca_unreadable'],
    [{ caFile: import.meta.filename }, 'egress.ca_unreadable'],
    [{ proxy: 'no address' }, 'egress.proxy_invalid'],
  ])('says what is wrong with %j', async (options, messageId) => {
    const request = createEgressFetch(options)('http://host.invalid/');

    await expect(request).rejects.toMatchObject({ code: 'invalid_config', messageId });
  });
});

describe('NO_PROXY', () => {
  test.each([
    ['', 'https://example.org/', false],
    ['', 'http://localhost:11434/', true],
    ['', 'http://127.9.9.9/', true],
    ['', 'http://[::1]:80/', true],
    ['example.org', 'https://example.org/', true],
    ['example.org', 'https://api.example.org/', true],
    ['example.org', 'https://notexample.org/', false],
    ['.example.org', 'https://example.org/', true],
    ['*.example.org', 'https://example.org/', false],
    ['*.example.org', 'https://a.example.org./', true],
    ['example.org:8443', 'https://example.org/', false],
    ['example.org:8443', 'https://example.org:8443/', true],
    ['example.org:443', 'https://example.org/', true],
    ['a.test, b.test\tc.test', 'https://c.test/', true],
    ['EXAMPLE.org', 'https://Example.ORG/', true],
    ['10.0.0.0/8', 'http://10.1.2.3/', true],
    ['10.0.0.0/8', 'http://11.1.2.3/', false],
    ['192.168.1.7', 'http://192.168.1.7/', true],
    ['[fd00::]/8', 'http://[fd00::1]/', false],
    ['fd00::/8', 'http://[fd12::1]/', true],
    ['[fd00::1]:8080', 'http://[fd00::1]:8080/', true],
    ['10.0.0.0/99', 'http://10.1.2.3/', false],
    ['*', 'https://anything.test/', true],
    ['*:80', 'https://anything.test/', false],
  ])('"%s" for %s is %s', (noProxy, url, expected) => {
    expect(createProxyBypass(noProxy)(new URL(url))).toBe(expected);
  });
});

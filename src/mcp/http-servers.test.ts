import { createMcpHandler } from '@modelcontextprotocol/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFakeServer } from '../../test/fake-mcp/sdk-server.ts';
import { serveFetch } from '../../test/fake-mcp/serve-fetch.ts';
import { createEgressFetch } from '../security/egress-client.ts';
import { connectedMcpBed } from '../testing/mcp-bed.ts';

type Handle = (request: Request) => Promise<Response>;

async function served(handle: Handle) {
  const server = await serveFetch(handle);
  onTestFinished(server.close);
  return server;
}

async function connected(handle: Handle, settings: object = {}) {
  const { url, close } = await served(handle);
  const fetch = createEgressFetch();
  const bed = await connectedMcpBed({ url: `${url}/mcp`, ...settings }, { fetch });
  return { ...bed, url, close };
}

function wellBehaved(options: Parameters<typeof createMcpHandler>[1] = {}): Handle {
  const handler = createMcpHandler(createFakeServer, options);
  onTestFinished(() => handler.close());
  return (request) => handler.fetch(request);
}

/** Speaks only the older protocol, and answers calls as it is told. */
function older(call: (id: unknown) => Response | Promise<Response>): Handle {
  const tools = [{ name: 'say', inputSchema: { type: 'object' } }];
  return async (request) => {
    if (request.method === 'GET') return new Response(null, { status: 405 });
    if (request.method === 'DELETE') return new Response(null, { status: 200 });
    const { id, method } = (await request.json()) as { id?: number; method: string };
    const answer = (result: object) => Response.json({ jsonrpc: '2.0', id, result });
    const serverInfo = { name: 'old', version: '1' };
    const said = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
    if (id === undefined) return new Response(null, { status: 202 });
    if (method === 'initialize') return answer(said);
    if (method === 'tools/list') return answer({ tools });
    if (method === 'tools/call') return call(id);
    return Response.json({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Unknown' } });
  };
}

describe('a server reached over HTTP', () => {
  test('is spoken to in the newer protocol', async () => {
    const { call, view } = await connected(wellBehaved());

    expect(view()).toMatchObject({ state: 'connected', protocolVersion: '2026-07-28' });
    expect(await call('echo', { text: 'over HTTP' })).toBe('over HTTP');
  });

  test('that answers by events is understood as well', async () => {
    const { call } = await connected(wellBehaved({ responseMode: 'sse' }));

    expect(await call('echo', { text: 'by events' })).toBe('by events');
  });

  test('of the older protocol is spoken to in that', async () => {
    const handle = older((id) =>
      Response.json({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'old' }] } }),
    );
    const { call, view } = await connected(handle);

    expect(view().protocolVersion).toBe('2025-11-25');
    expect(await call('say')).toBe('old');
  });

  test('gets its headers with every request', async () => {
    const seen = new Set<string | null>();
    const handle = wellBehaved();

    await connected(
      (request) => {
        seen.add(request.headers.get('x-key'));
        return handle(request);
      },
      { headers: { 'X-Key': 'abc' } },
    );

    expect([...seen]).toEqual(['abc']);
  });

  test('that is not there is told of, and tried again', async () => {
    const { url, close } = await served(wellBehaved());
    await close();

    const bed = await connectedMcpBed({ url }, { fetch: createEgressFetch() });

    expect(bed.view()).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test('P2 that has forgotten the session is called again in a new one, by all who waited', async () => {
    let session = 0;
    const answered = older((id) =>
      Response.json({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'ok' }] } }),
    );
    const handle: Handle = async (request) => {
      const accepted = request.headers.get('accept') ?? '';
      if (!['application/json', 'text/event-stream'].every((type) => accepted.includes(type))) {
        return new Response(null, { status: 406 });
      }
      const { method } = (await request.clone().json()) as { readonly method: string };
      if (method === 'initialize') session += 1;
      const known = request.headers.get('mcp-session-id');
      if (known !== null && known !== `s${session}`) return new Response(null, { status: 404 });
      const response = await answered(request);
      response.headers.set('mcp-session-id', `s${session}`);
      return response;
    };
    const { call } = await connected(handle);
    session += 1;

    const answers = await Promise.all([call('say', { to: 1 }), call('say', { to: 2 })]);

    expect(answers).toEqual(['ok', 'ok']);
  });

  test('P2 that ends its lines in the old way is understood', async () => {
    const event = (id: unknown) =>
      `: hello\r\n\r\nevent: message\r\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'crlf' }] } })}\r\n\r\n`;
    const { call } = await connected(
      older((id) => new Response(event(id), { headers: { 'content-type': 'text/event-stream' } })),
    );

    expect(await call('say')).toBe('crlf');
  });

  test('that comes back is used again', async () => {
    const handle = wellBehaved();
    const { bed, call, close, until, url, view } = await connected(handle);
    await close();
    const report = await bed.call('mcp_a_echo', { text: 'nobody there' });
    const again = await serveFetch(handle, Number(new URL(url).port));
    onTestFinished(again.close);

    await until(() => view().state === 'connected');

    // Whether the request was on its way depends on what was heard first of the end.
    expect(['error', 'unknown']).toContain(report.outcome);
    expect(await call('echo', { text: 'back' })).toBe('back');
  });

  test('that asks for a sign-in is not asked again and again', async () => {
    const { view } = await connected(async () => new Response(null, { status: 401 }));

    expect(view()).toMatchObject({ state: 'needs_login' });
    expect(view().reason).toContain('echo-agent mcp login a');
  });
});

test('a list that changes is read again, told of over a stream of its own', async () => {
  let extra = false;
  const handler = createMcpHandler(() => {
    const server = createFakeServer();
    if (extra) server.registerTool('later', {}, async () => ({ content: [] }));
    return server;
  });
  onTestFinished(() => handler.close());
  const bed = await connected((request) => handler.fetch(request));

  extra = true;
  handler.notify.toolsChanged();
  await bed.until(() => bed.registry.find('mcp_a_later') !== undefined);

  expect(bed.view().tools.find(({ tool }) => tool === 'later')?.state).toBe('new');
});

test('a stream of news that breaks off is opened again, and what was missed is read', async () => {
  const handler = createMcpHandler(createFakeServer);
  onTestFinished(() => handler.close());
  let streams = 0;
  const reread = { lists: 0 };
  const bed = await connected(async (request) => {
    const { method } = (await request.clone().json()) as { readonly method: string };
    if (method === 'tools/list') reread.lists += 1;
    const response = await handler.fetch(request);
    if (method !== 'subscriptions/listen') return response;
    streams += 1;
    return streams === 1 ? cutAfterFirstPart(response) : response;
  });

  await bed.until(() => streams === 2 && reread.lists === 2);

  expect(await bed.call('echo', { text: 'still here' })).toBe('still here');
});

function cutAfterFirstPart({ body, headers }: Response): Response {
  const reader = body?.getReader();
  const cut = new ReadableStream({
    async pull(controller) {
      const part = await reader?.read();
      controller.enqueue(part?.value);
      controller.close();
    },
  });
  return new Response(cut, { headers });
}

describe('an answer over HTTP', () => {
  const much = new Uint8Array(1_000_000).fill(0x78);
  const endless = (type: string, begin: string, from: { pulled: number } = { pulled: 0 }) =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(Buffer.from(begin)),
        pull(controller) {
          from.pulled += 1;
          controller.enqueue(much);
        },
      }),
      { headers: { 'content-type': type } },
    );

  test.each([
    ['application/json', '{"jsonrpc":"2.0","result":"'],
    ['text/event-stream', 'data: {"jsonrpc":"2.0","result":"'],
  ])(
    'without an end (%s) is read up to the limit, and the next one is answered',
    async (type, begin) => {
      const from = { pulled: 0 };
      const answers = [
        () => endless(type, begin, from),
        (id: unknown) =>
          Response.json({
            jsonrpc: '2.0',
            id,
            result: { content: [{ type: 'text', text: 'ok' }] },
          }),
      ];
      const { bed, call } = await connected(
        older((id) => answers.shift()?.(id) ?? endless(type, begin)),
      );

      const report = await bed.call('mcp_a_say', {});

      expect(report.outcome).toBe('unknown');
      expect(report.text).toContain('larger than 10 MB');
      expect(from.pulled).toBeLessThan(30);
      expect(await call('say')).toBe('ok');
    },
  );

  test.each(['application/json', 'text/event-stream'])(
    'that breaks off (%s) leaves the call unknown at once',
    async (type) => {
      const broken = () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(Buffer.from('data: {"jsonrpc"')),
            pull: (controller) => controller.error(new Error('cut')),
          }),
          { headers: { 'content-type': type } },
        );
      const { bed } = await connected(older(broken));

      const report = await bed.call('mcp_a_say', {});

      expect(report.outcome).toBe('unknown');
    },
  );

  test.each([
    [404, 'error'],
    [429, 'error'],
    [500, 'unknown'],
    [502, 'unknown'],
  ])('of status %d ends the call as %s', async (status, outcome) => {
    const { bed } = await connected(older(() => new Response('no', { status })));

    expect((await bed.call('mcp_a_say', {})).outcome).toBe(outcome);
  });
});

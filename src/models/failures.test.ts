import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { type RawServer, sendEvents, startRawServer } from '../../test/fake-models/raw-server.ts';
import {
  callOptions,
  collect,
  summarise,
  TEST_KEY,
  userRequest,
  WIRES,
} from '../../test/fake-models/wires.ts';
import { createEgressFetch } from '../security/egress-client.ts';
import type { ModelFailure, ModelPart } from './model-provider.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function serve(answer: Parameters<typeof startRawServer>[0]): Promise<RawServer> {
  const server = await startRawServer(answer);
  cleanups.push(server.stop);
  return server;
}

function failureOf(parts: readonly ModelPart[]): ModelFailure {
  const { ends, last } = summarise(parts);
  expect(ends).toHaveLength(1);
  if (last?.type !== 'error') throw new Error(`ended with ${last?.type}`);
  return last.failure;
}

describe.each(WIRES)('$name', ({ toolCall, open }) => {
  test.each([
    [401, '{"error":{"message":"Incorrect API key: KEY"}}', 'auth', false],
    [403, 'Forbidden', 'auth', false],
    [402, '{"error":{"message":"Insufficient Balance"}}', 'quota', false],
    [404, '{"error":{"message":"no such model"}}', 'bad_request', true],
    [400, '{"error":{"message":"max_tokens: the maximum is 1500 tokens"}}', 'bad_request', false],
    [
      400,
      '{"error":{"message":"This model\'s maximum context length is 8 tokens"}}',
      'context_overflow',
      false,
    ],
    [413, 'Payload Too Large', 'context_overflow', false],
    [408, '', 'timeout', true],
    [429, '{"error":{"message":"Slow down","type":"rate_limit_error"}}', 'rate_limited', true],
    [429, '{"error":{"message":"x","code":"insufficient_quota"}}', 'quota', false],
    [500, '<html><body><h1>Oops</h1></body></html>', 'overloaded', true],
    [503, '', 'overloaded', true],
    [529, '{"type":"error","error":{"type":"overloaded_error","message":"x"}}', 'overloaded', true],
  ])('R2 maps HTTP %i %s to %s', async (...row) => {
    const [status, body, code, retryable] = row;
    const server = await serve((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '7' });
      response.end(body.replace('KEY', TEST_KEY));
    });

    const parts = await collect(open(server.url).stream(userRequest('go'), callOptions()));

    const failure = failureOf(parts);
    expect(failure).toMatchObject({ code, retryable, status, retryAfterMs: 7_000 });
    expect(failure.message).not.toContain(TEST_KEY);
    expect(failure.message).not.toContain('<');
  });

  test('follows no redirect, so that the key goes to one host only', async () => {
    const server = await serve(({ url }, response) => {
      if (url === '/elsewhere') return sendEvents(response, toolCall);
      response.writeHead(307, { location: '/elsewhere' });
      response.end();
    });

    for (const way of [fetch, createEgressFetch()]) {
      const provider = open(server.url, {}, { fetch: way });
      const failure = failureOf(await collect(provider.stream(userRequest('go'), callOptions())));

      expect(failure).toMatchObject({ code: 'bad_request', status: 307 });
      expect(failure.message).toMatch(
        /^HTTP 307: redirected to .*Set baseUrl to the final address/,
      );
    }
    expect(server.requests.map(({ url }) => url)).not.toContain('/elsewhere');
  });

  test.each<[string, string, (response: ServerResponse) => void]>([
    ['a web page', 'protocol', (response) => send(response, 'text/html', '<h1>Portal</h1>')],
    ['one JSON document', 'protocol', (response) => send(response, 'application/json', '{"a":1}')],
    [
      'an error with status 200',
      'quota',
      (response) => send(response, 'application/json', '{"error":{"message":"余额不足"}}'),
    ],
    ['broken JSON', 'protocol', (response) => sendEvents(response, 'data: {"a\n\n')],
    ['nothing at all', 'protocol', (response) => sendEvents(response, '')],
    [
      'a line without end',
      'protocol',
      (response) => sendEvents(response, `data: ${'x'.repeat(9_000_000)}`),
    ],
  ])('reports %s as %s', async (_, code, answer) => {
    const server = await serve((_request, response) => answer(response));

    const parts = await collect(open(server.url).stream(userRequest('go'), callOptions()));

    expect(failureOf(parts)).toMatchObject({ code });
  });

  test('reports a server that is not there as a failure of the network', async () => {
    const server = await startRawServer(() => undefined);
    await server.stop();

    const parts = await collect(open(server.url).stream(userRequest('go'), callOptions()));

    expect(failureOf(parts)).toMatchObject({ code: 'network', retryable: true });
  });

  test.each([
    ['says nothing', 0, { firstPartMs: 60, idleMs: 60_000 }],
    ['falls silent in the middle', 0.7, { firstPartMs: 60_000, idleMs: 60 }],
  ])('gives up on a server that %s, and leaves no connection', async (_, share, timeouts) => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(toolCall.subarray(0, Math.floor(toolCall.length * share)));
      response.flushHeaders();
    });

    const parts = await collect(
      open(server.url).stream(userRequest('go'), callOptions({ timeouts })),
    );

    expect(failureOf(parts)).toMatchObject({ code: 'timeout', retryable: true });
    await expect.poll(server.connections).toBe(0);
  });

  test('gives up on a server that keeps the line alive and says nothing', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const beat = setInterval(() => response.write(': keep-alive\n\n'), 10);
      response.on('close', () => clearInterval(beat));
    });
    const timeouts = { firstPartMs: 120, idleMs: 60_000 };

    const parts = await collect(
      open(server.url).stream(userRequest('go'), callOptions({ timeouts })),
    );

    expect(failureOf(parts)).toMatchObject({ code: 'timeout' });
    await expect.poll(server.connections).toBe(0);
  });

  test.each([0, 0.7])('stops at once when asked to, %d of the way', async (share) => {
    const controller = new AbortController();
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(toolCall.subarray(0, Math.floor(toolCall.length * share)));
      response.flushHeaders();
      setTimeout(() => controller.abort(), 50);
    });
    const startedAt = performance.now();

    const parts = await collect(
      open(server.url).stream(userRequest('go'), callOptions({ signal: controller.signal })),
    );

    expect(failureOf(parts)).toMatchObject({ code: 'aborted' });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    await expect.poll(server.connections).toBe(0);
  });

  test('makes no request when it is stopped before it starts', async () => {
    const server = await serve((_request, response) => sendEvents(response, toolCall));

    const parts = await collect(
      open(server.url).stream(userRequest('go'), callOptions({ signal: AbortSignal.abort() })),
    );

    expect(failureOf(parts)).toMatchObject({ code: 'aborted' });
    expect(server.requests).toEqual([]);
  });

  test('sends every key of the settings and nothing of the environment', async () => {
    const server = await serve((_request, response) => sendEvents(response, toolCall));
    const provider = open(server.url, { headers: { 'x-team': 'blue' } });

    await collect(provider.stream(userRequest('go'), callOptions()));

    const headers = server.requests[0]?.headers;
    const keys = [headers?.authorization, headers?.['x-api-key'], headers?.['x-goog-api-key']];
    expect(keys.filter(Boolean).map((key) => String(key).replace('Bearer ', ''))).toEqual([
      TEST_KEY,
    ]);
    expect(headers?.['x-team']).toBe('blue');
  });
});

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': type });
  response.end(body);
}

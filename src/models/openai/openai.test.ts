import { describe, expect, test } from 'vitest';
import { embedOver } from '../../../test/fake-models/embed-over.ts';
import { createExchange } from '../../../test/fake-models/recorded.ts';
import { callOptions, collect, userRequest, wireNamed } from '../../../test/fake-models/wires.ts';
import type { ModelMessage } from '../model-provider.ts';

const HISTORY: readonly ModelMessage[] = [
  { role: 'user', content: [{ type: 'text', text: 'go' }] },
  {
    role: 'assistant',
    model: 'openai/some-model',
    parts: [
      {
        type: 'reasoning',
        text: '',
        metadata: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'c2VhbGVk' } },
      },
      {
        type: 'tool-call',
        callId: 'tool_0_0',
        providerCallId: 'call_1',
        tool: 'read_file',
        argumentsText: '{"path":"a"}',
        metadata: { openai: { itemId: 'fc_1' } },
      },
    ],
  },
  {
    role: 'tool',
    results: [{ providerCallId: 'call_1', tool: 'read_file', text: 'A', failed: false }],
  },
];

describe('the OpenAI Responses wire', () => {
  const exchange = createExchange('openai responses');

  test('keeps nothing at the provider and sends sealed reasoning back', async () => {
    const request = userRequest('', { model: 'gpt-5', messages: HISTORY, cacheKey: 'session-1' });

    const { body, request: sent } = await exchange(request);

    expect(sent.url).toBe('/v1/responses');
    expect(body).toMatchObject({
      store: false,
      stream: true,
      prompt_cache_key: 'session-1',
      include: ['reasoning.encrypted_content'],
      tools: [{ type: 'function', name: 'read_file', strict: false }],
      input: [
        { role: 'developer' },
        { role: 'user' },
        { type: 'reasoning', id: 'rs_1', encrypted_content: 'c2VhbGVk', summary: [] },
        { type: 'function_call', call_id: 'call_1', arguments: '{"path":"a"}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'A' },
      ],
    });
  });

  test('hands over sealed reasoning in its place before the call', async () => {
    const { parts } = await exchange(userRequest('go'));

    expect(parts.map(({ type }) => type)).toEqual(['reasoning-end', 'tool-call', 'finish']);
    expect(parts[0]).toMatchObject({
      metadata: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'c2VhbGVk' } },
    });
  });

  test('thinks as much as the settings of the model say', async () => {
    const { body } = await exchange(userRequest('go', { model: 'gpt-5' }), {
      settings: { models: { 'gpt-5': { reasoning: 'low', maxOutputTokens: 77 } } },
    });

    expect(body).toMatchObject({ reasoning: { effort: 'low' }, max_output_tokens: 77 });
  });
});

describe('the OpenAI Chat wire', () => {
  const exchange = createExchange('openai chat');

  test('asks for counts, and sends the call and its result as the server wants them', async () => {
    const { body, request: sent } = await exchange(userRequest('', { messages: HISTORY }));

    expect(sent.url).toBe('/v1/chat/completions');
    expect(body).toMatchObject({
      store: false,
      stream_options: { include_usage: true },
      messages: [
        { role: 'system', content: 'You are a test.' },
        { role: 'user', content: 'go' },
        {
          role: 'assistant',
          tool_calls: [
            { id: 'call_1', function: { name: 'read_file', arguments: '{"path":"a"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'A' },
      ],
    });
  });
});

describe('a key', () => {
  test('that is missing is said before anything is sent', async () => {
    const provider = wireNamed('openai responses').open('http://127.0.0.1:9');
    const { signal } = callOptions();

    const parts = await collect(provider.stream(userRequest('go'), { signal }));

    expect(parts).toMatchObject([{ type: 'error', failure: { code: 'auth' } }]);
  });
});

describe('R4 embeddings', () => {
  test('come back in the order of the texts, with their count', async () => {
    const { result, bodies } = await embedOver('openai responses', ['a', 'b'], (_, response) => {
      response.end(
        JSON.stringify({
          object: 'list',
          data: [
            { index: 0, embedding: [1, 0] },
            { index: 1, embedding: [0, 1] },
          ],
          usage: { prompt_tokens: 2, total_tokens: 2 },
        }),
      );
    });

    expect(result).toMatchObject({
      ok: true,
      vectors: [
        [1, 0],
        [0, 1],
      ],
      usage: { inputTokens: 2 },
    });
    expect(bodies).toMatchObject([{ input: ['a', 'b'], model: 'some-model' }]);
  });

  test('that are refused say why', async () => {
    const { result } = await embedOver('openai responses', ['a'], (_, response) => {
      response.writeHead(429, { 'retry-after': '3' });
      response.end('{"error":{"message":"slow down"}}');
    });

    expect(result).toMatchObject({
      ok: false,
      failure: { code: 'rate_limited', retryAfterMs: 3_000 },
    });
  });

  test('that are no JSON, or fewer than the texts, are a failure of the provider', async () => {
    const broken = await embedOver('openai responses', ['a'], (_, response) => {
      response.end('{"data":');
    });
    const short = await embedOver('openai responses', ['a', 'b'], (_, response) => {
      response.end('{"data":[{"index":0,"embedding":[1]}],"usage":{"prompt_tokens":1}}');
    });

    expect(broken.result).toMatchObject({ ok: false, failure: { code: 'protocol' } });
    expect(short.result).toMatchObject({ ok: false, failure: { code: 'protocol' } });
  });
});

import { describe, expect, test } from 'vitest';
import { embedOver } from '../../../test/fake-models/embed-over.ts';
import { createExchange } from '../../../test/fake-models/recorded.ts';
import { userRequest } from '../../../test/fake-models/wires.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import type { ModelMessage, ModelPart } from '../model-provider.ts';
import { openAiCompatible } from './index.ts';
import { OpenAiCompatibleSettings } from './settings.ts';

const exchange = createExchange('openai-compatible');

const THOUGHT: readonly ModelMessage[] = [
  { role: 'user', content: [{ type: 'text', text: 'go' }] },
  {
    role: 'assistant',
    model: 'deepseek/some-model',
    parts: [
      { type: 'reasoning', text: 'because' },
      { type: 'text', text: 'done' },
    ],
  },
  { role: 'user', content: [{ type: 'text', text: 'on' }] },
];

describe('a compatible server', () => {
  test('gets the key in the header, the query and the headers that the settings name', async () => {
    const settings = {
      apiKeyHeader: 'api-key',
      headers: { 'x-title': 'Echo' },
      queryParams: { 'api-version': '2026-01-01' },
      includeUsage: false,
    };

    const { request, body } = await exchange(userRequest('go'), { settings });

    expect(request.url).toBe('/v1/chat/completions?api-version=2026-01-01');
    expect(request.headers).toMatchObject({ 'api-key': expect.any(String), 'x-title': 'Echo' });
    expect(request.headers.authorization).toBeUndefined();
    expect(body['stream_options']).toBeUndefined();
  });

  test.each([
    ['never', {}],
    ['reasoning_content', { reasoning_content: 'because' }],
    ['reasoning', { reasoning: 'because' }],
  ])('gets its reasoning back as %s', async (replayReasoning, fields) => {
    const request = userRequest('', { messages: THOUGHT });

    const { body } = await exchange(request, { settings: { replayReasoning } });

    const [, , answer] = body['messages'] as unknown[];
    expect(answer).toEqual({ role: 'assistant', content: 'done', ...fields });
  });

  test.each(['reasoning_content', 'reasoning'])('may think aloud in %s', async (field) => {
    const chunk = (delta: object, finish: string | null = null) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    const answer = `${chunk({ [field]: 'hm' })}: keep-alive\n\n${chunk({ content: 'yes' })}${chunk({}, 'stop')}data: [DONE]\n\n`;

    const { parts } = await exchange(userRequest('go'), { answer });

    expect(parts).toMatchObject([
      { type: 'reasoning', text: 'hm' },
      { type: 'reasoning-end' },
      { type: 'text', text: 'yes' },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  test.each([
    ['{"error":{"code":502,"message":"upstream"}}', 'overloaded'],
    ['{"error":{"message":"Rate limit reached, try again in 1m2.5s"}}', 'rate_limited'],
    ['{"error":"something broke"}', 'overloaded'],
    ['{"code":"x","message":"maximum context length is 8"}', 'context_overflow'],
  ])('may fail in the middle of its stream with %s', async (frame, code) => {
    const { parts } = await exchange(userRequest('go'), { answer: `data: ${frame}\n\n` });

    expect(parts).toMatchObject([{ type: 'error', failure: { code } }]);
  });

  test('says in words how long to wait', async () => {
    const answer = 'data: {"error":{"message":"Rate limit reached, try again in 1m2.5s"}}\n\n';

    const { parts } = await exchange(userRequest('go'), { answer });

    expect(parts).toMatchObject([{ failure: { retryAfterMs: 62_500 } }]);
  });

  test('embeds in as many requests as its limit asks for', async () => {
    const texts = Array.from({ length: 2_050 }, (_, index) => `text ${index}`);

    const { result, bodies } = await embedOver('openai-compatible', texts, ({ body }, response) => {
      const { input } = JSON.parse(body) as { input: string[] };
      const data = input.map((text, index) => ({ index, embedding: [Number(text.slice(5))] }));
      response.end(JSON.stringify({ data, usage: { prompt_tokens: input.length } }));
    });

    expect(bodies).toHaveLength(2);
    expect(result).toMatchObject({ ok: true, usage: { inputTokens: 2_050 } });
    expect(result.ok && result.vectors.map(([first]) => first)).toEqual([...Array(2_050).keys()]);
  });
});

describe('without a key', () => {
  async function ask(baseUrl: string) {
    const asked: string[] = [];
    const provider = openAiCompatible.create(OpenAiCompatibleSettings.parse({ baseUrl }), {
      clock: createManualClock().clock,
      fetch: async (url) => {
        asked.push(String(url));
        throw new TypeError('fetch failed');
      },
    });
    const parts: ModelPart[] = [];
    const { signal } = new AbortController();
    for await (const part of provider.stream(userRequest('go'), { signal })) parts.push(part);
    return { asked, parts };
  }

  test('a provider that lets nobody in is not asked', async () => {
    const { asked, parts } = await ask('https://api.deepseek.com');

    expect(parts).toMatchObject([{ type: 'error', failure: { code: 'auth', retryable: false } }]);
    expect(asked).toEqual([]);
  });

  test('a server of one’s own is asked', async () => {
    const { asked } = await ask('http://127.0.0.1:9/v1');

    expect(asked).toEqual(['http://127.0.0.1:9/v1/chat/completions']);
  });
});

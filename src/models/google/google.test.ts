import { describe, expect, test } from 'vitest';
import { embedOver } from '../../../test/fake-models/embed-over.ts';
import { startRawServer } from '../../../test/fake-models/raw-server.ts';
import { createExchange } from '../../../test/fake-models/recorded.ts';
import { callOptions, collect, userRequest, wireNamed } from '../../../test/fake-models/wires.ts';

const exchange = createExchange('google');

describe('the Gemini wire', () => {
  test('sends the call back with its signature, and its result', async () => {
    const metadata = { google: { thoughtSignature: 'c2lnbmVk' } };
    const { body, request } = await exchange(
      userRequest('', {
        model: 'gemini-3-pro-preview',
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'go' }] },
          {
            role: 'assistant',
            model: 'google/gemini-3-pro-preview',
            parts: [
              {
                type: 'tool-call',
                callId: 'tool_0_0',
                providerCallId: 'c1',
                tool: 'read_file',
                argumentsText: '{"path":"a"}',
                metadata,
              },
            ],
          },
          {
            role: 'tool',
            results: [{ providerCallId: 'c1', tool: 'read_file', text: 'A', failed: false }],
          },
        ],
      }),
    );

    expect(request.url).toBe('/v1beta/models/gemini-3-pro-preview:streamGenerateContent?alt=sse');
    expect(body).toMatchObject({
      systemInstruction: { parts: [{ text: 'You are a test.' }] },
      contents: [
        { role: 'user' },
        {
          role: 'model',
          parts: [
            {
              functionCall: { name: 'read_file', args: { path: 'a' } },
              thoughtSignature: 'c2lnbmVk',
            },
          ],
        },
        { role: 'user', parts: [{ functionResponse: { name: 'read_file' } }] },
      ],
    });
  });

  test('hands over the call with its signature, and counts thinking as output', async () => {
    const { parts } = await exchange(userRequest('go'));

    expect(parts).toMatchObject([
      { type: 'reasoning', text: 'A file is needed.' },
      { type: 'reasoning-end' },
      { type: 'tool-call', metadata: { google: { thoughtSignature: 'c2lnbmVk' } } },
      {
        type: 'finish',
        usage: { inputTokens: 90, outputTokens: 21, cacheReadTokens: 64, reasoningTokens: 9 },
      },
    ]);
  });

  test.each([
    [400, { status: 'INVALID_ARGUMENT', message: 'API key not valid.' }, { code: 'auth' }],
    [
      429,
      {
        status: 'RESOURCE_EXHAUSTED',
        message: 'You exceeded your current quota, please check your plan and billing details.',
        details: [{ '@type': 'RetryInfo', retryDelay: '36s' }],
      },
      { code: 'rate_limited', retryAfterMs: 36_000 },
    ],
    [
      429,
      {
        status: 'RESOURCE_EXHAUSTED',
        message: 'Quota exceeded.',
        details: [{ violations: [{ quotaId: 'GenerateRequestsPerDayPerProject' }] }],
      },
      { code: 'quota' },
    ],
    [
      400,
      {
        status: 'INVALID_ARGUMENT',
        message: 'The input token count (1200000) exceeds the maximum number of tokens allowed.',
      },
      { code: 'context_overflow' },
    ],
  ])('understands a refusal with %i %j', async (status, error, expected) => {
    const server = await startRawServer((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: status, ...error } }));
    });
    const provider = wireNamed('google').open(server.url);

    const parts = await collect(provider.stream(userRequest('go'), callOptions()));

    await server.stop();
    expect(parts).toMatchObject([{ type: 'error', failure: expected }]);
  });

  test('embeds several texts in one request', async () => {
    const { result } = await embedOver('google', ['a', 'b'], (_, response) => {
      response.end('{"embeddings":[{"values":[1,0]},{"values":[0,1]}]}');
    });

    expect(result).toMatchObject({
      ok: true,
      vectors: [
        [1, 0],
        [0, 1],
      ],
    });
  });
});

import { describe, expect, test } from 'vitest';
import { createExchange } from '../../../test/fake-models/recorded.ts';
import { READ_FILE, userRequest } from '../../../test/fake-models/wires.ts';
import type { ModelMessage } from '../model-provider.ts';

const exchange = createExchange('anthropic');
const MARK = { type: 'ephemeral' };

const HISTORY: readonly ModelMessage[] = [
  { role: 'user', content: [{ type: 'text', text: 'first' }] },
  {
    role: 'assistant',
    model: 'claude/some-model',
    parts: [
      { type: 'reasoning', text: 'hm', metadata: { anthropic: { signature: 'c2lnbmVk' } } },
      { type: 'reasoning', text: 'from a filter, without a signature' },
      {
        type: 'tool-call',
        callId: 'tool_0_0',
        providerCallId: 'toolu_1',
        tool: 'read_file',
        argumentsText: '{"path":',
      },
    ],
  },
  {
    role: 'tool',
    results: [{ providerCallId: 'toolu_1', tool: 'read_file', text: '', failed: true }],
  },
  {
    role: 'assistant',
    model: 'claude/some-model',
    parts: [{ type: 'text', text: 'there is nothing' }],
  },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'and \ud83d this?' },
      { type: 'image', mediaType: 'image/png', base64: 'iVBORw0KGgo=' },
    ],
  },
];

describe('R5 the Anthropic wire', () => {
  test('sends pictures, results, signed thinking and valid arguments as a strict server wants them', async () => {
    const { body } = await exchange(userRequest('', { messages: HISTORY }));

    expect(body['messages']).toMatchObject([
      { role: 'user', content: [{ type: 'text', text: 'first' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'c2lnbmVk' },
          { type: 'tool_use', id: 'toolu_1', name: 'read_file', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: '(no output)', is_error: true },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'there is nothing' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'and \ufffd this?' },
          {
            type: 'image',
            source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
          },
        ],
      },
    ]);
    expect(body['messages']).toHaveLength(5);
  });

  test('sends no thinking that led to nothing, and no message that is empty without it', async () => {
    const thought = {
      type: 'reasoning',
      text: 'hm',
      metadata: { anthropic: { signature: 'c2lnbmVk' } },
    } as const;
    const messages: ModelMessage[] = [
      { role: 'user', content: [{ type: 'text', text: 'one' }] },
      { role: 'assistant', model: 'claude/some-model', parts: [thought] },
      { role: 'user', content: [{ type: 'text', text: 'two' }] },
      {
        role: 'assistant',
        model: 'claude/some-model',
        parts: [{ type: 'text', text: 'so' }, thought, { type: 'text', text: ' \n' }],
      },
      { role: 'user', content: [{ type: 'text', text: ' ' }] },
    ];

    const { body } = await exchange(userRequest('', { messages }));

    expect(body['messages']).toMatchObject([
      { role: 'user', content: [{ text: 'one' }, { text: 'two' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'so' }] },
      { role: 'user', content: [{ text: '(no text)' }] },
    ]);
  });

  test('marks tools, system, the end of the stable history and the last message for the cache', async () => {
    const { body } = await exchange(userRequest('', { messages: HISTORY }));

    expect(body['system']).toEqual([
      { type: 'text', text: 'You are a test.', cache_control: MARK },
    ]);
    expect(body['tools']).toMatchObject([{ name: 'read_file', cache_control: MARK }]);
    const marked = (body['messages'] as { content: { cache_control?: unknown }[] }[]).map(
      ({ content }) => content.map((part) => part.cache_control !== undefined),
    );
    expect(marked).toEqual([[false], [false, false], [false], [true], [false, true]]);
  });

  test('marks nothing when the cache is switched off', async () => {
    const { request } = await exchange(userRequest('hi'), { settings: { cache: false } });

    expect(request.body).not.toContain('cache_control');
  });

  test.each([
    ['auto', 'auto'],
    ['none', 'none'],
    ['required', 'any'],
  ] as const)('keeps the tools defined and asks for tool choice %s', async (toolChoice, type) => {
    const { body } = await exchange(userRequest('hi', { toolChoice }));

    expect(body['tools']).toMatchObject([{ name: READ_FILE.name }]);
    expect(body['tool_choice']).toMatchObject({ type });
  });

  test('hands thinking back with its signature, and counts what was read from and written to the cache', async () => {
    const { parts } = await exchange(userRequest('hi'));

    expect(parts).toEqual([
      { type: 'reasoning', text: 'A file is needed.' },
      { type: 'reasoning-end', metadata: { anthropic: { signature: 'c2lnbmVk' } } },
      {
        type: 'tool-call',
        providerCallId: 'toolu_a1',
        tool: 'write_file',
        argumentsText: '{"path":"a.txt","content":"买\\n牛奶"}',
      },
      {
        type: 'finish',
        reason: 'tool-calls',
        usage: {
          inputTokens: 90,
          outputTokens: 21,
          cacheReadTokens: 64,
          cacheWriteTokens: 6,
          reasoningTokens: 0,
        },
      },
    ]);
  });

  test('keeps redacted thinking, which has no words, for the way back', async () => {
    const answer = [
      '{"type":"message_start","message":{"id":"m","model":"c","usage":{"input_tokens":1,"output_tokens":1}}}',
      '{"type":"content_block_start","index":0,"content_block":{"type":"redacted_thinking","data":"c2VhbGVk"}}',
      '{"type":"content_block_stop","index":0}',
      '{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":2}}',
      '{"type":"message_stop"}',
    ]
      .map((data) => `data: ${data}\n\n`)
      .join('');

    const { parts } = await exchange(userRequest('hi'), { answer });

    expect(parts[0]).toEqual({
      type: 'reasoning-end',
      metadata: { anthropic: { redactedData: 'c2VhbGVk' } },
    });
  });

  test('keeps a call that the length limit cut, with the reason length', async () => {
    const answer = [
      '{"type":"message_start","message":{"id":"m","model":"c","usage":{"input_tokens":1,"output_tokens":1}}}',
      '{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"write_file","input":{}}}',
      '{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"path\\":\\"a"}}',
      '{"type":"content_block_stop","index":0}',
      '{"type":"message_delta","delta":{"stop_reason":"max_tokens","stop_sequence":null},"usage":{"output_tokens":2}}',
      '{"type":"message_stop"}',
    ]
      .map((data) => `data: ${data}\n\n`)
      .join('');

    const { parts } = await exchange(userRequest('hi', { maxOutputTokens: 16 }), { answer });

    expect(parts).toMatchObject([
      { type: 'tool-call', argumentsText: '{"path":"a' },
      { type: 'finish', reason: 'length' },
    ]);
  });
});

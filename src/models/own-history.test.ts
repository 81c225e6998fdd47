import { describe, expect, test } from 'vitest';
import type { AssistantPart } from '../protocol/message.ts';
import type { ModelMessage } from './model-provider.ts';
import { toOwnHistory } from './own-history.ts';

const call = (providerCallId: string): AssistantPart => ({
  type: 'tool-call',
  callId: 'tool_0_0',
  providerCallId,
  tool: 'read_file',
  argumentsText: '{}',
  metadata: { google: { thoughtSignature: 's' } },
});
const thought: AssistantPart = { type: 'reasoning', text: 'hm', metadata: { x: { y: 1 } } };
const result = (providerCallId: string, text = providerCallId) => ({
  providerCallId,
  tool: 'read_file',
  text,
  failed: false,
});
const written = (model: string, ...parts: AssistantPart[]): ModelMessage => ({
  role: 'assistant',
  model,
  parts,
});

const target = { provider: 'a', model: 'vendor/one' };

function idsOf(messages: readonly ModelMessage[]) {
  return messages.flatMap((message) => {
    if (message.role === 'tool') return message.results.map(({ providerCallId }) => providerCallId);
    if (message.role === 'user') return [];
    return message.parts.flatMap((part) =>
      part.type === 'tool-call' ? [part.providerCallId] : [],
    );
  });
}

describe('UO1 the history as another model sees it', () => {
  test('is untouched for the model that wrote it', () => {
    const messages = [
      written('a/vendor/one', thought, call('call_1')),
      { role: 'tool', results: [result('call_1')] } as const,
    ];

    expect(toOwnHistory(messages, target)).toEqual(messages);
  });

  test('keeps signatures of calls within a provider, but not the reasoning of another model', () => {
    const [message] = toOwnHistory([written('a/other', thought, call('call_1'))], target);

    expect(message).toMatchObject({
      parts: [{ type: 'tool-call', metadata: { google: { thoughtSignature: 's' } } }],
    });
  });

  test('holds no reasoning, no signature and no call id of another provider', () => {
    const messages = toOwnHistory(
      [
        written('b/two', thought, { type: 'text', text: 'so' }, call('functions.read:0')),
        { role: 'tool', results: [result('functions.read:0')] },
      ],
      target,
    );

    expect(messages).toMatchObject([
      { parts: [{ type: 'text' }, { type: 'tool-call', providerCallId: 'call00001' }] },
      { results: [{ providerCallId: 'call00001' }] },
    ]);
    expect(JSON.stringify(messages)).not.toContain('thoughtSignature');
  });

  test('has one id for each call and its result, also where a provider repeats or omits them', () => {
    const messages = toOwnHistory(
      [
        written('a/vendor/one', call('call_0'), call('call_0'), call('')),
        {
          role: 'tool',
          results: [result('call_0', 'first'), result('call_0', 'second'), result('', 'third')],
        },
        written('a/vendor/one', call('call_0')),
        { role: 'tool', results: [result('call_0', 'fourth')] },
      ],
      target,
    );

    const ids = idsOf(messages);
    expect(ids).toEqual([
      ...['call_0', 'call00001', 'call00002'],
      ...['call_0', 'call00001', 'call00002'],
      ...['call00003', 'call00003'],
    ]);
  });

  test('begins with the same bytes when it grows', () => {
    const first = [written('b/two', call('x')), { role: 'tool', results: [result('x')] } as const];
    const grown = [...first, written('a/vendor/one', call('y'))];

    expect(toOwnHistory(grown, target).slice(0, 2)).toEqual(toOwnHistory(first, target));
  });
});

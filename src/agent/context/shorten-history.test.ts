import { describe, expect, test } from 'vitest';
import type { Message } from '../../protocol/message.ts';
import { trustedOrigin } from '../../protocol/origin.ts';
import type { MessageRecord } from '../../storage/records.ts';
import { fitByShortening, shortenHistory } from './shorten-history.ts';

const origin = trustedOrigin('user');
const LONG = 'x'.repeat(1_000);

const called: Message = {
  role: 'assistant',
  model: 'm',
  parts: [
    { type: 'reasoning', text: LONG },
    { type: 'text', text: LONG },
    {
      type: 'tool-call',
      callId: 'tool_0_0',
      providerCallId: 'p',
      tool: 'write_file',
      argumentsText: JSON.stringify({ content: LONG }),
    },
  ],
};
const asked: Message = {
  role: 'user',
  principal: 'cli:0',
  content: [
    { type: 'text', text: LONG, origin },
    {
      type: 'image',
      mediaType: 'image/png',
      name: 'a.png',
      source: { kind: 'artifact', artifactId: 'art_1' },
      origin,
    },
  ],
};
const result: Message = {
  role: 'tool',
  callId: 'tool_0_0',
  providerCallId: 'p',
  tool: 'write_file',
  outcome: 'ok',
  text: LONG,
  origin,
};

const records: MessageRecord[] = [asked, called, result, called, result].map((message, index) => ({
  sessionKey: 'cli:a',
  seq: index + 1,
  turnId: 'turn_1',
  ordinal: index,
  message,
  at: 0,
}));

const estimate = (message: Message) => JSON.stringify(message).length;
const total = (some: readonly MessageRecord[]) =>
  some.reduce((sum, { message }) => sum + estimate(message), 0);
const fitted = (budgetTokens: number) =>
  fitByShortening({ records, earlier: undefined, budgetTokens, estimate });

describe('fitByShortening', () => {
  test('shortens nothing while everything fits', () => {
    expect(fitted(total(records))).toBeUndefined();
  });

  test('takes results first, the oldest first, then everything', () => {
    expect(fitted(total(records) - 1)).toEqual({ resultsUpTo: 5, allUpTo: 2 });
    expect(fitted(total(records) * 1.3)).toBeUndefined();
    expect(
      fitByShortening({
        records,
        earlier: { resultsUpTo: 3, allUpTo: 0 },
        budgetTokens: 9_999,
        estimate,
      }),
    ).toEqual({ resultsUpTo: 3, allUpTo: 0 });
  });

  test('comes to rest within the budget where anything can be done', () => {
    for (let budget = 3_000; budget < total(records); budget += 137) {
      expect(total(shortenHistory(records, fitted(budget)))).toBeLessThanOrEqual(budget);
    }
  });
});

describe('shortenHistory', () => {
  test('keeps every call and result, arguments that are JSON, and says what is left out', () => {
    const shown = shortenHistory(records, { resultsUpTo: 5, allUpTo: 4 });

    const texts = shown.map(({ message }) => JSON.stringify(message));
    expect(shown.map(({ message }) => message.role)).toEqual(
      records.map(({ message }) => message.role),
    );
    expect(texts.every((text) => text.includes('left out to make room'))).toBe(true);
    expect(texts[0]).toContain('attachment a.png left out');
    const [, { message } = { message: asked }] = shown;
    const parts = message.role === 'assistant' ? message.parts : [];
    expect(parts.map(({ type }) => type)).toEqual(['text', 'tool-call']);
    const call = parts.find((part) => part.type === 'tool-call');
    expect(JSON.parse(call?.argumentsText ?? '')).toHaveProperty('shortened');
  });

  test('leaves what is short as it is', () => {
    const short: MessageRecord[] = [
      { ...(records[2] as MessageRecord), message: { ...result, text: 'ok' } },
    ];

    expect(shortenHistory(short, { resultsUpTo: 9, allUpTo: 9 })).toEqual(short);
  });
});

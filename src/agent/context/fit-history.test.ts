import { describe, expect, test } from 'vitest';
import type { Message } from '../../protocol/message.ts';
import { trustedOrigin } from '../../protocol/origin.ts';
import type { MessageRecord } from '../../storage/records.ts';
import { estimateMessageTokens } from './estimate.ts';
import { fitHistory } from './fit-history.ts';

const estimate = () => 10;

/** `count` rounds of four messages each: asked, call, result, answered. */
function rounds(count: number): MessageRecord[] {
  return Array.from({ length: count }, (_, round) => messagesOf(round)).flatMap((messages, round) =>
    messages.map((message, index) => ({
      sessionKey: 'cli:a',
      seq: round * 4 + index + 1,
      turnId: `turn_${round}`,
      ordinal: index,
      message,
      at: round,
    })),
  );
}

function messagesOf(round: number): Message[] {
  const origin = trustedOrigin('user');
  const call = {
    type: 'tool-call',
    callId: 'tool_0_0',
    providerCallId: `p${round}`,
    tool: 'read_file',
    argumentsText: '{}',
  } as const;
  return [
    { role: 'user', principal: 'cli:0', content: [{ type: 'text', text: `ask ${round}`, origin }] },
    { role: 'assistant', model: 'm', parts: [call] },
    {
      role: 'tool',
      callId: 'tool_0_0',
      providerCallId: `p${round}`,
      tool: 'read_file',
      outcome: 'ok',
      text: `result ${round}`,
      origin,
    },
    { role: 'assistant', model: 'm', parts: [{ type: 'text', text: `answer ${round}` }] },
  ];
}

function longResult(record: MessageRecord, characters: number): MessageRecord {
  const { message } = record;
  if (message.role !== 'tool') return record;
  return { ...record, message: { ...message, text: 'x'.repeat(characters) } };
}

const options = { keepFirstMessages: 3, keepRecentRounds: 2, estimate, earlierCut: undefined };

describe('L6 fitHistory', () => {
  test('cuts nothing while everything fits', () => {
    const fitted = fitHistory({ ...options, records: rounds(5), budgetTokens: 200 });

    expect(fitted).toEqual({ cut: undefined, leftOut: [] });
  });

  test('keeps the first round and the latest ones, whole', () => {
    const { cut, leftOut } = fitHistory({ ...options, records: rounds(20), budgetTokens: 240 });

    expect(cut).toMatchObject({ fromSeq: 5, by: 'digest' });
    expect((cut?.toSeq ?? 0) % 4).toBe(0);
    expect(leftOut[0]?.turnId).toBe('turn_1');
    expect(80 - (cut?.toSeq ?? 0)).toBeGreaterThanOrEqual(8);
  });

  test('lists in the digest what was asked, which tools ran and how it ended', () => {
    const { cut } = fitHistory({ ...options, records: rounds(20), budgetTokens: 240 });

    expect(cut?.digest).toContain('asked: ask 1');
    expect(cut?.digest).toContain('read_file: ok, result 1');
    expect(cut?.digest).toContain('answered: answer 1');
  });

  test('lets an earlier cut only grow, with its digest at the head of the new one', () => {
    const all = rounds(40);
    const first = fitHistory({ ...options, records: all.slice(0, 80), budgetTokens: 240 }).cut;
    const left = all.filter(({ seq }) => seq < 5 || seq > (first?.toSeq ?? 0));

    const second = fitHistory({ ...options, records: left, budgetTokens: 240, earlierCut: first });

    expect(second.cut?.fromSeq).toBe(first?.fromSeq);
    expect(second.cut?.toSeq).toBeGreaterThan(first?.toSeq ?? 0);
    expect(second.cut?.digest).toContain('asked: ask 1\n');
  });

  test('keeps the latest round and the beginning, however long, if they fit once they are shortened', () => {
    const records = rounds(3).map((record) => longResult(record, 10_000));
    const long = { ...options, estimate: estimateMessageTokens };

    const { cut } = fitHistory({ ...long, records, budgetTokens: 600 });

    expect(cut).toMatchObject({ fromSeq: 5, toSeq: 8 });
  });

  test('lets go of what would not even fit so', () => {
    const records = rounds(3).map((record) => longResult(record, 10_000));
    const long = { ...options, estimate: estimateMessageTokens };

    const narrow = fitHistory({ ...long, records, budgetTokens: 150 });
    const none = fitHistory({ ...long, records, budgetTokens: 20 });

    expect(narrow.cut).toMatchObject({ fromSeq: 5, toSeq: 12 });
    expect(none.cut).toMatchObject({ fromSeq: 1, toSeq: 12 });
  });

  test('keeps every call with its result, whatever the budget', () => {
    for (let budgetTokens = 0; budgetTokens < 900; budgetTokens += 7) {
      const records = rounds(20);
      const { cut } = fitHistory({ ...options, records, budgetTokens });
      const kept = records.filter(
        ({ seq }) => cut === undefined || seq < cut.fromSeq || seq > cut.toSeq,
      );
      const calls = kept.filter(({ message }) => message.role === 'tool').length;

      expect(kept.length).toBe(calls * 4);
    }
  });
});

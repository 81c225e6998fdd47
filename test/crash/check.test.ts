import { describe, expect, test } from 'vitest';
import type { Arrival } from '../tools/counting-sink.ts';
import { checkEvidence, type Finding } from './check.ts';
import type { Evidence, MessageEvidence, MessageRecord } from './evidence.ts';
import { answerTo } from './plan.ts';

const RECORD: MessageRecord = {
  seq: 1,
  state: 'done',
  startedAt: 1_000,
  endedAt: 2_000,
  outcomes: { 'a/tool_0_0': 'ok', 'a/tool_0_1': 'ok' },
  reply: 'sent',
};

const FIRST: MessageEvidence = {
  id: 'a',
  session: 's',
  acknowledged: true,
  effects: [
    { label: 'a/tool_0_0', kind: 'unsafe' },
    { label: 'a/tool_0_1', kind: 'put' },
  ],
  record: RECORD,
};

const SECOND: MessageEvidence = {
  id: 'b',
  session: 's',
  acknowledged: true,
  effects: [{ label: 'b/tool_0_0', kind: 'unsafe' }],
  record: { ...RECORD, seq: 2, startedAt: 2_000, endedAt: 3_000, outcomes: { 'b/tool_0_0': 'ok' } },
};

const effect = (label: string, key = `key of ${label}`): Arrival => ({
  kind: 'effect',
  label,
  key,
});

const reply = (
  id: string,
  more: Partial<Extract<Arrival, { kind: 'delivery' }>> = {},
): Arrival => ({
  kind: 'delivery',
  id: `turn of ${id}`,
  replyTo: `cli:${id}`,
  text: answerTo(id).join(''),
  ...more,
});

const ARRIVALS: readonly Arrival[] = [
  effect('a/tool_0_0'),
  effect('a/tool_0_1'),
  reply('a'),
  effect('b/tool_0_0'),
  reply('b'),
];

const HONEST: Evidence = { deduplicates: false, messages: [FIRST, SECOND], arrivals: ARRIVALS };

function kindsOf(evidence: Partial<Evidence>): Finding['kind'][] {
  return checkEvidence({ ...HONEST, ...evidence }).map(({ kind }) => kind);
}

const withFirst = (more: Partial<MessageEvidence>) => ({
  messages: [{ ...FIRST, ...more }, SECOND],
});
const withRecord = (more: Partial<MessageRecord>) => withFirst({ record: { ...RECORD, ...more } });
const without = (gone: number) => ({ arrivals: ARRIVALS.filter((_, index) => index !== gone) });

test('finds nothing in evidence where every promise was kept', () => {
  expect(checkEvidence(HONEST)).toEqual([]);
});

describe('calls lost', () => {
  test.each<[string, Partial<Evidence>]>([
    [
      'an acknowledged message that the runtime does not know',
      { ...withFirst({ record: undefined }), arrivals: ARRIVALS.slice(3) },
    ],
    ['a message that stays in the queue', withRecord({ state: 'queued' })],
    ['a turn that stays open', withRecord({ state: 'running' })],
    ['a reply that is said to be sent and did not arrive', without(2)],
    ['a reply that still waits', { ...without(2), ...withRecord({ reply: 'queued' }) }],
    ['a reply that was never written', { ...without(2), ...withRecord({ reply: undefined }) }],
    [
      'an effect that was never tried',
      { ...without(1), ...withRecord({ outcomes: { 'a/tool_0_0': 'ok' } }) },
    ],
    ['an effect that is said to have happened and did not', without(0)],
    [
      'an effect that happened and is said to have failed',
      withRecord({ outcomes: { ...RECORD.outcomes, 'a/tool_0_0': 'error' } }),
    ],
  ])('%s', (_, evidence) => {
    expect(kindsOf(evidence)).toContain('lost');
  });

  test('but not a message whose sender was never told that it was taken', () => {
    const refused = withFirst({ record: undefined, acknowledged: false });

    expect(kindsOf({ ...refused, arrivals: ARRIVALS.slice(3) })).toEqual([]);
  });

  test('but not one that ended in a stated failure', () => {
    const failed = withRecord({ state: 'quarantined', outcomes: {} });

    expect(kindsOf({ ...failed, arrivals: ARRIVALS.slice(2) })).toEqual(['failed']);
  });
});

describe('calls repeated', () => {
  test.each<[string, Partial<Evidence>]>([
    ['an unsafe effect that happened twice', { arrivals: [effect('a/tool_0_0'), ...ARRIVALS] }],
    [
      'an unsafe effect that happened twice under two keys',
      { arrivals: [effect('a/tool_0_0', 'other'), ...ARRIVALS] },
    ],
    [
      'a safe effect that came with another key',
      { arrivals: [effect('a/tool_0_1', 'other'), ...ARRIVALS].toSorted(byLabel) },
    ],
    [
      'an unknown effect that happened twice',
      {
        arrivals: [effect('a/tool_0_0'), ...ARRIVALS],
        ...withRecord({ outcomes: { ...RECORD.outcomes, 'a/tool_0_0': 'unknown' } }),
      },
    ],
    ['a reply that was sent twice', { arrivals: [...ARRIVALS, reply('b')] }],
    [
      'a message with two replies on a platform that drops copies',
      { deduplicates: true, arrivals: [...ARRIVALS, reply('b', { id: 'another turn' })] },
    ],
  ])('%s', (_, evidence) => {
    expect(kindsOf(evidence)).toEqual(expect.arrayContaining(['repeated']));
  });

  test('but not a safe effect that came again with its key', () => {
    const again = [ARRIVALS[0], ARRIVALS[1], ...ARRIVALS.slice(1)] as Arrival[];

    expect(kindsOf({ arrivals: again })).toEqual([]);
  });

  test('but not a copy that the platform drops', () => {
    expect(kindsOf({ deduplicates: true, arrivals: [...ARRIVALS, reply('b')] })).toEqual([]);
  });
});

describe('calls disordered', () => {
  test.each<[string, Partial<Evidence>]>([
    ['messages accepted in another order than sent', withRecord({ seq: 3 })],
    ['a turn that begins before the one before it has ended', withRecord({ endedAt: 2_500 })],
    [
      'replies that arrive in another order',
      { arrivals: [...ARRIVALS.slice(0, 2), ...ARRIVALS.slice(3), reply('a')] },
    ],
    [
      'an effect of the second message before the first is answered',
      { arrivals: [effect('b/tool_0_0'), ...ARRIVALS.filter((_, at) => at !== 3)] },
    ],
    [
      'effects of one message in another order than proposed',
      { arrivals: [effect('a/tool_0_1'), effect('a/tool_0_0'), ...ARRIVALS.slice(2)] },
    ],
    [
      'a message answered with the answer to another',
      { arrivals: [...ARRIVALS.slice(0, 4), reply('b', { text: answerTo('a').join('') })] },
    ],
    [
      'an answer whose text stands there twice',
      {
        arrivals: [...ARRIVALS.slice(0, 4), reply('b', { text: answerTo('b').join('').repeat(2) })],
      },
    ],
  ])('%s', (_, evidence) => {
    expect(kindsOf(evidence)).toEqual(['disordered']);
  });

  test('but not sessions that overtake each other', () => {
    const elsewhere = {
      ...SECOND,
      session: 't',
      record: { ...SECOND.record, seq: 1, startedAt: 1 },
    };
    const messages = [FIRST, elsewhere as MessageEvidence];

    expect(
      kindsOf({ messages, arrivals: [...ARRIVALS.slice(3), ...ARRIVALS.slice(0, 3)] }),
    ).toEqual([]);
  });
});

describe('counts as unknown, and as nothing worse', () => {
  const outcomes = { ...RECORD.outcomes, 'a/tool_0_0': 'unknown' };

  test.each<[string, Partial<Evidence>]>([
    ['an effect that happened', withRecord({ outcomes })],
    ['an effect that did not happen', { ...withRecord({ outcomes }), ...without(0) }],
    ['a reply that arrived', withRecord({ reply: 'unknown' })],
    ['a reply that did not arrive', { ...withRecord({ reply: 'unknown' }), ...without(2) }],
  ])('%s', (_, evidence) => {
    expect(kindsOf(evidence)).toEqual(['unknown']);
  });
});

function byLabel(a: Arrival, b: Arrival): number {
  return a.kind === 'effect' && b.kind === 'effect' ? a.label.localeCompare(b.label) : 0;
}

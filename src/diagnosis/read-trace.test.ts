import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '../storage/index.ts';
import {
  approval,
  begin,
  claim,
  finish,
  inbound,
  NO_LIMITS,
  outbound,
  step,
  turn,
} from '../storage/samples.contract.ts';
import type { Storage } from '../storage/storage.ts';
import { journalToSpans } from './journal-to-spans.ts';
import { listTraces } from './list-traces.ts';
import { readTrace } from './read-trace.ts';

const NOW = { now: 10_000, runtimeAlive: false };

let storage: Storage;

beforeEach(async () => {
  storage = await openStorage('sqlite', { dataDir: ':memory:', durability: 'full', now: () => 1 });
});

afterEach(() => storage.close());

/** One answered message in chat a, an open one in chat b, one queued in chat c, one turned away. */
async function fill(): Promise<void> {
  await storage.inbox.accept(inbound('1', 'a'), NO_LIMITS);
  const lease = await claim(storage);
  const first = await begin(storage, lease);
  await storage.commit(
    [
      {
        op: 'put-step',
        step: step(first.id, 'tool_0_0', { status: 'done', endedAt: 3, outcome: 'ok' }),
      },
      { op: 'put-approval', approval: approval('ap', first.id, { state: 'used', decidedAt: 2 }) },
      { op: 'put-approval', approval: approval('other', 'another turn') },
      { op: 'enqueue-delivery', event: outbound('o1', 'a'), turnId: first.id },
      { op: 'enqueue-delivery', event: outbound('o2', 'a'), turnId: first.id },
    ],
    lease,
  );
  await finish(storage, lease, { ...first, endedAt: 5, errorId: 'err_7' });
  await storage.inbox.accept(inbound('2', 'b'), NO_LIMITS);
  await begin(storage, await claim(storage));
  await storage.inbox.accept(inbound('3', 'c'), NO_LIMITS);
  const receipt = { sessionKey: 'cli:a', channel: 'cli', reason: 'session', at: 9 } as const;
  await storage.commit([
    { op: 'put-receipt', receipt: { ...receipt, traceId: 'r', outcome: 'busy' } },
  ]);
}

describe('readTrace', () => {
  test.each(['trace-1', 't-1', '1', 'err_7'])('finds a turn by %s', async (id) => {
    await fill();

    const journal = await readTrace(storage, id);

    expect(journal).toMatchObject({ traceId: 'trace-1', turn: { id: 't-1' }, inbound: { seq: 1 } });
    expect(journal?.steps.map(({ name }) => name)).toEqual(['tool_0_0']);
    expect(journal?.approvals.map((found) => found.id)).toEqual(['ap']);
    expect(journal?.deliveries.map(({ event }) => event.id)).toEqual(['o1', 'o2']);
  });

  test('finds what waits and what was turned away', async () => {
    await fill();

    const waiting = await readTrace(storage, 'trace-3');
    const refused = await readTrace(storage, 'r');

    expect(waiting).toMatchObject({ traceId: 'trace-3', inbound: { state: 'queued' } });
    expect(refused).toMatchObject({ traceId: 'r', receipt: { outcome: 'busy' } });
    expect(refused && journalToSpans(refused, NOW)).toHaveLength(1);
  });

  test('finds a turn by its error however many turns came after it', async () => {
    await fill();
    const later = Array.from({ length: 1_001 }, (_, n) =>
      turn(`later-${n}`, 'a', { state: 'done', startedAt: 2 + n }),
    );
    await storage.commit(later.map((each) => ({ op: 'put-turn', turn: each }) as const));

    expect(await readTrace(storage, 'err_7')).toMatchObject({ turn: { id: 't-1' } });
  });

  test('is undefined for what nobody knows', async () => {
    await fill();

    expect(await readTrace(storage, 'nothing')).toBeUndefined();
  });
});

describe('listTraces', () => {
  test('lists turns, what waits and what was turned away, the newest first', async () => {
    await fill();

    const traces = await listTraces(storage, { limit: 10 }, NOW);

    expect(traces.map(({ traceId, outcome }) => [traceId, outcome])).toEqual(
      expect.arrayContaining([
        ['r', 'busy'],
        ['trace-1', 'done'],
        ['trace-2', 'interrupted'],
        ['trace-3', 'queued'],
      ]),
    );
    expect(traces[0]?.traceId).toBe('r');
  });

  test('V20 calls an open turn interrupted only while no runtime is alive', async () => {
    await fill();

    const alive = await listTraces(storage, { limit: 10 }, { ...NOW, runtimeAlive: true });

    expect(alive.find(({ traceId }) => traceId === 'trace-2')?.outcome).toBe('running');
  });

  test('lists the messages that came last, when more wait than are asked for', async () => {
    for (const id of ['m1', 'm2', 'm3']) await storage.inbox.accept(inbound(id), NO_LIMITS);

    const traces = await listTraces(storage, { limit: 2 }, NOW);

    expect(traces.map(({ traceId }) => traceId).sort()).toEqual(['trace-m2', 'trace-m3']);
  });

  test('filters by session and by outcome, and keeps the limit', async () => {
    await fill();

    const bySession = await listTraces(storage, { sessionKey: 'cli:a', limit: 10 }, NOW);
    const byOutcome = await listTraces(storage, { outcome: 'queued', limit: 10 }, NOW);
    const one = await listTraces(storage, { limit: 1 }, NOW);

    expect(bySession.map(({ traceId }) => traceId)).toEqual(['r', 'trace-1']);
    expect(byOutcome.map(({ traceId }) => traceId)).toEqual(['trace-3']);
    expect(one).toHaveLength(1);
  });
});

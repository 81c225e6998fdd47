import { describe, expect, test } from 'vitest';
import { workerOf } from '../protocol/worker-session.ts';
import { answering, createInboundBed, inboundEvent } from '../testing/inbound-bed.ts';
import { createLanes } from './lanes.ts';

const LIMITS = { maxConcurrentTurns: 2, maxParallelWorkers: 1, leaseMs: 1_000 };

/** The order to a worker at this depth. */
function order(key: string, depth: number) {
  const { address, sessionKey } = workerOf(key, depth);
  return { ...inboundEvent(key), address, sessionKey };
}

describe('the places of workers', () => {
  test('are none of those of conversations, and each depth has its own', async () => {
    const bed = await createInboundBed({ maxConcurrentTurns: 1, maxParallelWorkers: 1 });
    const done: [string, number][] = [];
    const work = answering(bed, { ms: 100, done: (id, at) => done.push([id, at]) });
    const events = [
      ...[inboundEvent('one', 'a'), inboundEvent('two', 'b')],
      ...[order('w1', 1), order('w2', 1), order('deep', 2)],
    ];
    for (const event of events) await bed.bus.accept(event);
    void bed.run(work);

    await bed.advance(100);
    const early = done.map(([id]) => id);
    await bed.advance(100);

    expect(early.toSorted()).toEqual(['@agent:deep', '@agent:w1', 'one']);
    expect(
      done
        .slice(3)
        .map(([id]) => id)
        .toSorted(),
    ).toEqual(['@agent:w2', 'two']);
  });

  test('are asked about only when something may have come, or in the time of a lease', () => {
    const lanes = createLanes(LIMITS);
    const asked = (now: number) => lanes.open(now).map(({ keys }) => keys.within ?? 'people');
    for (const lane of lanes.open(0)) lane.look(0).foundNothing();

    const quiet = asked(500);
    lanes.expectWorkers();
    const expected = asked(500);
    for (const lane of lanes.open(500)) lane.look(500).foundNothing();

    expect(quiet).toEqual(['people']);
    expect(expected).toContain('agent:1-');
    expect([asked(1_400), asked(1_500).length]).toEqual([['people'], 6]);
  });

  test('are looked at again when something came while nothing was found', () => {
    const lanes = createLanes(LIMITS);
    const looks = lanes.open(0).map((lane) => lane.look(0));

    lanes.expectWorkers();
    for (const look of looks) look.foundNothing();

    expect(lanes.open(1)).toHaveLength(6);
  });
});

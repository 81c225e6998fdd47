import { describe, expect, test } from 'vitest';
import type { ClaimRequest } from '../storage/inbox-store.ts';
import { answering, createInboundBed, inboundEvent, LEASE_MS } from '../testing/inbound-bed.ts';

describe('L1 sessions', () => {
  test('run side by side: twenty of 200 ms each are done after 200 ms', async () => {
    const bed = await createInboundBed({ maxConcurrentTurns: 20 });
    const doneAt: number[] = [];
    for (let n = 0; n < 20; n += 1) await bed.bus.accept(inboundEvent(`in-${n}`, `chat-${n}`));

    void bed.run(answering(bed, { ms: 200, done: (_id, at) => doneAt.push(at) }));
    await bed.advance(200);

    expect(doneAt).toEqual(Array.from({ length: 20 }, () => 200));
  });

  test('never more at once than are allowed to, and the one that waited longest first', async () => {
    const bed = await createInboundBed({ maxConcurrentTurns: 4 });
    const done: [string, number][] = [];
    let active = 0;
    let most = 0;
    for (let n = 0; n < 10; n += 1) await bed.bus.accept(inboundEvent(`in-${n}`, `chat-${n}`));
    const work = answering(bed, { ms: 100, done: (id, at) => done.push([id, at]) });

    void bed.run(async (lease, signal) => {
      active += 1;
      most = Math.max(most, active);
      await work(lease, signal);
      active -= 1;
    });
    await bed.advance(300);

    expect(most).toBe(4);
    expect(done.map(([id]) => id)).toEqual(Array.from({ length: 10 }, (_, n) => `in-${n}`));
    expect(done.map(([, at]) => at)).toEqual([100, 100, 100, 100, 200, 200, 200, 200, 300, 300]);
  });

  test.each([25 * 3_600_000, -3_600_000])(
    'are never worked on twice at once when the clock jumps by %i ms',
    async (jump) => {
      const bed = await createInboundBed();
      let offset = 0;
      const clock = { ...bed.clock, now: () => bed.clock.now() + offset };
      const bus = bed.open('jumping', { clock });
      const finished = Promise.withResolvers<void>();
      const signals: AbortSignal[] = [];
      await bus.accept(inboundEvent('in-1'));
      void bed.run(async (_lease, signal) => {
        signals.push(signal);
        await finished.promise;
      }, bus);
      await bed.advance(1);

      offset = jump;
      bus.wake();
      await bed.advance(2 * LEASE_MS);

      expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
      finished.resolve();
    },
  );

  test('each answer one message after the other, in the order in which they came', async () => {
    const bed = await createInboundBed();
    const done: [string, number][] = [];
    void bed.run(answering(bed, { ms: 50, done: (id, at) => done.push([id, at]) }));

    await Promise.all(['1', '2', '3'].map((id) => bed.bus.accept(inboundEvent(id))));
    await bed.advance(150);

    expect(done).toEqual([
      ['1', 50],
      ['2', 100],
      ['3', 150],
    ]);
  });
});

describe('L2 a full queue', () => {
  test('refuses the sender, names the limit, and loses nothing that was accepted', async () => {
    const bed = await createInboundBed({ limits: { perSession: 2, total: 3 } });
    const done: string[] = [];
    const offered = [
      inboundEvent('a1', 'a'),
      inboundEvent('a2', 'a'),
      inboundEvent('a3', 'a'),
      inboundEvent('b1', 'b'),
      inboundEvent('b2', 'b'),
    ];

    const answers = await Promise.all(offered.map((each) => bed.bus.accept(each)));
    void bed.run(answering(bed, { ms: 1, done: (id) => done.push(id) }));
    await bed.advance(10);
    const later = await bed.bus.accept(inboundEvent('a3', 'a'));

    expect(answers).toMatchObject([
      { outcome: 'accepted' },
      { outcome: 'accepted' },
      { outcome: 'full', limit: 'session' },
      { outcome: 'accepted' },
      { outcome: 'full', limit: 'total' },
    ]);
    expect(done.toSorted()).toEqual(['a1', 'a2', 'b1']);
    expect(later.outcome).toBe('accepted');
  });
});

describe('US10 US11 one platform event', () => {
  test('is one message, however often it is delivered, also after a restart', async () => {
    const bed = await createInboundBed();
    const done: string[] = [];
    const work = answering(bed, { ms: 1, done: (id) => done.push(id) });
    const delivered = () => bed.bus.accept(inboundEvent('update-7'));

    const before = await Promise.all([1, 2, 3].map(delivered));
    void bed.run(work);
    await bed.advance(10);
    const restarted = bed.open('two');
    const after = [await restarted.accept(inboundEvent('update-7')), await delivered()];
    void bed.run(work, restarted);
    await bed.advance(10);

    expect(before.map(({ outcome }) => outcome)).toEqual(['accepted', 'duplicate', 'duplicate']);
    expect(after).toMatchObject([
      { outcome: 'duplicate', record: { event: { traceId: 'trace-update-7' } } },
      { outcome: 'duplicate', record: { state: 'done' } },
    ]);
    expect(done).toEqual(['update-7']);
  });
});

describe('a session whose work throws', () => {
  test('is reported, does not hold up the others, and is tried again when its lease is over', async () => {
    const bed = await createInboundBed();
    const done: string[] = [];
    const work = answering(bed, { ms: 1, done: (id) => done.push(id) });
    let broken = true;
    await bed.bus.accept(inboundEvent('bad', 'bad'));
    await bed.bus.accept(inboundEvent('good', 'good'));

    void bed.run(async (lease, signal) => {
      if (broken && lease.sessionKey === 'cli:bad') throw new Error('broken');
      await work(lease, signal);
    });
    await bed.advance(100);
    const early = [...done];
    broken = false;
    await bed.advance(2 * LEASE_MS);

    expect(bed.failures).toEqual([['cli:bad', new Error('broken')]]);
    expect([early, done]).toEqual([['good'], ['good', 'bad']]);
  });
});

describe('the end of the process', () => {
  test('waits until running work has paused, and takes no further session', async () => {
    const bed = await createInboundBed({ maxConcurrentTurns: 1 });
    const order: string[] = [];
    await bed.bus.accept(inboundEvent('first', 'a'));
    await bed.bus.accept(inboundEvent('second', 'b'));
    const loop = bed.run(async (lease, signal) => {
      order.push(`begins ${lease.sessionKey}`);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await bed.storage.commit([{ op: 'release-lease' }], lease);
      order.push('has paused');
    });
    await bed.advance(0);

    await bed.stop();
    order.push('ended');
    await loop;

    expect(order).toEqual(['begins cli:a', 'has paused', 'ended']);
    expect(await bed.storage.leases.list()).toEqual([]);
  });

  test('waits for running work also when the storage fails in this very moment', async () => {
    const bed = await createInboundBed();
    let paused = false;
    let fail = (_reason: Error) => {};
    const failing = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    const claims = [
      (lease: ClaimRequest) => bed.storage.leases.claim(lease),
      async () => undefined,
    ];
    const leases = {
      ...bed.storage.leases,
      claim: (r: ClaimRequest) => claims.shift()?.(r) ?? failing,
    };
    const bus = bed.open('last', { storage: { ...bed.storage, leases } });
    await bus.accept(inboundEvent('in'));
    const loop = bed.run(async (lease, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await bed.storage.commit([{ op: 'release-lease' }], lease);
      paused = true;
    }, bus);
    await bed.advance(0);
    bus.wake();
    await bed.advance(0);

    const stopped = bed.stop();
    fail(new Error('gone'));

    await expect(loop).rejects.toThrow('gone');
    expect(paused).toBe(true);
    await stopped;
  });
});

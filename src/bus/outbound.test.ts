import { describe, expect, test } from 'vitest';
import type { Storage } from '../storage/storage.ts';
import { createOutboundBed, reply } from '../testing/outbound-bed.ts';
import type { DeliveryAnswer } from './delivery-target.ts';

const FAILED: DeliveryAnswer = { state: 'failed', reason: 'ret=-2', retryable: true };

describe('a reply', () => {
  test('reaches its platform once, as soon as it is queued, and carries what it answers', async () => {
    const seen: unknown[] = [];
    const bed = await createOutboundBed(({ replyTo }) => {
      seen.push(replyTo);
      return { state: 'sent', receipt: 'message-77' };
    });
    bed.run();
    await bed.advance(0);

    await bed.queue(reply('r1'));
    await bed.advance(0);

    expect(bed.platform).toEqual(['r1']);
    expect(seen).toEqual(['in-r1']);
    expect(await bed.storage.outbox.get('r1')).toMatchObject({
      state: 'sent',
      receipt: 'message-77',
      attempts: 1,
    });
  });

  test('of a chat waits for the one before it; other chats do not', async () => {
    let letGo = () => {};
    const slow = new Promise<DeliveryAnswer>((resolve) => {
      letGo = () => resolve({ state: 'sent' });
    });
    const bed = await createOutboundBed(({ id }) => (id === 'a1' ? slow : { state: 'sent' }));
    await bed.queue(
      reply('a1'),
      reply('a2'),
      reply('b1', { chat: 'b' }),
      reply('b2', { chat: 'b' }),
    );
    bed.run();
    await bed.advance(0);
    const before = [...bed.platform];

    letGo();
    await bed.advance(0);

    expect(before).toEqual(['a1', 'b1', 'b2']);
    expect(bed.platform).toEqual(['a1', 'b1', 'b2', 'a2']);
  });

  test('of one chat is not held up by sixteen others that hang, and nothing spins meanwhile', async () => {
    const hung = new Promise<DeliveryAnswer>(() => {});
    const bed = await createOutboundBed(({ address }) =>
      address.chatId.startsWith('hung') ? hung : { state: 'sent' },
    );
    let looks = 0;
    const outbox: Storage['outbox'] = {
      ...bed.storage.outbox,
      nextDueAt: (channels) => {
        looks += 1;
        return bed.storage.outbox.nextDueAt(channels);
      },
    };
    const bus = bed.open({ storage: { ...bed.storage, outbox } });
    const stuck = Array.from({ length: 16 }, (_, n) => reply(`h${n}`, { chat: `hung-${n}` }));
    await bed.queue(...stuck, reply('free', { chat: 'free' }));
    bed.run(bus);

    await bed.advance(60_000);
    const looksWhileFull = looks;
    await bed.advance(60_001);

    expect(looksWhileFull).toBeLessThan(5);
    expect(await bed.stateOf('free')).toBe('sent');
    expect(await bed.stateOf('h0')).toBe('unknown');
  });
});

describe('V11 V12 an answer of the platform', () => {
  test('that never came is `unknown`: not sent again, reported, and the next reply goes on', async () => {
    const bed = await createOutboundBed(({ id }) => {
      if (id === 'r1') throw new Error('socket hang up');
      return { state: 'sent' };
    });
    await bed.queue(reply('r1'), reply('r2'));
    bed.run();

    await bed.advance(7_200_000);

    expect(bed.platform).toEqual(['r1', 'r2']);
    expect([await bed.stateOf('r1'), await bed.stateOf('r2')]).toEqual(['unknown', 'sent']);
    expect(bed.trouble).toMatchObject([['r1', { state: 'unknown' }]]);
  });

  test('that says failure inside a 200 is a failure, tried again later and later', async () => {
    const at: number[] = [];
    const bed = await createOutboundBed(
      () => {
        at.push(bed.clock.monotonic());
        return at.length < 3 ? FAILED : { state: 'sent' };
      },
      { maxAttempts: 5 },
    );
    await bed.queue(reply('r1'));
    bed.run();

    await bed.advance(10_000);

    expect(at).toEqual([0, 1_000, 3_000]);
    expect(await bed.stateOf('r1')).toBe('sent');
  });

  test('that names a time to wait is obeyed to the millisecond, in order, without haste for the next', async () => {
    const sent: [string, number][] = [];
    const bed = await createOutboundBed(({ id }) => {
      sent.push([id, bed.clock.monotonic()]);
      return sent.length === 1 ? { ...FAILED, retryAfterMs: 90_000 } : { state: 'sent' };
    });
    await bed.queue(reply('r1'), reply('r2'));
    bed.run();

    await bed.advance(89_999);
    const early = sent.length;
    await bed.advance(1);

    expect(early).toBe(1);
    expect(sent).toEqual([
      ['r1', 0],
      ['r1', 90_000],
      ['r2', 90_000],
    ]);
  });

  test('V15 that is no every time ends as a failure that can be seen, and the chat goes on', async () => {
    const bed = await createOutboundBed(({ id }) => (id === 'r1' ? FAILED : { state: 'sent' }));
    await bed.queue(reply('r1'), reply('r2'));
    bed.run();

    await bed.advance(60_000);

    const [dead] = await bed.storage.outbox.list({ states: ['failed'], limit: 10 });
    expect(dead).toMatchObject({ event: { id: 'r1' }, attempts: 3, receipt: 'ret=-2' });
    expect(bed.trouble.map(([id]) => id)).toEqual(['r1', 'r1', 'r1']);
    expect(await bed.stateOf('r2')).toBe('sent');
  });

  test('that is a refusal for good is not asked for again', async () => {
    const bed = await createOutboundBed(() => ({ ...FAILED, retryable: false }));
    await bed.queue(reply('r1'));
    bed.run();

    await bed.advance(60_000);

    expect(bed.platform).toEqual(['r1']);
    expect(await bed.stateOf('r1')).toBe('failed');
  });
});

describe('V13 an old reply', () => {
  test('expires instead of being sent, at its own moment, and lets the fresh ones behind it go', async () => {
    const bed = await createOutboundBed();
    const backlog = Array.from({ length: 110 }, (_, n) => reply(`old-${n}`, { ttlMs: 3_600_000 }));
    await bed.queue(...backlog);
    await bed.advance(15 * 3_600_000);
    await bed.queue(reply('fresh', { createdAt: bed.clock.now() }));

    bed.run();
    await bed.advance(0);

    const expired = await bed.storage.outbox.list({ states: ['expired'], limit: 200 });
    expect(bed.platform).toEqual(['fresh']);
    expect(expired).toHaveLength(110);
  });

  test('is not tried again once a retry would come too late', async () => {
    const bed = await createOutboundBed(() => ({ ...FAILED, retryAfterMs: 7_200_000 }));
    await bed.queue(reply('r1', { ttlMs: 3_600_000 }));
    bed.run();

    await bed.advance(8_000_000);

    expect(bed.platform).toEqual(['r1']);
    expect(await bed.stateOf('r1')).toBe('expired');
  });
});

describe('V10 V14 the end of the process', () => {
  test('in the middle of sending makes it `unknown`, once, and it is never sent blindly again', async () => {
    const bed = await createOutboundBed(() => new Promise<DeliveryAnswer>(() => {}));
    await bed.queue(reply('r1'));
    await bed.storage.outbox.claimDue({ now: bed.clock.now(), limit: 1, channels: ['cli'] });

    await bed.bus.recover();
    bed.run();
    await bed.advance(3_600_000);

    expect([bed.platform, await bed.stateOf('r1')]).toEqual([[], 'unknown']);
    expect(bed.trouble).toMatchObject([['r1', { state: 'unknown' }]]);
  });

  test('is no matter to a platform that drops a second message with the same id', async () => {
    const bed = await createOutboundBed(undefined, { deduplicates: true });
    await bed.queue(reply('r1'));
    await bed.storage.outbox.claimDue({ now: bed.clock.now(), limit: 1, channels: ['cli'] });

    await bed.bus.recover();
    bed.run();
    await bed.advance(0);

    expect([bed.platform, await bed.stateOf('r1')]).toEqual([['r1'], 'sent']);
    expect(bed.trouble).toEqual([]);
  });

  test('in order leaves what was not begun queued, and says of what was begun that nobody knows', async () => {
    const bed = await createOutboundBed(
      (_event, signal) =>
        new Promise<DeliveryAnswer>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    await bed.queue(reply('r1'), reply('r2'));
    const stop = bed.run();
    await bed.advance(0);

    await stop();

    expect([await bed.stateOf('r1'), await bed.stateOf('r2')]).toEqual(['unknown', 'queued']);
  });

  test('in the moment at which it was taken from the queue puts it back, untried', async () => {
    const bed = await createOutboundBed();
    let stop: () => Promise<unknown> = async () => undefined;
    const outbox: Storage['outbox'] = {
      ...bed.storage.outbox,
      async claimDue(request) {
        const due = await bed.storage.outbox.claimDue(request);
        if (due.length > 0) void stop();
        return due;
      },
    };
    await bed.queue(reply('r1'));
    stop = bed.run(bed.open({ storage: { ...bed.storage, outbox } }));

    await bed.advance(0);
    await stop();

    expect([bed.platform, await bed.stateOf('r1')]).toEqual([[], 'queued']);
  });

  test('does not wait for a platform that never listens', async () => {
    const bed = await createOutboundBed(() => new Promise<DeliveryAnswer>(() => {}));
    await bed.queue(reply('r1'));
    const stop = bed.run();
    await bed.advance(0);

    const thrown = await stop();

    expect([thrown, await bed.stateOf('r1')]).toEqual([undefined, 'unknown']);
  });
});

import { describe, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { createRateLimiter } from './rate-limiter.ts';

const never = new AbortController().signal;

describe('R4 the rate limiter', () => {
  test('lets callers start in their order, and never more than the limit in one window', async () => {
    const { clock, advance } = createManualClock();
    const limiter = createRateLimiter(2, 60_000, clock);
    const started: [number, number][] = [];
    const callers = [0, 1, 2, 3, 4].map(async (caller) => {
      await limiter.acquire(never);
      started.push([caller, clock.monotonic()]);
    });

    await advance(150_000);

    await Promise.all(callers);
    expect(started).toEqual([
      [0, 0],
      [1, 0],
      [2, 60_000],
      [3, 60_000],
      [4, 120_000],
    ]);
  });

  test('forgets a caller that gives up while it waits, whether first in line or in the middle', async () => {
    const { clock, advance } = createManualClock();
    const limiter = createRateLimiter(1, 60_000, clock);
    const first = new AbortController();
    const middle = new AbortController();
    await limiter.acquire(never);
    const givenUp = [limiter.acquire(first.signal), limiter.acquire(middle.signal)];
    let last: number | undefined;
    const waiting = limiter.acquire(never).then(() => {
      last = clock.monotonic();
    });
    const outcomes = Promise.allSettled(givenUp);
    await advance(1_000);

    middle.abort(new Error('middle'));
    first.abort(new Error('first'));
    await advance(59_000);

    await waiting;
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(last).toBe(60_000);
  });

  test('refuses a caller whose signal is already aborted without taking a place', async () => {
    const { clock } = createManualClock();
    const limiter = createRateLimiter(1, 60_000, clock);

    await expect(limiter.acquire(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');

    await limiter.acquire(never);
    expect(clock.monotonic()).toBe(0);
  });

  test('spreads over the window what did not come at once', async () => {
    const { clock, advance } = createManualClock();
    const limiter = createRateLimiter(2, 60_000, clock);
    await limiter.acquire(never);
    await advance(50_000);
    await limiter.acquire(never);
    let third: number | undefined;

    const waiting = limiter.acquire(never).then(() => {
      third = clock.monotonic();
    });
    await advance(20_000);

    await waiting;
    expect(third).toBe(60_000);
  });
});

import type { Clock } from './clock.ts';
import { untilAborted } from './until-aborted.ts';

export interface RateLimiter {
  /**
   * Resolves when one more start is allowed, in the order of the calls; rejects with the signal's reason when
   * `signal` aborts first. A caller that gives up takes no place and holds nobody up.
   */
  acquire(signal: AbortSignal): Promise<void>;
}

/** At most `limit` starts in any window of `windowMs`. */
export function createRateLimiter(limit: number, windowMs: number, clock: Clock): RateLimiter {
  const starts: number[] = [];
  let tail: Promise<void> = Promise.resolve();

  async function waitForPlace(signal: AbortSignal) {
    for (;;) {
      const free = (starts[starts.length - limit] ?? Number.NEGATIVE_INFINITY) + windowMs;
      const wait = free - clock.monotonic();
      if (wait <= 0) break;
      await clock.sleep(wait, signal);
    }
    starts.push(clock.monotonic());
    if (starts.length > limit) starts.shift();
  }

  return {
    async acquire(signal) {
      const before = tail;
      let leave: () => void = () => undefined;
      tail = new Promise((resolve) => {
        leave = resolve;
      });
      try {
        await untilAborted(before, signal);
        await waitForPlace(signal);
      } finally {
        void before.then(leave);
      }
    },
  };
}

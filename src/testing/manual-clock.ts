import type { Clock } from '../base/clock.ts';

export interface ManualClock {
  readonly clock: Clock;
  /**
   * Moves time forward. Sleepers wake in the order of their due times, each at its own moment, and what they
   * set off (further sleeps included) has run before the next one wakes.
   */
  advance(ms: number): Promise<void>;
  /** How many sleep now, for tests that wait until something has fallen asleep. */
  sleepers(): number;
}

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

const START = Date.UTC(2026, 0, 1);

/**
 * A clock that stands still until a test moves it. What a sleeper sets off may take `turns` of the event loop, of
 * which a commit to storage needs one.
 */
export function createManualClock(startAt: number = START, turns = 1): ManualClock {
  let elapsed = 0;
  const sleeping = new Set<Sleeper>();

  const clock: Clock = {
    now: () => startAt + elapsed,
    monotonic: () => elapsed,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = { due: elapsed + Math.max(0, ms), wake };
        sleeping.add(sleeper);
        signal?.addEventListener('abort', cancel, { once: true });

        function wake() {
          sleeping.delete(sleeper);
          signal?.removeEventListener('abort', cancel);
          resolve();
        }
        function cancel() {
          sleeping.delete(sleeper);
          reject(signal?.reason);
        }
      }),
  };

  function nextDue(until: number): Sleeper | undefined {
    const due = [...sleeping].filter((sleeper) => sleeper.due <= until);
    return due.toSorted((a, b) => a.due - b.due)[0];
  }

  return {
    clock,

    async advance(ms) {
      const until = elapsed + ms;
      await settle(turns);
      for (let next = nextDue(until); next !== undefined; next = nextDue(until)) {
        elapsed = next.due;
        next.wake();
        await settle(turns);
      }
      elapsed = until;
      await settle(turns);
    },

    sleepers: () => sleeping.size,
  };
}

/** Lets every promise that can go on without time, and within these turns, go on. */
async function settle(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

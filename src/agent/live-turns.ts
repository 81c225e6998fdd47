import type { Clock } from '../base/clock.ts';
import { interruption } from './interruption.ts';

/** The sessions that this process works on right now, and the way to interrupt them. */
export interface LiveTurns {
  /** Runs `work` with a signal that `stop` and `signal` abort. */
  run(
    sessionKey: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /** Interrupts the session; false when it is not running here. */
  stop(sessionKey: string): boolean;
  /** Interrupts the next turn of the session as soon as it begins. */
  stopNext(sessionKey: string): void;
}

export function createLiveTurns(): LiveTurns {
  const running = new Map<string, AbortController>();
  const stopAtStart = new Set<string>();

  return {
    async run(sessionKey, signal, work) {
      const controller = new AbortController();
      running.set(sessionKey, controller);
      if (stopAtStart.delete(sessionKey)) controller.abort(interruption('stop'));
      try {
        await work(AbortSignal.any([signal, controller.signal]));
      } finally {
        running.delete(sessionKey);
      }
    },

    stop(sessionKey) {
      const controller = running.get(sessionKey);
      controller?.abort(interruption('stop'));
      return controller !== undefined;
    },

    stopNext: (sessionKey) => void stopAtStart.add(sessionKey),
  };
}

/** Runs `work` with a signal that is aborted as well once `limitMs` have passed. */
export async function withWallTime<T>(
  clock: Clock,
  { limitMs, signal }: { limitMs: number; signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const ended = new AbortController();
  const watch = clock
    .sleep(Math.max(0, limitMs), ended.signal)
    .then(() => late.abort(interruption('wallTime')))
    .catch(() => undefined);
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } finally {
    ended.abort();
    await watch;
  }
}

import type { Clock } from './clock.ts';

export interface Deadline {
  readonly ms: number;
  readonly signal: AbortSignal;
  /** Makes the reason of the abort once the time is over. */
  reason(): Error;
}

/** Runs `work` with a signal that aborts with `signal`, and with its own reason once `ms` have passed. */
export async function withDeadline<T>(
  clock: Clock,
  { ms, signal, reason }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const ended = new AbortController();
  const watch = clock
    .sleep(Math.max(0, ms), ended.signal)
    .then(() => late.abort(reason()))
    .catch(() => undefined);
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } finally {
    ended.abort('ended');
    await watch;
  }
}

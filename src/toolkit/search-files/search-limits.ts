import type { Clock } from '../../base/clock.ts';

export interface SearchLimits {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What `work` resolves to; undefined when the time is up first. Rejects when `signal` aborts first. */
export async function untilLate<T>(
  work: Promise<T>,
  { clock, timeoutMs, signal }: SearchLimits,
): Promise<T | undefined> {
  const over = new AbortController();
  const late = clock.sleep(timeoutMs, AbortSignal.any([signal, over.signal])).then(
    () => undefined,
    () => signal.throwIfAborted(),
  );
  try {
    return (await Promise.race([work, late])) ?? undefined;
  } finally {
    over.abort();
  }
}

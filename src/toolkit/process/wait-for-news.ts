import type { Clock } from '../../base/clock.ts';
import type { KeptProcess } from './processes.ts';

export interface Waiting {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly waitMs: number;
}

/** What comes in one go is given in one go. */
const QUIET_MS = 150;

/** Resolves when it has ended or has written something since it was last read, at the latest after `waitMs`. */
export async function waitForNews(one: KeptProcess, { clock, signal, waitMs }: Waiting) {
  const over = new AbortController();
  const stopped = AbortSignal.any([signal, over.signal]);
  const sleep = (ms: number) => clock.sleep(ms, stopped).catch(() => undefined);
  const { process } = one;
  const until = clock.monotonic() + waitMs;
  try {
    const changed = process.changed();
    if (one.end() === undefined && !hasNews(one)) await Promise.race([changed, sleep(waitMs)]);
    const left = Math.min(QUIET_MS, until - clock.monotonic());
    if (one.end() === undefined && left > 0) await Promise.race([process.ended, sleep(left)]);
  } finally {
    over.abort();
  }
  signal.throwIfAborted();
}

function hasNews({ process, read }: KeptProcess): boolean {
  const isNew = (stream: 'stdout' | 'stderr') => process.output(stream, read[stream]).text !== '';
  return isNew('stdout') || isNew('stderr');
}

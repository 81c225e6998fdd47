import type { Clock } from '../../base/clock.ts';
import type { ModelFailure } from '../model-provider.ts';
import { ABORTED, failureOf } from './failure.ts';

export interface Timeouts {
  /** Longest wait for the first part of an answer. */
  readonly firstPartMs: number;
  /** Longest wait for each part after that. */
  readonly idleMs: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = { firstPartMs: 60_000, idleMs: 120_000 };

/** Ends a call that is stopped or falls silent, whether or not anybody below listens to a signal. */
export interface Deadlines {
  /** For everything the call does; aborted by `end` too, so that no connection stays open. */
  readonly signal: AbortSignal;
  /** As `promise`, but rejects as soon as the call is stopped or a wait grows too long. */
  within<T>(promise: PromiseLike<T>): Promise<T>;
  /** A part of the answer came. */
  progress(): void;
  /** Why the call was ended early; undefined while it was not. */
  reason(): ModelFailure | undefined;
  end(): void;
}

export interface DeadlineOptions {
  readonly clock: Clock;
  /** The caller's. */
  readonly signal: AbortSignal;
  readonly timeouts: Timeouts;
}

export function createDeadlines({ clock, signal, timeouts }: DeadlineOptions): Deadlines {
  const controller = new AbortController();
  let reason: ModelFailure | undefined;
  let ended = false;
  let progressed = false;
  let waitingSince: number | undefined = clock.monotonic();
  let rejectAll: (error: Error) => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    rejectAll = reject;
  });
  stopped.catch(() => undefined);

  function stop(failure: ModelFailure) {
    if (ended || reason !== undefined) return;
    reason = failure;
    rejectAll(new DOMException(failure.message, 'AbortError'));
    controller.abort(new DOMException(failure.message, 'AbortError'));
  }
  const abort = () => stop(ABORTED);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();

  async function watch() {
    while (!controller.signal.aborted) {
      const limit = progressed ? timeouts.idleMs : timeouts.firstPartMs;
      const silence = waitingSince === undefined ? 0 : clock.monotonic() - waitingSince;
      if (silence >= limit) return stop(tooSilent(progressed, limit));
      // The limit may change to the other one meanwhile.
      await clock.sleep(Math.min(limit - silence, timeouts.idleMs), controller.signal);
    }
  }
  // Rejects only when the call is over.
  watch().catch(() => undefined);

  return {
    signal: controller.signal,

    async within(promise) {
      if (progressed) waitingSince = clock.monotonic();
      try {
        return await Promise.race([promise, stopped]);
      } finally {
        if (progressed) waitingSince = undefined;
      }
    },

    progress() {
      progressed = true;
      waitingSince = undefined;
    },

    reason: () => reason,

    end() {
      ended = true;
      signal.removeEventListener('abort', abort);
      controller.abort(new DOMException('The call is over.', 'AbortError'));
    },
  };
}

function tooSilent(progressed: boolean, limit: number): ModelFailure {
  const seconds = Math.round(limit / 1_000);
  return failureOf(
    'timeout',
    progressed
      ? `The provider fell silent for ${seconds} s in the middle of its answer.`
      : `The provider sent nothing for ${seconds} s.`,
  );
}

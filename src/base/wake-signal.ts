import type { Clock } from './clock.ts';

/** A bell between one waiter and many ringers. A ring while nobody waits is kept for the next wait. */
export interface WakeSignal {
  ring(): void;
  /** Resolves at the next ring, or after `timeoutMs`, or when `signal` aborts; never rejects. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void>;
}

export function createWakeSignal(clock: Clock): WakeSignal {
  let rung = false;
  let wake: (() => void) | undefined;

  async function next(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const heard = new AbortController();
    wake = () => heard.abort('rung');
    await clock.sleep(timeoutMs, AbortSignal.any([heard.signal, signal])).catch(() => undefined);
  }

  return {
    ring() {
      rung = true;
      wake?.();
    },

    async wait(timeoutMs, signal) {
      if (!rung && !signal.aborted) await next(timeoutMs, signal);
      wake = undefined;
      rung = false;
    },
  };
}

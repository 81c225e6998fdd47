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
    const hear = () => heard.abort('rung');
    wake = hear;
    signal.addEventListener('abort', hear, { once: true });
    await clock.sleep(timeoutMs, heard.signal).catch(() => undefined);
    signal.removeEventListener('abort', hear);
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

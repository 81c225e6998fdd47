/** A bell between one waiter and many ringers. A ring while nobody waits is kept for the next wait. */
export interface WakeSignal {
  ring(): void;
  /** Resolves at the next ring, or after `timeoutMs`, or when `signal` aborts; never rejects. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void>;
}

export function createWakeSignal(): WakeSignal {
  let rung = false;
  let wake: (() => void) | undefined;

  return {
    ring() {
      rung = true;
      wake?.();
    },

    async wait(timeoutMs, signal) {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          signal.addEventListener('abort', () => resolve(), { once: true });
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = undefined;
      rung = false;
    },
  };
}

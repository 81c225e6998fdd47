/** A bell between one waiter and many ringers. A ring while nobody waits is kept for the next wait. */
export interface WakeSignal {
  ring(): void;
  /** Resolves at the next ring, or after `timeoutMs`, or when `signal` aborts; never rejects. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void>;
}

export function createWakeSignal(): WakeSignal {
  let rung = false;
  let wake: (() => void) | undefined;

  function next(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(finish, timeoutMs);
      signal.addEventListener('abort', finish, { once: true });
      wake = finish;

      function finish() {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        resolve();
      }
    });
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

/** Time, as everything above gets it. Tests pass one that they move by hand. */
export interface Clock {
  /** Wall clock, milliseconds since 1970. May jump; use it for what is stored or shown. */
  now(): number;
  /** Milliseconds from an arbitrary start; never goes back. Use it for durations. */
  monotonic(): number;
  /** Resolves after `ms`, at most 24 days; rejects with the signal's reason when `signal` aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** What a timer can hold; one that is set to more fires at once. */
const LONGEST_SLEEP_MS = 24 * 86_400_000;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer = setTimeout(finish, Math.min(ms, LONGEST_SLEEP_MS));
      signal?.addEventListener('abort', cancel, { once: true });

      function finish() {
        signal?.removeEventListener('abort', cancel);
        resolve();
      }
      function cancel() {
        clearTimeout(timer);
        reject(signal?.reason);
      }
    }),
};

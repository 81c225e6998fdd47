/** Lets a caller go on as soon as a signal aborts, whatever the thing it waits for does about it. */
export interface Stopper {
  /** The promise's value, or undefined when the signal aborted first. */
  race<T>(promise: PromiseLike<T>): Promise<T | undefined>;
  /** Call when done: a signal may live much longer than what it stops. */
  release(): void;
}

export function createStopper(signal: AbortSignal): Stopper {
  let stop: () => void = () => undefined;
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
  });
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();

  return {
    race: (promise) => Promise.race([promise, stopped]),
    release: () => signal.removeEventListener('abort', stop),
  };
}

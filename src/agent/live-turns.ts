import { interruption } from './interruption.ts';

/** The sessions that this process works on right now, and the way to interrupt them. */
export interface LiveTurns {
  /** Runs `work` with a signal that `stop` and `signal` abort. */
  run(
    sessionKey: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /** Interrupts the session; false when it is not running here. */
  stop(sessionKey: string): boolean;
}

export function createLiveTurns(): LiveTurns {
  const running = new Map<string, AbortController>();

  return {
    async run(sessionKey, signal, work) {
      const controller = new AbortController();
      running.set(sessionKey, controller);
      try {
        await work(AbortSignal.any([signal, controller.signal]));
      } finally {
        if (running.get(sessionKey) === controller) running.delete(sessionKey);
      }
    },

    stop(sessionKey) {
      const controller = running.get(sessionKey);
      controller?.abort(interruption('stop'));
      return controller !== undefined;
    },
  };
}

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
  /** Interrupts the turn of this message as soon as it begins. */
  stopMessage(inboundId: string): void;
  /** Whether the message was to be stopped before it began; says so once. */
  takeStop(inboundId: string): boolean;
}

export function createLiveTurns(): LiveTurns {
  const running = new Map<string, AbortController>();
  const stoppedMessages = new Set<string>();

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

    stopMessage: (inboundId) => void stoppedMessages.add(inboundId),
    takeStop: (inboundId) => stoppedMessages.delete(inboundId),
  };
}

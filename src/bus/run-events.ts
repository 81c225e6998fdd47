import type { RunEvent } from '../protocol/run-event.ts';

export type RunEventListener = (event: RunEvent) => void;

/** The live view of running turns. Nothing is kept: who comes late reads the journal. */
export interface RunEvents {
  publish(event: RunEvent): void;
  /** Listens to one session, or to all when `sessionKey` is undefined. Returns the way out. */
  subscribe(sessionKey: string | undefined, listener: RunEventListener): () => void;
}

/** `onListenerFailure` is told when a listener throws; the turn and the other listeners never notice. */
export function createRunEvents(onListenerFailure: (thrown: unknown) => void): RunEvents {
  const subscriptions = new Set<{ sessionKey: string | undefined; listener: RunEventListener }>();

  return {
    publish(event) {
      for (const { sessionKey, listener } of subscriptions) {
        if (sessionKey !== undefined && sessionKey !== event.sessionKey) continue;
        try {
          listener(event);
        } catch (thrown) {
          onListenerFailure(thrown);
        }
      }
    },

    subscribe(sessionKey, listener) {
      const subscription = { sessionKey, listener };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },
  };
}

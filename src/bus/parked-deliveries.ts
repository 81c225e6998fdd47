import type { Storage } from '../storage/storage.ts';
import { NOT_TRIED, type OutcomeDeps, toOperation } from './delivery-outcome.ts';

/** The messages that nobody was there to take. */
export interface ParkedDeliveries {
  /** Notes that somebody has come, before `makeDue` looks at anything. */
  arrive(): void;
  arrivals(): number;
  /** Those of a session are due again; what waits for a platform goes on waiting. */
  makeDue(sessionKey: string): Promise<void>;
}

/** More than any session can have waiting. */
const ALL = 1_000_000;

export function createParkedDeliveries(
  deps: OutcomeDeps & { readonly storage: Storage },
): ParkedDeliveries {
  const { storage } = deps;
  let arrivals = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function look(sessionKey: string): Promise<void> {
    const queued = await storage.outbox.list({ sessionKey, states: ['queued'], limit: ALL });
    const parked = queued.filter(({ event, nextAttemptAt }) => nextAttemptAt >= event.expiresAt);
    const operations = parked.map((delivery) => toOperation(deps, delivery, NOT_TRIED));
    if (operations.length > 0) await storage.commit(operations);
  }

  return {
    arrive: () => {
      arrivals += 1;
    },
    arrivals: () => arrivals,

    // One after the other: what the first made due may be on its way when the second looks.
    makeDue(sessionKey) {
      const made = last.then(() => look(sessionKey));
      last = made.catch(() => undefined);
      return made;
    },
  };
}

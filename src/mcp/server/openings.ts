import type { Clock } from '../../base/clock.ts';
import type { Connection } from '../connection/connect.ts';

/** Who waits for the next connection, and hears of it. */
export interface Openings {
  tell(connection: Connection): void;
  /** Undefined when none is opened in time, or `signal` aborts. */
  next(signal: AbortSignal): Promise<Connection | undefined>;
}

/** How long a call waits for another connection. */
const PATIENCE_MS = 10_000;

export function createOpenings(clock: Clock): Openings {
  const waiting = new Set<(connection: Connection) => void>();

  return {
    tell(connection) {
      for (const hear of waiting) hear(connection);
      waiting.clear();
    },

    async next(signal) {
      const { promise, resolve } = Promise.withResolvers<Connection>();
      const over = new AbortController();
      const late = clock.sleep(PATIENCE_MS, AbortSignal.any([signal, over.signal]));
      waiting.add(resolve);
      const first = await Promise.race([promise, late.catch(() => undefined)]);
      waiting.delete(resolve);
      over.abort('over');
      return first ?? undefined;
    },
  };
}

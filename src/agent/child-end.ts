import type { Clock } from '../base/clock.ts';
import { createWakeSignal } from '../base/wake-signal.ts';
import type { RunEvents } from '../bus/run-events.ts';
import type { InboundEvent } from '../protocol/event.ts';
import type { InboxRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';

export interface ChildEndDeps {
  readonly storage: Pick<Storage, 'inbox'>;
  readonly clock: Clock;
  readonly events: Pick<RunEvents, 'subscribe'>;
}

/** Events say at once that a turn has ended; one that ends in another process is found by looking. */
const LOOK_AGAIN_MS = 5_000;

/** Resolves when the order has come to its end, also one that had before; rejects with the reason of `signal`. */
export async function childEnd(
  { storage, clock, events }: ChildEndDeps,
  { id, sessionKey }: Pick<InboundEvent, 'id' | 'sessionKey'>,
  signal: AbortSignal,
): Promise<InboxRecord> {
  const bell = createWakeSignal(clock);
  const leave = events.subscribe(sessionKey, ({ type }) => {
    if (type === 'turn-end') bell.ring();
  });
  try {
    for (;;) {
      signal.throwIfAborted();
      const record = await storage.inbox.get(id);
      if (record !== undefined && hasEnded(record)) return record;
      await bell.wait(LOOK_AGAIN_MS, signal);
    }
  } finally {
    leave();
  }
}

function hasEnded({ state }: InboxRecord): boolean {
  return state !== 'queued' && state !== 'running';
}

import type { Clock } from '../base/clock.ts';
import { createWakeSignal } from '../base/wake-signal.ts';
import type { Operation } from '../storage/operation.ts';
import type { DeliveryRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { attempt } from './attempt-delivery.ts';
import { type DeliveryOutcome, INTERRUPTED, NOT_TRIED, toOperation } from './delivery-outcome.ts';
import type { DeliveryAnswer, DeliveryTarget } from './delivery-target.ts';
import { createParkedDeliveries } from './parked-deliveries.ts';

export interface OutboundBusDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: () => number;
  readonly targets: Readonly<Record<string, DeliveryTarget>>;
  readonly maxAttempts: number;
  /** Told of every attempt that failed or whose outcome is unknown. Must not throw. */
  onTrouble(delivery: DeliveryRecord, answer: DeliveryAnswer): void;
}

export interface OutboundBus {
  /** Settles what a dead process left in the middle of sending. Call once, before `run`. */
  recover(): Promise<void>;
  /** Delivers what is due until `signal` aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Looks for due messages now. */
  wake(): void;
  /** Makes the parked messages of a session due, because somebody came to take them. */
  retryChat(sessionKey: string): Promise<void>;
}

const AT_ONCE = 16;
const IDLE_MS = 60_000;

export function createOutboundBus(deps: OutboundBusDeps): OutboundBus {
  const { storage, clock, targets } = deps;
  const channels = Object.keys(targets);
  const bell = createWakeSignal(clock);
  const sending = new Set<Promise<void>>();
  const failures: unknown[] = [];
  /** Outcomes that are not on disk yet: without them their chats would stand still. */
  const unsettled = new Map<string, Operation>();
  const parked = createParkedDeliveries(deps);

  function note(delivery: DeliveryRecord, outcome: DeliveryOutcome): string {
    unsettled.set(delivery.event.id, toOperation(deps, delivery, outcome));
    return delivery.event.id;
  }

  /** All in one commit. What cannot be written stays noted, for the next `run`. */
  async function settle(ids: readonly string[]): Promise<void> {
    const operations = ids.flatMap((id) => unsettled.get(id) ?? []);
    if (operations.length === 0) return;
    await storage.commit(operations);
    for (const id of ids) unsettled.delete(id);
  }

  async function deliver(delivery: DeliveryRecord, signal: AbortSignal): Promise<void> {
    const arrivals = parked.arrivals();
    const answer = signal.aborted ? NOT_TRIED : await attempt(deps, delivery, signal);
    if (answer.state === 'failed' || answer.state === 'unknown') deps.onTrouble(delivery, answer);
    await settle([note(delivery, answer)]);
    // Somebody came to take it while it was on its way to nobody.
    const missed = answer.state === 'parked' && parked.arrivals() !== arrivals;
    if (missed) await parked.makeDue(delivery.event.sessionKey);
  }

  function start(delivery: DeliveryRecord, signal: AbortSignal) {
    const done = deliver(delivery, signal)
      .catch((thrown: unknown) => void failures.push(thrown))
      .finally(() => {
        sending.delete(done);
        bell.ring();
      });
    sending.add(done);
  }

  async function claimDue(): Promise<readonly DeliveryRecord[]> {
    const limit = AT_ONCE - sending.size;
    return limit > 0 ? storage.outbox.claimDue({ now: clock.now(), limit, channels }) : [];
  }

  async function untilNextDue(): Promise<number> {
    if (sending.size >= AT_ONCE) return IDLE_MS;
    const dueAt = await storage.outbox.nextDueAt(channels);
    return dueAt === undefined ? IDLE_MS : Math.min(IDLE_MS, Math.max(0, dueAt - clock.now()));
  }

  async function deliverDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (failures.length > 0) throw failures.shift();
      const due = await claimDue();
      for (const delivery of due) start(delivery, signal);
      // Whatever ends or comes rings; until then each chat with something due has its message under way.
      await bell.wait(await untilNextDue(), signal);
    }
  }

  return {
    async recover() {
      const left = await storage.outbox.leftSending();
      const noted = left.map((delivery) => {
        const resend = targets[delivery.event.address.channel]?.deduplicates === true;
        if (!resend) deps.onTrouble(delivery, INTERRUPTED);
        return note(delivery, resend ? NOT_TRIED : INTERRUPTED);
      });
      await settle(noted);
    },

    async run(signal) {
      await settle([...unsettled.keys()]);
      try {
        await deliverDue(signal);
      } finally {
        await Promise.all(sending);
      }
    },

    wake: () => bell.ring(),

    async retryChat(sessionKey) {
      parked.arrive();
      await parked.makeDue(sessionKey);
      bell.ring();
    },
  };
}

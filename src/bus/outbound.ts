import { backoffMs } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import { createWakeSignal } from '../base/wake-signal.ts';
import type { OutboundEvent } from '../protocol/event.ts';
import type { Operation } from '../storage/operation.ts';
import type { DeliveryRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';

/** What a platform said to one message. Throwing counts as `unknown`: it may have arrived. */
export type DeliveryAnswer =
  | { readonly state: 'sent'; readonly receipt?: string }
  /** Certainly not delivered. */
  | {
      readonly state: 'failed';
      readonly reason: string;
      readonly retryable: boolean;
      readonly retryAfterMs?: number;
    }
  | { readonly state: 'unknown'; readonly reason: string }
  /** Nobody is there to take it now; tried again when `retryChat` says so. */
  | { readonly state: 'parked' };

/** Where replies of one channel go. Must not retry by itself. */
export interface DeliveryTarget {
  deliver(event: OutboundEvent, signal: AbortSignal): Promise<DeliveryAnswer>;
  /** Whether the platform itself drops a second message with the same event id: only then is one resent after a crash. */
  readonly deduplicates?: boolean;
}

export interface OutboundBusDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: () => number;
  readonly targets: Readonly<Record<string, DeliveryTarget>>;
  readonly maxAttempts: number;
  /** Told of every delivery that ended other than `sent`. Must not throw. */
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

  async function deliver(delivery: DeliveryRecord, signal: AbortSignal): Promise<void> {
    const answer = await attempt(targets[delivery.event.address.channel], delivery, signal);
    if (answer.state !== 'sent') deps.onTrouble(delivery, answer);
    await storage.commit([settle(deps, delivery, answer)]);
  }

  async function claimDue(limit: number): Promise<readonly DeliveryRecord[]> {
    return limit > 0 ? storage.outbox.claimDue({ now: clock.now(), limit, channels }) : [];
  }

  async function untilNextDue(): Promise<number> {
    const dueAt = await storage.outbox.nextDueAt(channels);
    return dueAt === undefined ? IDLE_MS : Math.min(IDLE_MS, Math.max(0, dueAt - clock.now()));
  }

  return {
    async recover() {
      for (const delivery of await storage.outbox.leftSending()) {
        const resend = targets[delivery.event.address.channel]?.deduplicates === true;
        const answer: DeliveryAnswer = resend
          ? { state: 'failed', reason: 'interrupted', retryable: true, retryAfterMs: 0 }
          : { state: 'unknown', reason: 'The process ended while this was being sent.' };
        if (!resend) deps.onTrouble(delivery, answer);
        await storage.commit([settle(deps, delivery, answer)]);
      }
    },

    async run(signal) {
      const sending = new Set<Promise<void>>();
      const failures: unknown[] = [];
      while (!signal.aborted && failures.length === 0) {
        const due = await claimDue(AT_ONCE - sending.size);
        for (const delivery of due) {
          const done = deliver(delivery, signal)
            .catch((thrown: unknown) => void failures.push(thrown))
            .finally(() => {
              sending.delete(done);
              bell.ring();
            });
          sending.add(done);
        }
        if (due.length === 0) await bell.wait(await untilNextDue(), signal);
      }
      await Promise.all(sending);
      if (failures.length > 0) throw failures[0];
    },

    wake: () => bell.ring(),

    async retryChat(sessionKey) {
      const queued = await storage.outbox.list({ sessionKey, states: ['queued'], limit: 1_000 });
      const at = clock.now();
      const operations = queued.map(
        ({ event }): Operation => ({
          op: 'settle-delivery',
          id: event.id,
          state: 'queued',
          at,
          nextAttemptAt: at,
        }),
      );
      if (operations.length > 0) await storage.commit(operations);
      bell.ring();
    },
  };
}

async function attempt(
  target: DeliveryTarget | undefined,
  delivery: DeliveryRecord,
  signal: AbortSignal,
): Promise<DeliveryAnswer> {
  if (target === undefined) return { state: 'parked' };
  try {
    return await target.deliver(delivery.event, signal);
  } catch (thrown) {
    return { state: 'unknown', reason: AgentError.from(thrown).message };
  }
}

function settle(
  deps: OutboundBusDeps,
  delivery: DeliveryRecord,
  answer: DeliveryAnswer,
): Operation {
  const at = deps.clock.now();
  const base = { op: 'settle-delivery', id: delivery.event.id, at } as const;
  switch (answer.state) {
    case 'sent':
      return {
        ...base,
        state: 'sent',
        ...(answer.receipt !== undefined && { receipt: answer.receipt }),
      };
    case 'unknown':
      return { ...base, state: 'unknown', receipt: answer.reason };
    case 'parked':
      return { ...base, state: 'queued', nextAttemptAt: delivery.event.expiresAt };
    case 'failed': {
      if (!answer.retryable || delivery.attempts >= deps.maxAttempts) {
        return { ...base, state: 'failed', receipt: answer.reason };
      }
      const waitMs = answer.retryAfterMs ?? backoffMs(delivery.attempts, deps.random);
      return { ...base, state: 'queued', nextAttemptAt: at + waitMs, receipt: answer.reason };
    }
  }
}

import { backoffMs } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import type { Operation } from '../storage/operation.ts';
import type { DeliveryRecord } from '../storage/records.ts';
import type { DeliveryAnswer } from './delivery-target.ts';

/** What came of an attempt: the platform's answer, or `not_tried`, which is tried again at once. */
export type DeliveryOutcome = DeliveryAnswer | typeof NOT_TRIED;

export const NOT_TRIED = { state: 'not_tried' } as const;

export const INTERRUPTED: DeliveryAnswer = {
  state: 'unknown',
  reason: 'The process ended while this was being sent.',
};

export interface OutcomeDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly maxAttempts: number;
}

type Settlement = Extract<Operation, { op: 'settle-delivery' }>;

/** How an outcome is written down. */
export function toOperation(
  deps: OutcomeDeps,
  delivery: DeliveryRecord,
  outcome: DeliveryOutcome,
): Settlement {
  const at = deps.clock.now();
  const base = { op: 'settle-delivery', id: delivery.event.id, at } as const;
  switch (outcome.state) {
    case 'sent':
      return { ...base, state: 'sent', ...(outcome.receipt && { receipt: outcome.receipt }) };
    case 'unknown':
      return { ...base, state: 'unknown', receipt: outcome.reason };
    case 'parked':
      return { ...base, state: 'queued', nextAttemptAt: delivery.event.expiresAt };
    case 'not_tried':
      return { ...base, state: 'queued', nextAttemptAt: at };
    case 'failed': {
      const { reason: receipt, retryable, retryAfterMs } = outcome;
      if (!retryable || delivery.attempts >= deps.maxAttempts) {
        return { ...base, state: 'failed', receipt };
      }
      const waitMs = retryAfterMs ?? backoffMs(delivery.attempts, deps.random);
      return { ...base, state: 'queued', nextAttemptAt: at + waitMs, receipt };
    }
  }
}

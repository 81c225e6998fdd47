import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import { untilAborted } from '../base/until-aborted.ts';
import { withDeadline } from '../base/with-deadline.ts';
import type { DeliveryRecord } from '../storage/records.ts';
import type { DeliveryAnswer, DeliveryTarget } from './delivery-target.ts';

export interface AttemptDeps {
  readonly clock: Clock;
  readonly targets: Readonly<Record<string, DeliveryTarget>>;
}

const LONGEST_MS = 120_000;

/** Hands one message to its platform. Whatever does not answer may have taken it. */
export async function attempt(
  { clock, targets }: AttemptDeps,
  { event }: DeliveryRecord,
  signal: AbortSignal,
): Promise<DeliveryAnswer> {
  const target = targets[event.address.channel];
  if (target === undefined) return { state: 'parked' };
  const reason = () => new AgentError('timeout', 'The platform did not answer in time.');
  try {
    return await withDeadline(clock, { ms: LONGEST_MS, signal, reason }, (limit) =>
      untilAborted(target.deliver(event, limit), limit),
    );
  } catch (thrown) {
    return { state: 'unknown', reason: AgentError.from(thrown).message };
  }
}

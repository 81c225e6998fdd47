import type { Approval } from '../protocol/approval.ts';
import type { Step, Turn } from '../protocol/turn.ts';
import type { DeliveryRecord, InboxRecord, ReceiptRecord } from '../storage/records.ts';

/** Everything that the stores hold about one trace. */
export interface TraceJournal {
  readonly traceId: string;
  /** The message that was accepted; absent for what was turned away at the door. */
  readonly inbound?: InboxRecord;
  /** Absent while the message waits in the queue. */
  readonly turn?: Turn;
  readonly steps: readonly Step[];
  readonly approvals: readonly Approval[];
  readonly deliveries: readonly DeliveryRecord[];
  /** Present for what became no turn. */
  readonly receipt?: ReceiptRecord;
}

/** What the records themselves cannot say. */
export interface Moment {
  readonly now: number;
  /** Whether a runtime is working on the data folder; without one nothing is still running. */
  readonly runtimeAlive: boolean;
}

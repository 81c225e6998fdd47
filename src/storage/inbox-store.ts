import type { InboundEvent } from '../protocol/event.ts';
import type { Operation } from './operation.ts';
import type { InboxRecord, InboxState, Lease } from './records.ts';

export interface QueueLimits {
  readonly perSession: number;
  readonly total: number;
}

export type AcceptResult =
  | { readonly outcome: 'accepted'; readonly record: InboxRecord }
  /**
   * The same channel account has sent this id before; `record` is the first one. Nothing changed. When its session
   * was deleted, the record's content is that of the event given now.
   */
  | { readonly outcome: 'duplicate'; readonly record: InboxRecord }
  /** A queue is full. Nothing changed: the sender must be told. */
  | { readonly outcome: 'full'; readonly limit: 'session' | 'total' };

export type BroughtArtifact = Pick<
  Extract<Operation, { op: 'put-artifact' }>,
  'artifact' | 'content'
>;

export interface ClaimRequest {
  readonly owner: string;
  readonly now: number;
  readonly leaseMs: number;
  /** Sessions that the owner still works on: a lease that ran out says nothing about those. */
  readonly except?: readonly string[];
  /** Only sessions whose keys begin so. */
  readonly within?: string;
  /** No session whose key begins so. */
  readonly without?: string;
}

export interface InboxStore {
  /**
   * Resolves once the event is on disk; only then may its channel acknowledge. Creates the session when new. What
   * the event brings along is kept with it, and only when it is accepted.
   */
  accept(
    event: InboundEvent,
    limits: QueueLimits,
    brought?: readonly BroughtArtifact[],
  ): Promise<AcceptResult>;
  /** By the id of the accepted event, see `eventIdOf`. */
  get(id: string): Promise<InboxRecord | undefined>;
  /** Oldest first, or `newestFirst`. What `accept` calls full counts the messages that are `queued`. */
  list(filter: {
    readonly sessionKey?: string;
    readonly states?: readonly InboxState[];
    readonly limit?: number;
    readonly newestFirst?: boolean;
  }): Promise<readonly InboxRecord[]>;
  /** Without reading them, so that damaged ones count. */
  count(filter: { readonly states: readonly InboxState[] }): Promise<number>;
}

/** Session leases: who may work on which session. */
export interface LeaseStore {
  /**
   * Takes the session that has waited longest and may run: no live lease, and either an open turn that is
   * `running` (left by a dead owner) or `ready`, or no open turn and a queued message. `undefined` when none may.
   * A session waits since the message was accepted that its turn answers, or that is first in its queue.
   */
  claim(request: ClaimRequest): Promise<Lease | undefined>;
  /** Moves the end of the lease; false when somebody else holds the session now, or it was given back. */
  renew(lease: Lease, until: number): Promise<boolean>;
  /** Ends every lease. Only for a start-up that holds the lock of the data folder: their owners are dead. */
  voidAll(): Promise<void>;
  /** Every lease that was not given back, also one that has run out. */
  list(): Promise<readonly Lease[]>;
}

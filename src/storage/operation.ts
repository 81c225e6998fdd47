import type { Approval } from '../protocol/approval.ts';
import type { OutboundEvent } from '../protocol/event.ts';
import type { Message, UserMessage } from '../protocol/message.ts';
import type { Session, TodoItem } from '../protocol/session.ts';
import type { Clarification, Step, Turn } from '../protocol/turn.ts';
import type {
  AllowanceRecord,
  ArtifactRecord,
  DeliveryState,
  EffectRecord,
  FileChangeRecord,
  FileViewRecord,
  InboxState,
  ReceiptRecord,
  UsageRecord,
} from './records.ts';

/**
 * One change. A transaction is a list of these, applied in order, all or none; never a callback.
 * `put` creates the record or replaces it whole, so that repeating an operation changes nothing.
 */
export type Operation =
  | { readonly op: 'put-session'; readonly session: Session }
  /** Changes these fields and no others; puts `orElse` when there is no such session. One that is damaged stays as it is. */
  | {
      readonly op: 'update-session';
      readonly sessionKey: string;
      readonly change: Partial<Pick<Session, 'title' | 'updatedAt' | 'introduced' | 'model'>>;
      readonly orElse?: Session;
    }
  /**
   * Removes the session with its transcript, turns, artifacts and everything else under its key, and the sessions of
   * its workers. Fails with `conflict` while one of them has an open turn or a queued message: what was accepted is answered.
   */
  | { readonly op: 'delete-session'; readonly sessionKey: string }
  /** Keeps `stopRequested` of a stored open turn. A second open turn in one session is a `conflict`. */
  | { readonly op: 'put-turn'; readonly turn: Turn }
  /**
   * Puts an open turn to rest as `waiting`; as `ready` instead when what it waits for was answered in the
   * meantime (its approval is no longer `pending`, or `stopRequested` is set on the stored turn, which is kept).
   */
  | { readonly op: 'park-turn'; readonly turn: Turn }
  /** `not_found` when there is no such message; `conflict` when it is in another state than `from`. */
  | {
      readonly op: 'settle-inbound';
      readonly id: string;
      readonly state: InboxState;
      readonly from?: InboxState;
    }
  | { readonly op: 'put-step'; readonly step: Step }
  /** Appends to the transcript; the same `turnId` and `ordinal` again changes nothing. */
  | {
      readonly op: 'append-message';
      readonly sessionKey: string;
      readonly turnId: string;
      readonly ordinal: number;
      readonly message: Message;
      readonly at: number;
    }
  /**
   * Adds to a transcript what no turn of the session said. It stands between turns: it is added at once, or together with
   * the end of the open one. The same `id` again changes nothing, and so does one for a session that is not there.
   */
  | {
      readonly op: 'put-note';
      readonly sessionKey: string;
      readonly id: string;
      readonly message: UserMessage;
      readonly at: number;
    }
  /** Takes a turn's messages out of the transcript; they stay in the journal. */
  | { readonly op: 'retract-messages'; readonly turnId: string }
  /** Replaces the transcript of a session, after it was rebuilt from the journal. */
  | { readonly op: 'clear-messages'; readonly sessionKey: string }
  | { readonly op: 'put-effect'; readonly effect: EffectRecord }
  /** Queues a message for delivery; the same event id again changes nothing. */
  | { readonly op: 'enqueue-delivery'; readonly event: OutboundEvent; readonly turnId?: string }
  /** Changes nothing when the delivery was deleted with its session. */
  | {
      readonly op: 'settle-delivery';
      readonly id: string;
      readonly state: DeliveryState;
      readonly at: number;
      readonly receipt?: string;
      /** For a delivery that goes back to `queued`. */
      readonly nextAttemptAt?: number;
    }
  | { readonly op: 'put-usage'; readonly usage: UsageRecord }
  | { readonly op: 'put-approval'; readonly approval: Approval }
  /**
   * Answers a pending approval and makes its waiting turn `ready`. Fails with `conflict` when the
   * approval is no longer pending, so that of two answers exactly one counts; `not_found` when there is none.
   */
  | { readonly op: 'decide-approval'; readonly approval: Approval }
  | { readonly op: 'put-allowance'; readonly allowance: AllowanceRecord }
  | { readonly op: 'delete-allowance'; readonly id: string }
  | { readonly op: 'put-artifact'; readonly artifact: ArtifactRecord; readonly content: Uint8Array }
  /** Drops the content of an artifact and keeps its record, with this time. Changes nothing on one that is gone or expired. */
  | { readonly op: 'expire-artifact'; readonly id: string; readonly at: number }
  | { readonly op: 'put-todos'; readonly sessionKey: string; readonly items: readonly TodoItem[] }
  | { readonly op: 'put-file-view'; readonly view: FileViewRecord }
  | { readonly op: 'put-file-change'; readonly change: FileChangeRecord }
  | { readonly op: 'put-receipt'; readonly receipt: ReceiptRecord }
  /** Gives the session back; only with a fence. */
  | { readonly op: 'release-lease' }
  /**
   * Marks an open turn: it stops where it is, and a waiting one becomes `ready` so that it can end. Changes
   * nothing on a turn that has ended; `not_found` when there is none.
   */
  | { readonly op: 'request-stop'; readonly turnId: string }
  /** Settles a waiting clarification and makes the turn `ready`; `conflict` when it does not wait for `id`. */
  | {
      readonly op: 'answer-clarification';
      readonly turnId: string;
      readonly id: string;
      readonly answer: Clarification;
    };

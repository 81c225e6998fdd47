import type { Approval, ApprovalScope } from '../protocol/approval.ts';
import type { Principal } from '../protocol/event.ts';
import type { GuardDecision, Risk } from '../protocol/tool-call.ts';

/** One exact call that may need a person. */
export interface ApprovalRequest {
  readonly turnId: string;
  readonly stepName: string;
  readonly sessionKey: string;
  readonly principal: Principal;
  readonly isOwner: boolean;
  readonly unattended: boolean;
  readonly canAsk: boolean;
  /** See `Caller.assumeYes`. */
  readonly assumeYes: boolean;
  readonly tool: string;
  readonly risk: Risk;
  readonly decision: GuardDecision;
  /** Digest over everything that the yes is bound to. */
  readonly binding: string;
  readonly summary: string;
  /** What a wider yes would cover, e.g. `exec: git status`; absent where only `once` is possible. */
  readonly pattern?: string;
  /** Digest over the workspace and the executor: what was allowed in one folder says nothing about another. */
  readonly place: string;
  /** Whether it is a change inside the workspace that `undo` can take back. */
  readonly undoable: boolean;
}

/** `pending` carries the stored question. `unavailable`: it needs a person and nobody can be asked. */
export type GateAnswer =
  | { readonly state: 'not_needed'; readonly why: string }
  | { readonly state: 'approved'; readonly approval: Approval }
  | { readonly state: 'denied'; readonly approval: Approval }
  | { readonly state: 'expired'; readonly approval: Approval }
  | { readonly state: 'pending'; readonly approval: Approval }
  | { readonly state: 'unavailable'; readonly why: string };

export interface Decision {
  readonly id: string;
  readonly verdict: 'approved' | 'denied';
  readonly scope: ApprovalScope;
  readonly by: Principal;
  readonly comment?: string | undefined;
}

/** Asks a person, remembers the answer, lets it expire. */
export interface ApprovalGate {
  /**
   * Whether this call may run. Asking twice about one step finds the same question. An approved question is
   * bound to `binding`: a call that differs is asked anew. Approved and used exactly once.
   */
  check(request: ApprovalRequest): Promise<GateAnswer>;
  /**
   * Records a person's answer, whatever the session is doing. `not_found`, `conflict` when it was answered
   * before, `timeout` when it expired, `forbidden` when `by` may not answer.
   */
  decide(decision: Decision): Promise<Approval>;
  pending(filter: { readonly sessionKey?: string }): Promise<readonly Approval[]>;
  /** Marks what has run out as expired and makes its turns ready; resolves to the next expiry, if any. */
  expireDue(): Promise<number | undefined>;
}

import type { ApprovalGate } from '../approvals/approval-gate.ts';
import { createApprovalGate } from '../approvals/create-approval-gate.ts';
import type { Clock } from '../base/clock.ts';
import type { IdSource } from '../base/ids.ts';
import type { RunEvents } from '../bus/run-events.ts';
import type { Config } from '../config/schema.ts';
import type { AuditEntry, AuditLog } from '../observability/audit.ts';
import type { Approval } from '../protocol/approval.ts';
import type { Storage } from '../storage/storage.ts';

export interface StartApprovalsDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly config: Pick<Config, 'approvals'>;
  readonly audit: AuditLog;
  readonly events: RunEvents;
  isOwner(principal: string): boolean;
}

export interface Approvals {
  readonly gate: ApprovalGate;
  /** Called after each answer and each expiry, when the waiting turn may go on. */
  onDecided(listener: () => void): void;
}

/** The gate, with everything that is asked and answered in the audit and in the live view. */
export function startApprovals(deps: StartApprovalsDeps): Approvals {
  const { storage, clock, ids, config, audit, events, isOwner } = deps;
  const listeners: (() => void)[] = [];

  function onChange(approval: Approval) {
    audit.append(toEntry(approval));
    if (approval.state === 'pending') return;
    for (const listener of listeners) listener();
    showSettled(approval).catch(() => undefined);
  }

  async function showSettled(approval: Approval) {
    const turn = await storage.turns.get(approval.turnId);
    if (turn === undefined) return;
    const { sessionKey, traceId, id: turnId, inboundId } = turn;
    const where = { sessionKey, traceId, turnId, inboundId, at: clock.now() };
    events.publish({ ...where, type: 'approval-settled', approval });
  }

  return {
    gate: createApprovalGate({
      storage,
      clock,
      ids,
      isOwner,
      expiryMs: config.approvals.expiry,
      onChange,
    }),
    onDecided: (listener) => void listeners.push(listener),
  };
}

const KINDS = {
  pending: 'approval-request',
  approved: 'approval-decision',
  denied: 'approval-decision',
  used: 'approval-decision',
  expired: 'approval-expiry',
} as const;

function toEntry(approval: Approval): AuditEntry {
  const { id, state, principal, decidedBy, sessionKey, turnId, stepName, tool, risk, scope } =
    approval;
  return {
    kind: KINDS[state],
    principal: decidedBy ?? principal,
    outcome: state,
    sessionKey,
    turnId,
    stepName,
    details: { approvalId: id, tool, risk, ...(scope !== undefined && { scope }) },
  };
}

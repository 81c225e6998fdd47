import type { AuditEntry } from '../observability/audit.ts';
import type { Approval } from '../protocol/approval.ts';

/** What the audit keeps of a question to a person and of its answer; never the text of what would run. */
export function approvalAuditEntry(approval: Approval): AuditEntry {
  const { id, binding, tool, risk, reason, patternKey, pattern, state, scope, decidedBy } =
    approval;
  const { sessionKey, turnId, stepName, principal, expiresAt } = approval;
  return {
    kind: KINDS[state],
    principal: decidedBy ?? principal,
    outcome: state,
    sessionKey,
    turnId,
    stepName,
    details: {
      id,
      binding,
      tool,
      risk,
      reason,
      patternKey,
      pattern,
      scope,
      expiresAt,
      for: principal,
    },
  };
}

const KINDS = {
  pending: 'approval-request',
  approved: 'approval-decision',
  used: 'approval-decision',
  denied: 'approval-decision',
  expired: 'approval-expiry',
} as const satisfies Record<Approval['state'], AuditEntry['kind']>;

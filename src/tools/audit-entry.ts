import type { AuditEntry } from '../observability/audit.ts';
import type { CallRecord } from './call.ts';

/** What the audit keeps of a call: every executed side effect, every denial. Undefined for what nobody must answer for. */
export function toAuditEntry(record: CallRecord): AuditEntry | undefined {
  const kind = kindOf(record);
  if (kind === undefined) return undefined;
  const { principal, outcome, sessionKey, traceId, turnId, stepName, decision, ...details } =
    record;
  const { reason, patternKey, facts, span } = decision ?? {};
  return {
    kind,
    principal,
    outcome,
    sessionKey,
    traceId,
    turnId,
    stepName,
    details: { ...details, reason, patternKey, facts, span },
  };
}

function kindOf({ outcome, decision, sideEffect }: CallRecord): AuditEntry['kind'] | undefined {
  if (outcome === 'denied') {
    return decision?.patternKey === 'worker_escape' ? 'worker-escape' : 'tool-denial';
  }
  if (outcome === 'approval_required' || outcome === 'approval_expired') return 'tool-denial';
  if (outcome === 'approval_denied' || outcome === 'not_visible') return 'tool-denial';
  return sideEffect && outcome !== 'replayed' ? 'tool-call' : undefined;
}

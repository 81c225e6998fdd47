import type { WorkerEnd } from '../agent/worker-record.ts';
import type { AuditEntry } from '../observability/audit.ts';

/** What the audit keeps of a worker; it masks the secrets in the summary itself. */
export function toDelegationEntry({ turn, ...details }: WorkerEnd): AuditEntry {
  const { principal, state, sessionKey, traceId, id, usage, activeMs } = turn;
  return {
    kind: 'delegation',
    principal,
    outcome: state,
    sessionKey,
    traceId,
    turnId: id,
    details: { ...details, costUsd: usage.costUsd, durationMs: activeMs },
  };
}

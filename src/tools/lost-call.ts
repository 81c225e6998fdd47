import type { CallRecord, ToolPipelineDeps } from './call.ts';
import type { Caller, LostCall } from './pipeline-contract.ts';

/** What the audit is told of a begun call whose turn ended without it. */
export function toLostRecord(
  { ids, registry }: Pick<ToolPipelineDeps, 'ids' | 'registry'>,
  { traceId, turnId, callId, begunAs }: LostCall,
  { principal, sessionKey }: Caller,
): CallRecord {
  const { tool, risk, decision, approvalId, maskedArguments } = begunAs;
  return {
    executionId: ids.next('exe'),
    tool,
    principal,
    sessionKey,
    traceId,
    turnId,
    stepName: callId,
    capabilities: registry.find(tool)?.tool.capabilities ?? [],
    outcome: 'unknown',
    sideEffect: true,
    attempts: 0,
    durationMs: 0,
    ...(risk !== undefined && { risk }),
    ...(decision !== undefined && { decision }),
    ...(approvalId !== undefined && { approvalId }),
    maskedArguments,
  };
}

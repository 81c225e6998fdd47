import type { GuardDecision } from '../protocol/tool-call.ts';
import { baseRisk } from './base-risk.ts';
import type { Call, ToolPipelineDeps } from './call.ts';
import { keysOf } from './idempotency-key.ts';
import type { ToolPipeline, ToolProposal } from './pipeline-contract.ts';
import { readArguments } from './read-arguments.ts';
import type { RegisteredTool } from './registry.ts';

export type Surroundings = Parameters<ToolPipeline['call']>[1];

const NO_DECISION: GuardDecision = { action: 'allow', reason: '', patternKey: 'none', facts: [] };

/** A proposal before its first stage. One that began in a process that died is what its start says, until a stage says more. */
export function beginCall(
  { ids }: ToolPipelineDeps,
  registered: RegisteredTool,
  { proposal, ...around }: Surroundings & { readonly proposal: ToolProposal },
): Call {
  const { tool } = registered;
  const { traceId, callId, argumentsText, begunAs } = proposal;
  const read = readArguments(tool, argumentsText);
  const keys = keysOf({ traceId, callId, tool: tool.name, input: read.value });
  return {
    ...around,
    proposal: begunAs === undefined ? proposal : { ...proposal, startedBefore: true },
    executionId: ids.next('exe'),
    registered,
    tool,
    arguments: read,
    input: undefined,
    callKey: keys.callKey,
    idempotencyKey: begunAs?.idempotencyKey ?? keys.idempotencyKey,
    unsettled: undefined,
    decision: begunAs?.decision ?? NO_DECISION,
    pattern: undefined,
    risk: begunAs?.risk ?? baseRisk(tool),
    summary: begunAs?.summary ?? tool.name,
    approval: undefined,
    shown: { ofInput: undefined, value: undefined },
  };
}

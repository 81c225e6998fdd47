import type { Call, ToolPipelineDeps } from './call.ts';
import type { ToolExecutionContext } from './tool.ts';

export type Attempt = Pick<ToolExecutionContext, 'attemptIndex' | 'signal'>;

/** Who asked, in which turn, under which key: frozen, and the only way by which these reach a tool. */
export function createContext(
  call: Call,
  { workspace, clock }: Pick<ToolPipelineDeps, 'workspace' | 'clock'>,
  { attemptIndex, signal }: Attempt,
): ToolExecutionContext {
  const { proposal, caller, recorder, approval, decision } = call;
  return Object.freeze({
    executionId: call.executionId,
    traceId: proposal.traceId,
    sessionKey: caller.sessionKey,
    principal: caller.principal,
    agentId: caller.agentId,
    attemptIndex,
    idempotencyKey: call.idempotencyKey,
    isReplay: proposal.startedBefore,
    credentials: Object.freeze({}),
    approvedActions: new Set(
      approval === undefined ? [] : [decision.patternKey, ...decision.facts],
    ),
    ...(caller.allowedTools !== undefined && { allowedTools: caller.allowedTools }),
    workspace,
    memory: recorder.memory,
    now: () => clock.now(),
    ...(proposal.clarification !== undefined && { clarification: proposal.clarification }),
    signal,
  });
}

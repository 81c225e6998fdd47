import type { Call, ToolPipelineDeps } from './call.ts';
import type { Tool, ToolExecutionContext } from './tool.ts';

export interface Attempt extends Pick<ToolExecutionContext, 'attemptIndex'> {
  /** Made when the tool looks at it. */
  signal(): AbortSignal;
}

/** Who asked, in which turn, under which key: frozen, and the only way by which these reach a tool. */
export function createContext(
  call: Call,
  deps: Pick<ToolPipelineDeps, 'workspace' | 'clock' | 'credentialsFor'>,
  { attemptIndex, signal }: Attempt,
): ToolExecutionContext {
  const { proposal, caller, recorder, approval, decision } = call;
  const { workspace, clock } = deps;
  return Object.freeze({
    executionId: call.executionId,
    traceId: proposal.traceId,
    sessionKey: caller.sessionKey,
    principal: caller.principal,
    agentId: caller.agentId,
    attemptIndex,
    idempotencyKey: call.idempotencyKey,
    isReplay: proposal.startedBefore,
    credentials: credentialsOf(call.tool, deps),
    approvedActions: new Set(
      approval === undefined ? [] : [decision.patternKey, ...decision.facts],
    ),
    ...(caller.parentExecutionId !== undefined && {
      parentExecutionId: caller.parentExecutionId,
    }),
    ...(caller.allowedTools !== undefined && { allowedTools: caller.allowedTools }),
    workspace,
    memory: recorder.memory,
    now: () => clock.now(),
    ...(proposal.clarification !== undefined && { clarification: proposal.clarification }),
    get signal() {
      return signal();
    },
  });
}

const NONE: Readonly<Record<string, string>> = Object.freeze({});

/** The keys that the tool names, and no others. */
function credentialsOf(
  tool: Tool,
  { credentialsFor }: Pick<ToolPipelineDeps, 'credentialsFor'>,
): Readonly<Record<string, string>> {
  const { credentials: names = [] } = tool;
  if (names.length === 0 || credentialsFor === undefined) return NONE;
  const known = credentialsFor(tool);
  return Object.freeze(
    Object.fromEntries(
      names.flatMap((name) => {
        const value = Object.hasOwn(known, name) ? known[name] : undefined;
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  );
}

import { AgentError } from '../../base/errors.ts';
import type { GuardDecision } from '../../protocol/tool-call.ts';
import type { Call, Stage, ToolPipelineDeps } from '../call.ts';

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

/** Code decides what a call would do; a `deny` is final, whatever anybody has said or will say. */
export const guardCall: Stage = {
  name: 'guard',
  async run(call, deps) {
    const { capabilities } = call.tool;
    const { workspace, policy } = deps;
    const judged = deps.guard(
      { capabilities, input: call.input },
      { workspace, networkPolicy: policy.networkPolicy },
    );
    const decision = stricter(judged.decision, await toolsOwnView(call, deps));
    const guarded: Call = { ...call, decision, pattern: judged.pattern };
    if (decision.action !== 'deny') return { next: guarded };
    const { reason, alternative, patternKey } = decision;
    const instead = alternative === undefined ? '' : ` Instead: ${alternative}`;
    return {
      call: guarded,
      end: {
        outcome: 'denied',
        text: `Not allowed, and no approval can change that: ${reason}${instead}`,
        metadata: { patternKey },
      },
    };
  },
};

/** A guard that breaks lets nothing through unasked. */
async function toolsOwnView(call: Call, deps: ToolPipelineDeps): Promise<GuardDecision> {
  const { workspace, policy } = deps;
  const { memory } = call.recorder;
  try {
    const surroundings = { workspace, networkPolicy: policy.networkPolicy, memory };
    return (await call.tool.guard?.(call.input, surroundings)) ?? call.decision;
  } catch (thrown) {
    const reason = AgentError.from(thrown).message;
    return { action: 'ask', reason, patternKey: 'guard_failed', facts: [] };
  }
}

function stricter(a: GuardDecision, b: GuardDecision): GuardDecision {
  const facts = [...new Set([...a.facts, ...b.facts])];
  return { ...(STRICTNESS[b.action] > STRICTNESS[a.action] ? b : a), facts };
}

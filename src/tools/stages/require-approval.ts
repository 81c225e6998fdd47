import type { GateAnswer } from '../../approvals/approval-gate.ts';
import { canonicalJson } from '../../base/json.ts';
import type { Capability } from '../../protocol/tool-call.ts';
import type { Call, CallEnd, Stage, StageDeps, ToolPipelineDeps } from '../call.ts';
import { digest } from '../idempotency-key.ts';

/** Whoever has to agree, agrees to this exact call, or it does not run. */
export const requireApproval: Stage = {
  name: 'approval',
  async run(call, deps) {
    const answer = await deps.gate.check(toRequest(call, deps));
    switch (answer.state) {
      case 'not_needed':
        return { next: call };
      case 'approved':
        return { next: { ...call, approval: answer.approval } };
      case 'pending':
        return { wait: { state: 'needs_approval', approval: answer.approval } };
      case 'denied':
      case 'expired':
      case 'unavailable':
        return { call: withApproval(call, answer), end: endOf(answer) };
    }
  },
};

function toRequest(call: Call, deps: StageDeps) {
  const { proposal, caller, tool, risk, decision, pattern } = call;
  return {
    turnId: proposal.turnId,
    stepName: proposal.callId,
    sessionKey: caller.sessionKey,
    principal: caller.principal,
    isOwner: caller.isOwner,
    unattended: caller.unattended,
    canAsk: caller.canAsk,
    assumeYes: caller.assumeYes === true,
    tool: tool.name,
    risk,
    decision,
    // Most calls need no person, and so no binding.
    get binding() {
      return bindingOf(call, deps);
    },
    summary: call.summary,
    ...(pattern !== undefined && { pattern: `${tool.name}: ${pattern}` }),
    place: deps.place,
    undoable: isUndoable(call),
  };
}

/** A changed argument, folder, executor or policy makes it another call that nobody has agreed to. */
function bindingOf(
  call: Call,
  { executorName, workspace, policyVersion }: ToolPipelineDeps,
): string {
  const { tool, caller, registered, input } = call;
  return digest([
    tool.name,
    registered.fingerprint,
    canonicalJson(input),
    workspace,
    executorName,
    caller.principal,
    caller.sessionKey,
    policyVersion,
  ]);
}

/** Undo restores files, and only those of a turn. A tool that promises more than its capabilities say is not believed. */
function isUndoable({ tool, caller }: Call): boolean {
  const onlyFiles = tool.capabilities.every((capability) => FILES.has(capability));
  return tool.undoable === true && caller.canUndo && onlyFiles && tool.capabilities.length > 0;
}

const FILES: ReadonlySet<Capability> = new Set(['fs.read', 'fs.write']);

type Refused = Extract<GateAnswer, { state: 'denied' | 'expired' | 'unavailable' }>;

function withApproval(call: Call, answer: Refused): Call {
  return answer.state === 'unavailable' ? call : { ...call, approval: answer.approval };
}

function endOf(answer: Refused): CallEnd {
  switch (answer.state) {
    case 'denied': {
      const { comment } = answer.approval;
      const why = comment === undefined ? '' : ` They said: ${JSON.stringify(comment)}.`;
      return {
        outcome: 'approval_denied',
        text: `Not run: the person said no.${why} Do not try the same effect in another way; ask what they want instead.`,
      };
    }
    case 'expired':
      return {
        outcome: 'approval_expired',
        text: 'Not run: nobody answered the question in time. Say what you would have done and why.',
      };
    case 'unavailable':
      return {
        outcome: 'approval_required',
        text: `Not run: this needs a person's yes (${answer.why}), and nobody can be asked here. Do not call it again. Go on without it where you can, and say what is left for the person to approve.`,
        metadata: { why: answer.why },
      };
  }
}

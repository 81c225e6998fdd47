import type { GuardDecision } from '../../protocol/tool-call.ts';
import { showHidden } from '../../security/visible-text.ts';
import { addresseesOf } from '../addressees.ts';
import { askTool, wordsOf } from '../ask-tool.ts';
import type { Call, Stage, StageResult, ToolPipelineDeps } from '../call.ts';
import { visibilityOf } from '../visibility.ts';

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const;

/** Code decides what a call would do; a `deny` is final, whatever anybody has said or will say. */
export const guardCall: Stage = {
  name: 'guard',
  run(call, deps) {
    if (call.tool.guard === undefined) return judge(call, deps, undefined);
    return toolsOwnView(call, deps).then((own) => judge(call, deps, own));
  },
};

function judge(call: Call, deps: ToolPipelineDeps, own: GuardDecision | undefined): StageResult {
  const { capabilities } = call.tool;
  const { workspace, policy } = deps;
  const judged = deps.guard(
    { capabilities, input: call.input },
    { workspace, networkPolicy: policy.networkPolicy },
  );
  const addressed = own === undefined ? judged.decision : stricter(judged.decision, own);
  const found = mayReachThem(call, deps) ? addressed : TO_OTHERS;
  const decision = masked(found, deps);
  const guarded: Call = { ...call, decision, pattern: patternOf(judged, decision, deps) };
  if (decision.action !== 'deny') return { next: guarded };
  return {
    call: guarded,
    end: {
      outcome: 'denied',
      text: denialText(decision),
      summary: decision.reason,
      metadata: { patternKey: decision.patternKey },
    },
  };
}

const TO_OTHERS: GuardDecision = {
  action: 'deny',
  reason: 'Messages from here may only go to this chat.',
  patternKey: 'message_to_others',
  facts: [],
  alternative: 'draft the message here, for the person to send',
};

/** A message to somebody else needs what only the profile `full` has, or a list that names the tool. */
function mayReachThem(call: Call, { policy }: ToolPipelineDeps): boolean {
  if (addresseesOf(call) !== 'others') return true;
  const { tool, caller } = call;
  return visibilityOf(tool, policy, { ...caller, beyond: ['message.others'] }).visible;
}

/** A wider yes is only offered for what the guard allows with no more facts than the pattern names, and no secret. */
function patternOf(
  judged: ReturnType<ToolPipelineDeps['guard']>,
  decision: GuardDecision,
  { redactor }: ToolPipelineDeps,
): string | undefined {
  const { pattern } = judged;
  const sameFacts = decision.facts.length === judged.decision.facts.length;
  if (pattern === undefined || decision.action !== 'allow' || !sameFacts) return undefined;
  return redactor.text(pattern) === pattern ? pattern : undefined;
}

/** The decision quotes the call, and is written down and shown. */
function masked(decision: GuardDecision, { redactor }: ToolPipelineDeps): GuardDecision {
  const { span, reason } = decision;
  const quoted = span === undefined ? {} : { span: showHidden(redactor.text(span)) };
  return { ...decision, reason: redactor.text(reason), ...quoted };
}

function denialText({ reason, span, alternative }: GuardDecision): string {
  const where = span === undefined ? '' : ` (${span})`;
  const instead = alternative === undefined ? '' : ` Instead: ${alternative}`;
  return `Not allowed, and no approval can change that: ${reason}${where}${instead}`;
}

/** A guard that breaks lets nothing through unasked. */
async function toolsOwnView(
  call: Call,
  { clock, workspace, policy }: ToolPipelineDeps,
): Promise<GuardDecision> {
  const { tool, input, recorder } = call;
  const surroundings = {
    workspace,
    networkPolicy: policy.networkPolicy,
    memory: recorder.memory,
  };
  const answered = await askTool(clock, () => tool.guard?.(input, surroundings));
  if (answered.ok && isDecision(answered.value)) return answered.value;
  const reason = `The tool could not check the call: ${answered.ok ? 'no decision' : wordsOf(answered.thrown)}`;
  return { action: 'ask', reason, patternKey: 'guard_failed', facts: [] };
}

function isDecision(value: GuardDecision | undefined): value is GuardDecision {
  return (
    value !== undefined && Object.hasOwn(STRICTNESS, value.action) && Array.isArray(value.facts)
  );
}

function stricter(a: GuardDecision, b: GuardDecision): GuardDecision {
  const facts = [...new Set([...a.facts, ...b.facts])];
  return { ...(STRICTNESS[b.action] > STRICTNESS[a.action] ? b : a), facts };
}

import { createHash } from 'node:crypto';
import type { ApprovalGate, GateAnswer } from '../approvals/approval-gate.ts';
import { canonicalJson } from '../base/json.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import type { GuardDecision, IdempotencyClass, Risk, ToolOutcome } from '../protocol/tool-call.ts';
import { EffectReceipt } from '../tools/effect-receipt.ts';
import type {
  Caller,
  CallRecorder,
  PipelineResult,
  StartedCall,
  ToolPipeline,
  ToolProposal,
  ToolReport,
} from '../tools/pipeline-contract.ts';
import type { ToolMemory, ToolMetadata, ToolQuestion } from '../tools/tool.ts';

type Input = Readonly<Record<string, unknown>>;

export interface ScriptedToolContext {
  readonly signal: AbortSignal;
  readonly memory: ToolMemory;
  readonly clarification: string | undefined;
  readonly idempotencyKey: string;
}

/** What a scripted tool returns: text that is `ok`, or how it went. Throwing is `error`. */
export type ScriptedResult =
  | string
  | { readonly text: string; readonly outcome?: ToolOutcome; readonly metadata?: ToolMetadata };

export interface ScriptedTool {
  /** `pure` when not given. */
  readonly idempotency?: IdempotencyClass;
  /** `read_only` for pure tools, else `write`. */
  readonly risk?: Risk;
  /** Whether a person must say yes to every call. */
  readonly asks?: boolean;
  readonly question?: (input: Input) => ToolQuestion;
  run(input: Input, context: ScriptedToolContext): ScriptedResult | Promise<ScriptedResult>;
}

export type ScriptedTools = Readonly<Record<string, ScriptedTool>>;

export interface ScriptedPipelineOptions {
  readonly tools: ScriptedTools;
  readonly gate: ApprovalGate;
}

interface Call {
  readonly proposal: ToolProposal;
  readonly caller: Caller;
  readonly recorder: CallRecorder;
  readonly signal: AbortSignal;
  readonly tool: ScriptedTool;
  readonly input: Input;
  readonly callKey: string;
  readonly started: StartedCall;
}

/** The pipeline's contract without its policy: replay, question, approval, journal, execution. */
export function createScriptedPipeline({ tools, gate }: ScriptedPipelineOptions): ToolPipeline {
  const names = Object.keys(tools).toSorted();

  return {
    definitions: async () =>
      names.map((name) => ({ name, description: name, parameters: { type: 'object' } })),

    views: async () => names.map((name) => ({ name, visible: true, rule: 'scripted' })),

    async call(proposal, surroundings) {
      const tool = tools[proposal.tool];
      const input = parseInput(proposal.argumentsText);
      if (tool === undefined) return refuse(proposal, surroundings.recorder, 'not_visible');
      if (input === undefined) return refuse(proposal, surroundings.recorder, 'invalid_arguments');
      const callKey = `${proposal.tool} ${canonicalJson(input)}`;
      const started = toStarted(proposal, tool, input);
      const call = { proposal, ...surroundings, tool, input, callKey, started };
      return (await replay(call)) ?? (await ask(call, gate)) ?? execute(call);
    },
  };
}

async function replay(call: Call): Promise<PipelineResult | undefined> {
  const { proposal, recorder, tool, callKey, started } = call;
  const { idempotency = 'pure' } = tool;
  if (idempotency === 'pure') return undefined;
  const effect = await recorder.findEffect(started.idempotencyKey);
  if (effect?.status === 'done') {
    return finish(call, 'replayed', EffectReceipt.parse(effect.receipt).text);
  }
  if (proposal.startedBefore && idempotency !== 'idempotent') {
    return finish(call, 'unknown', 'Nobody can say whether this happened.');
  }
  if (!proposal.earlierInBatch.has(callKey)) return undefined;
  return finish(call, 'denied', 'The same call came before in this batch.');
}

async function ask(call: Call, gate: ApprovalGate): Promise<PipelineResult | undefined> {
  const { proposal, caller, tool, input, started } = call;
  if (tool.question !== undefined && proposal.clarification === undefined) {
    return { state: 'needs_answer', question: tool.question(input) };
  }
  if (tool.asks !== true) return undefined;
  const answer = await gate.check({
    turnId: proposal.turnId,
    stepName: proposal.callId,
    sessionKey: caller.sessionKey,
    principal: caller.principal,
    isOwner: caller.isOwner,
    unattended: caller.unattended,
    canAsk: caller.canAsk,
    assumeYes: caller.assumeYes === true,
    tool: proposal.tool,
    risk: started.risk,
    decision: started.decision,
    binding: started.idempotencyKey,
    summary: started.summary,
    undoable: false,
  });
  return outcomeOfAnswer(call, answer);
}

async function outcomeOfAnswer(
  call: Call,
  answer: GateAnswer,
): Promise<PipelineResult | undefined> {
  switch (answer.state) {
    case 'not_needed':
    case 'approved':
      return undefined;
    case 'pending':
      return { state: 'needs_approval', approval: answer.approval };
    case 'unavailable':
      return finish(call, 'approval_required', answer.why);
    case 'denied':
      return finish(call, 'approval_denied', answer.approval.comment ?? 'Denied.');
    case 'expired':
      return finish(call, 'approval_expired', 'Nobody answered in time.');
  }
}

async function execute(call: Call): Promise<PipelineResult> {
  const { recorder, started, tool, input, signal, proposal } = call;
  await recorder.started(started);
  const { memory } = recorder;
  const { clarification } = proposal;
  const context = { signal, memory, clarification, idempotencyKey: started.idempotencyKey };
  const result = await Promise.race([attempt(() => tool.run(input, context)), cancelled(signal)]);
  const report = toReport(call, result);
  await recorder.finished(started, report);
  return { state: 'finished', report };
}

async function attempt(run: () => ScriptedResult | Promise<ScriptedResult>) {
  try {
    const result = await run();
    return typeof result === 'string' ? { text: result } : result;
  } catch (thrown) {
    return { text: String(thrown), outcome: 'error' as const };
  }
}

function cancelled(signal: AbortSignal): Promise<{ text: string; outcome: ToolOutcome }> {
  return new Promise((resolve) => {
    const answer = () => resolve({ text: 'Cancelled.', outcome: 'cancelled' });
    if (signal.aborted) return answer();
    signal.addEventListener('abort', answer, { once: true });
  });
}

interface Result {
  readonly text: string;
  readonly outcome?: ToolOutcome;
  readonly metadata?: ToolMetadata;
}

/** Ends a call that never began. */
async function finish(call: Call, outcome: ToolOutcome, text: string): Promise<PipelineResult> {
  const report = { ...toReport(call, { text, outcome }), sideEffect: false };
  await call.recorder.finished(undefined, report);
  return { state: 'finished', report };
}

async function refuse(
  { tool, argumentsText }: ToolProposal,
  recorder: CallRecorder,
  outcome: 'not_visible' | 'invalid_arguments',
): Promise<PipelineResult> {
  const text = `${outcome}: ${tool} ${argumentsText}`;
  const report = {
    ...PLAIN,
    tool,
    outcome,
    text,
    summary: outcome,
    metadata: {},
    sideEffect: false,
  };
  await recorder.finished(undefined, report);
  return { state: 'finished', report };
}

const PLAIN = { origin: trustedOrigin('workspace'), attempts: 1, durationMs: 1 };

function toReport(call: Call, { text, outcome = 'ok', metadata = {} }: Result): ToolReport {
  const { proposal, started, callKey } = call;
  const { risk, decision } = started;
  const sideEffect = started.idempotency !== 'pure';
  const facts = { tool: proposal.tool, outcome, text, summary: text.slice(0, 80), metadata };
  return { ...PLAIN, ...facts, risk, decision, callKey, sideEffect };
}

const ALLOWED: GuardDecision = {
  action: 'allow',
  reason: 'scripted',
  patternKey: 'none',
  facts: [],
};

function toStarted(
  { traceId, callId, tool: name }: ToolProposal,
  { idempotency = 'pure', risk }: ScriptedTool,
  input: Input,
): StartedCall {
  const named = [traceId, callId, name, canonicalJson(input)].join('\n');
  return {
    tool: name,
    idempotencyKey: createHash('sha256').update(named).digest('hex').slice(0, 24),
    idempotency,
    capabilities: [],
    maskedArguments: input,
    summary: `${name} ${canonicalJson(input)}`,
    risk: risk ?? (idempotency === 'pure' ? 'read_only' : 'write'),
    decision: ALLOWED,
  };
}

function parseInput(text: string): Input | undefined {
  try {
    const parsed: unknown = JSON.parse(text || '{}');
    return typeof parsed === 'object' && parsed !== null ? Object(parsed) : undefined;
  } catch {
    return undefined;
  }
}

import { translate } from '../protocol/catalogue.ts';
import type { LlmStepResult } from '../protocol/journal.ts';
import type { ToolCallPart } from '../protocol/message.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import type { Clarification, WaitingFor } from '../protocol/turn.ts';
import type { PipelineResult, ToolProposal, ToolReport } from '../tools/pipeline-contract.ts';
import type { ToolQuestion } from '../tools/tool.ts';
import { beginningOf, createCallRecorder } from './call-recorder.ts';
import { type CapName, capBeforeToolCall } from './caps.ts';
import { groupCalls } from './group-calls.ts';
import { isRepeatedCall, REPEATED_CALL } from './loop-detector.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import { callsOf, publish, type TurnRun } from './turn-run.ts';

export type BatchOutcome =
  | { readonly state: 'done' }
  | { readonly state: 'waiting'; readonly waitingFor: WaitingFor }
  | { readonly state: 'capped'; readonly cap: CapName };

/** Runs the calls of one model step in order, neighbours that may side by side; what the journal holds is not run again. */
export async function toolBatch(
  deps: TurnEngineDeps,
  run: TurnRun,
  step: LlmStepResult,
): Promise<BatchOutcome> {
  const earlierInBatch = new Set<string>();
  for (const group of groupCalls(callsOf(step), (call) => besideOthers(deps, call))) {
    run.signal.throwIfAborted();
    const outcome = await toolGroup(deps, run, { group, earlierInBatch });
    if (outcome.state !== 'done') return outcome;
    for (const call of group) noteSideEffect(run, call, earlierInBatch);
  }
  return { state: 'done' };
}

function besideOthers({ pipeline }: TurnEngineDeps, { tool, argumentsText }: ToolCallPart) {
  const kind = pipeline.kindSideBySide(tool);
  return kind === undefined ? undefined : { kind, key: pipeline.callKey(tool, argumentsText) };
}

interface GroupInBatch {
  readonly group: readonly ToolCallPart[];
  readonly earlierInBatch: ReadonlySet<string>;
}

async function toolGroup(
  deps: TurnEngineDeps,
  run: TurnRun,
  { group, earlierInBatch }: GroupInBatch,
): Promise<BatchOutcome> {
  const open = group.filter(({ callId }) => run.journal.step(callId)?.status !== 'done');
  const { allowed, cap } = withinCaps(run, open);
  const running = allowed.map((call) => toolCall(deps, run, { call, earlierInBatch }));
  // None is left running behind one that failed.
  const settled = await Promise.allSettled(running);
  const outcomes = settled.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
  const waiting = outcomes.find(({ state }) => state === 'waiting');
  return waiting ?? (cap === undefined ? { state: 'done' } : { state: 'capped', cap });
}

/** The calls that may run, and the cap that keeps the rest from it. */
function withinCaps(run: TurnRun, open: readonly ToolCallPart[]) {
  const spent = spentBefore(run, open);
  const caps = open.map((_, index) => capBeforeToolCall(run.caps, spent, index));
  const allowed = open.filter((_, index) => caps[index] === undefined);
  return { allowed, cap: caps[allowed.length] };
}

/** A call that is resumed has been counted when it began. */
function spentBefore({ journal }: TurnRun, open: readonly ToolCallPart[]) {
  const names = new Set(open.map(({ callId }) => callId));
  const steps = journal.steps().filter(({ name }) => !names.has(name));
  return { steps, usage: journal.usage(), activeMs: journal.activeMs() };
}

function noteSideEffect(run: TurnRun, call: ToolCallPart, earlierInBatch: Set<string>): void {
  const finished = run.journal.toolSteps().find(({ message }) => message.callId === call.callId);
  if (finished?.sideEffect && finished.callKey !== undefined) earlierInBatch.add(finished.callKey);
}

interface CallInBatch {
  readonly call: ToolCallPart;
  readonly earlierInBatch: ReadonlySet<string>;
}

async function toolCall(
  deps: TurnEngineDeps,
  run: TurnRun,
  { call, earlierInBatch }: CallInBatch,
): Promise<Exclude<BatchOutcome, { state: 'capped' }>> {
  const recorder = createCallRecorder(deps, run, call);
  const callKey = deps.pipeline.callKey(call.tool, call.argumentsText);
  if (isRepeatedCall(callKey, run.journal.toolSteps())) {
    await recorder.finished(undefined, { ...repeatedCall(run, call), callKey });
    return { state: 'done' };
  }
  const { caller, signal } = run;
  const surroundings = { caller, recorder, signal };
  const proposal = toProposal(run, call, earlierInBatch);
  const result = await deps.pipeline.call(proposal, surroundings);
  if (result.state === 'needs_answer' && !caller.canAsk) {
    const clarification = withoutPerson(result.question);
    const answered = await deps.pipeline.call({ ...proposal, clarification }, surroundings);
    return waitingOf(deps, run, { call, result: answered });
  }
  return waitingOf(deps, run, { call, result });
}

/** How a question is settled where nobody can be asked. */
function withoutPerson({ defaultAnswer }: ToolQuestion): Clarification {
  return defaultAnswer === undefined ? { by: 'nobody' } : { by: 'default', answer: defaultAnswer };
}

function toProposal(
  run: TurnRun,
  call: ToolCallPart,
  earlierInBatch: ReadonlySet<string>,
): ToolProposal {
  const { traceId, id: turnId, waitingFor } = run.journal.turn();
  const clarification =
    waitingFor?.kind === 'clarification' && waitingFor.id === call.callId
      ? waitingFor.answer
      : undefined;
  const begun = beginningOf(run.journal, call);
  return {
    traceId,
    turnId,
    callId: call.callId,
    tool: call.tool,
    argumentsText: call.argumentsText,
    earlierInBatch,
    startedBefore: begun !== undefined,
    ...(begun !== undefined && { begunAs: begun.result }),
    ...(clarification !== undefined && { clarification }),
  };
}

function waitingOf(
  deps: TurnEngineDeps,
  run: TurnRun,
  { call, result }: { call: ToolCallPart; result: PipelineResult },
): Exclude<BatchOutcome, { state: 'capped' }> {
  switch (result.state) {
    case 'finished':
      return { state: 'done' };
    case 'needs_approval': {
      const { approval } = result;
      publish(deps, run, { type: 'approval-request', approval });
      const waitingFor = { kind: 'approval', id: approval.id, until: approval.expiresAt } as const;
      return { state: 'waiting', waitingFor };
    }
    case 'needs_answer':
      return { state: 'waiting', waitingFor: questionOf(deps, call, result.question) };
  }
}

function questionOf(deps: TurnEngineDeps, call: ToolCallPart, asked: ToolQuestion): WaitingFor {
  const { question, choices, timeoutMs, defaultAnswer } = asked;
  return {
    kind: 'clarification',
    id: call.callId,
    question,
    until: deps.clock.now() + timeoutMs,
    ...(choices !== undefined && { choices: [...choices] }),
    ...(defaultAnswer !== undefined && { defaultAnswer }),
  };
}

function repeatedCall(run: TurnRun, call: ToolCallPart): ToolReport {
  const text = translate(run.language, 'agent.repeated_call');
  return notRun(call, { outcome: 'denied', text, patternKey: REPEATED_CALL });
}

/** The report of a call that the engine itself refused or that the turn did not get to. */
export function notRun(
  call: ToolCallPart,
  {
    outcome,
    text,
    patternKey,
  }: { outcome: 'denied' | 'cancelled' | 'unknown'; text: string; patternKey: string },
): ToolReport {
  return {
    tool: call.tool,
    outcome,
    text,
    origin: trustedOrigin('runtime'),
    summary: text,
    attempts: 0,
    durationMs: 0,
    metadata: { patternKey },
    sideEffect: false,
  };
}

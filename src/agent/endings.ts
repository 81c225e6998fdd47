import type { ModelFailure } from '../models/model-provider.ts';
import { type MessageId, type MessageValues, translate } from '../protocol/catalogue.ts';
import type { LlmStepResult } from '../protocol/journal.ts';
import type { CapName } from './caps.ts';
import type { Ending } from './finish-turn.ts';
import { joinParagraphs } from './join-paragraphs.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import { callsOf, type TurnRun, textOfStep } from './turn-run.ts';

/** The model has said what it had to say. */
export function replyEnding(run: TurnRun, step: LlmStepResult, toolsWithheld: boolean): Ending {
  const text = textOfStep(step).trim();
  const note = noteFor(step, text, toolsWithheld);
  if (note === undefined) return { state: 'done', text };
  const closing = translate(run.language, note);
  return { state: text === '' ? 'failed' : 'done', text: joinParagraphs(text, closing), closing };
}

function noteFor(step: LlmStepResult, text: string, toolsWithheld: boolean): MessageId | undefined {
  // What it proposes in spite of that is not run, and a history must not end with that.
  if (callsOf(step).length > 0) return 'agent.no_more_tools';
  if (step.finishReason === 'length') return 'agent.cut_at_output_limit';
  if (text !== '') return undefined;
  return toolsWithheld ? 'agent.no_more_tools' : 'agent.empty_answer';
}

/** No model could answer. What had been shown before the stream broke stays, marked as incomplete. */
export function failureEnding(
  deps: TurnEngineDeps,
  run: TurnRun,
  { failure, partialText }: { failure: ModelFailure; partialText: string },
): Ending {
  const errorId = deps.ids.next('err');
  const { sessionKey, traceId, id: turnId } = run.journal.turn();
  deps.logFailure(errorId, failure, { sessionKey, traceId, turnId });
  const reason = translate(run.language, `agent.model.${failure.code}`);
  const sentence = translate(run.language, 'agent.failed', { reason, errorId, traceId });
  const broken = partialText === '' ? '' : translate(run.language, 'agent.partial');
  const text = joinParagraphs(partialText, broken, sentence);
  return { state: 'failed', text, closing: text, errorId };
}

/** Something broke inside: the person gets one plain sentence, the log gets the cause. */
export function internalEnding(deps: TurnEngineDeps, run: TurnRun, thrown: unknown): Ending {
  const errorId = deps.ids.next('err');
  const { sessionKey, traceId, id: turnId } = run.journal.turn();
  deps.logFailure(errorId, thrown, { sessionKey, traceId, turnId });
  const reason = translate(run.language, 'agent.internal');
  const text = translate(run.language, 'agent.failed', { reason, errorId, traceId });
  return { state: 'failed', text, closing: text, errorId };
}

export function quarantineEnding(deps: TurnEngineDeps, run: TurnRun): Ending {
  const errorId = deps.ids.next('err');
  const { sessionKey, traceId, id: turnId, starts } = run.journal.turn();
  deps.logFailure(errorId, new Error('The turn took the process down.'), {
    sessionKey,
    traceId,
    turnId,
    starts,
  });
  const text = translate(run.language, 'agent.quarantined', { errorId });
  return { state: 'quarantined', text, closing: text, errorId };
}

export function stopEnding(run: TurnRun, partialText: string): Ending {
  const text = joinParagraphs(partialText, translate(run.language, 'agent.stopped'));
  return { state: 'stopped', text, closing: text };
}

/** The cap that ended a turn, called by its name, and how far the turn came. */
export function capEnding(
  deps: TurnEngineDeps,
  run: TurnRun,
  { cap, partialText }: { cap: CapName; partialText: string },
): Ending {
  const steps = run.journal.steps();
  const progress: MessageValues = {
    modelCalls: steps.filter(({ kind }) => kind === 'llm').length,
    toolCalls: steps.filter(({ kind }) => kind === 'tool').length,
  };
  const sentences = [
    translate(run.language, `agent.cap.${cap}`, { limit: limitOf(deps, run, cap) }),
    translate(run.language, 'agent.cap.progress', progress),
  ].join(' ');
  const closing = joinParagraphs(partialText, sentences);
  return { state: 'capped', cap, text: joinParagraphs(lastSaid(run), closing), closing };
}

/** What the model said beside its last calls; it is in the transcript already. */
function lastSaid({ journal }: TurnRun): string {
  const last = journal.modelSteps().at(-1);
  return last === undefined ? '' : textOfStep(last).trim();
}

function limitOf({ config }: TurnEngineDeps, { caps }: TurnRun, cap: CapName): number {
  if (cap === 'costPerDayUsd') return config.limits.costPerDayUsd ?? 0;
  if (cap === 'wallTime') return caps.wallTime / 1_000;
  return caps[cap];
}

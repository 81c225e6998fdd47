import type { ModelFailure } from '../models/model-provider.ts';
import type { Route, RoutedPart, RoutedRequest } from '../models/router-contract.ts';
import { translate } from '../protocol/catalogue.ts';
import type { JournalStep, LlmStepResult } from '../protocol/journal.ts';
import type { AssistantPart } from '../protocol/message.ts';
import { addUsage, type Usage } from '../protocol/usage.ts';
import type { Operation } from '../storage/operation.ts';
import { collectParts, type PartCollector } from './collect-parts.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import { callsOf, publish, type TurnRun } from './turn-run.ts';

export type ModelStepOutcome =
  | { readonly state: 'done'; readonly result: LlmStepResult }
  /** No model could answer; `partialText` was shown before the stream broke. */
  | { readonly state: 'failed'; readonly failure: ModelFailure; readonly partialText: string };

export interface ModelStepRequest {
  /** `llm_0`, `llm_1`, … */
  readonly name: string;
  /** Number within the turn; names the calls that it proposes. */
  readonly index: number;
  readonly request: RoutedRequest;
}

const FIRST_RETRY_TOKENS = 8_192;

/** Asks a model once, shows what it says as it says it, and journals the whole when its stream has ended. */
export async function modelStep(
  deps: TurnEngineDeps,
  run: TurnRun,
  step: ModelStepRequest,
): Promise<ModelStepOutcome> {
  const startedAt = deps.clock.now();
  const first = await ask(deps, run, step);
  const answer = isCutInsideCall(first) ? await askForMore(deps, run, { step, first }) : first;
  const { end, collector } = answer;
  if (end?.type !== 'finish') {
    const failure = end?.failure ?? NO_END;
    return { state: 'failed', failure, partialText: collector.text() };
  }
  const result = toResult(end, collector.parts(step.index), answer);
  const written: JournalStep = {
    turnId: run.journal.turn().id,
    name: step.name,
    kind: 'llm',
    status: 'done',
    startedAt,
    endedAt: deps.clock.now(),
    outcome: end.reason,
    result,
  };
  const usage = usageOperation(deps, run, { step: step.name, route: end.route, usage: end.usage });
  // The reply, which is written next, takes an answer without calls along.
  if (callsOf(result).length === 0) run.journal.hold([written], [usage]);
  else await run.journal.write([written], [usage]);
  return { state: 'done', result };
}

const NO_END: ModelFailure = {
  code: 'protocol',
  message: 'The model stream ended without an end.',
  retryable: true,
};

type Finish = Extract<RoutedPart, { type: 'finish' }>;

interface Answer {
  readonly end: Finish | Extract<RoutedPart, { type: 'error' }> | undefined;
  readonly collector: PartCollector;
  readonly retries: number;
  readonly fellBack: boolean;
}

type FinishedAnswer = Answer & { readonly end: Finish };

/** Whether the output limit cut the answer in the middle of a call's arguments. */
function isCutInsideCall(answer: Answer): answer is FinishedAnswer {
  const { end, collector } = answer;
  return end?.type === 'finish' && end.reason === 'length' && collector.hasBrokenCall();
}

/** Once more with twice the room. Where that is refused, the cut answer stands, and the model learns what was wrong. */
async function askForMore(
  deps: TurnEngineDeps,
  run: TurnRun,
  { step, first }: { step: ModelStepRequest; first: FinishedAnswer },
): Promise<Answer> {
  const maxOutputTokens = (first.end.maxOutputTokens ?? FIRST_RETRY_TOKENS) * 2;
  const request = { ...step.request, maxOutputTokens };
  const second = await ask(deps, run, { ...step, request });
  if (second.end?.type !== 'finish') return run.signal.aborted ? second : first;
  const usage = addUsage(first.end.usage, second.end.usage);
  const retries = first.retries + 1 + second.retries;
  return { ...second, end: { ...second.end, usage }, retries };
}

async function ask(deps: TurnEngineDeps, run: TurnRun, step: ModelStepRequest): Promise<Answer> {
  let collector = collectParts();
  let retries = 0;
  let fellBack = false;
  for await (const part of deps.router.stream(step.request, run.signal)) {
    switch (part.type) {
      case 'route':
        collector = collectParts();
        fellBack ||= isFallback(part.route);
        showRoute(deps, run, { step: step.name, route: part.route });
        break;
      case 'retry':
        retries += 1;
        break;
      case 'text':
        collector.add(part);
        publish(deps, run, { type: 'text-delta', step: step.name, text: part.text });
        break;
      case 'finish':
      case 'error':
        return { end: part, collector, retries, fellBack };
      default:
        collector.add(part);
    }
  }
  return { end: undefined, collector, retries, fellBack };
}

/** Whether this is another model than the first choice; a later retry of it has a reason of its own. */
function isFallback({ reason }: Route): boolean {
  return reason.startsWith('fallback');
}

function showRoute(
  deps: TurnEngineDeps,
  run: TurnRun,
  { step, route }: { step: string; route: Route },
): void {
  const { provider, model, reason } = route;
  publish(deps, run, { type: 'model-start', step, provider, model, reason });
  if (!isFallback(route)) return;
  const text = translate(run.language, 'agent.fallback', { model: `${provider}/${model}`, reason });
  publish(deps, run, { type: 'notice', text });
}

function toResult(
  end: Finish,
  parts: AssistantPart[],
  { retries, fellBack }: Answer,
): LlmStepResult {
  const { provider, model, reason: routeReason } = end.route;
  return {
    message: { role: 'assistant', model: `${provider}/${model}`, parts },
    provider,
    model,
    routeReason,
    fellBack,
    finishReason: end.reason,
    usage: end.usage,
    retries,
    firstPartMs: end.firstPartMs,
  };
}

function usageOperation(
  deps: TurnEngineDeps,
  { journal }: TurnRun,
  { step, route, usage }: { step: string; route: Route; usage: Usage },
): Operation {
  const { id: turnId, traceId, principal, ...turn } = journal.turn();
  const sessionKey = journal.inbound.child?.conversation ?? turn.sessionKey;
  const { provider, model } = route;
  const at = deps.clock.now();
  const record = { turnId, stepName: step, traceId, sessionKey, principal, provider, model };
  return { op: 'put-usage', usage: { ...record, at, usage } };
}

import type { Clock } from '../base/clock.ts';
import type { FinishReason, ModelErrorCode, ModelFailure } from '../models/model-provider.ts';
import type {
  ModelRouter,
  ModelState,
  Route,
  RoutedPart,
  RoutedRequest,
} from '../models/router-contract.ts';
import type { Usage } from '../protocol/usage.ts';
import { strictHistory } from './strict-history.ts';

/** One thing that a scripted model does in an answer. Without `finishes` or `fails` it finishes by itself. */
export type Move =
  | Exclude<RoutedPart, { type: 'route' | 'retry' | 'finish' | 'error' }>
  | { readonly type: 'retry'; readonly failure: ModelFailure }
  | { readonly type: 'route'; readonly model: string; readonly reason: string }
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'hang' }
  | { readonly type: 'do'; readonly action: () => unknown }
  | {
      readonly type: 'finish';
      readonly reason: FinishReason;
      readonly usage?: Usage;
      readonly maxOutputTokens?: number;
    }
  | { readonly type: 'fail'; readonly failure: ModelFailure };

export type Answer = readonly Move[];

/** The answers in the order of the calls, or one made for each request. */
export type Script = readonly Answer[] | ((request: RoutedRequest, call: number) => Answer);

export const says = (...pieces: readonly string[]): Move[] =>
  pieces.map((text) => ({ type: 'text', text }));

export const thinks = (text: string): Move[] => [
  { type: 'reasoning', text },
  { type: 'reasoning-end', metadata: { scripted: { signature: text.length } } },
];

/** `input` as text is what the model wrote, valid or not. */
export function calls(tool: string, input: unknown = {}, providerCallId = `call_${tool}`): Move[] {
  const argumentsText = typeof input === 'string' ? input : JSON.stringify(input);
  return [{ type: 'tool-call', providerCallId, tool, argumentsText }];
}

export const waits = (ms: number): Move[] => [{ type: 'wait', ms }];

/** Says nothing more until it is aborted. */
export const hangs = (): Move[] => [{ type: 'hang' }];

/** Something happens while the model speaks. */
export const does = (action: () => unknown): Move[] => [{ type: 'do', action }];

export const finishes = (reason: FinishReason, usage?: Usage): Move[] => [
  { type: 'finish', reason, ...(usage && { usage }) },
];

/** The stream ends here, whatever was said before. */
export const fails = (code: ModelErrorCode, message = `scripted ${code}`): Move[] => [
  { type: 'fail', failure: { code, message, retryable: false } },
];

/** A try that failed, and the model that goes on instead. */
export const fallsBack = (code: ModelErrorCode, model: string): Move[] => [
  { type: 'retry', failure: { code, message: `scripted ${code}`, retryable: true } },
  { type: 'route', model, reason: `fallback: ${code}` },
];

export interface ScriptedRouterOptions {
  readonly clock: Clock;
  readonly script: Script;
  /** `provider/model`, the first one is the default. */
  readonly models?: readonly string[];
  readonly contextWindow?: number;
}

export interface ScriptedRouter extends ModelRouter {
  readonly requests: readonly RoutedRequest[];
}

const USAGE: Usage = {
  inputTokens: 100,
  outputTokens: 10,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  costUsd: 0.001,
};

/** A router that plays a script, as strict as the strictest provider: a bad history is refused as `bad_request`. */
export function createScriptedRouter(options: ScriptedRouterOptions): ScriptedRouter {
  const { clock, script, contextWindow = 128_000 } = options;
  const models = options.models ?? ['scripted/one'];
  const requests: RoutedRequest[] = [];
  const states = models.map((model): ModelState => ({ model, state: 'ready', contextWindow }));

  function nextAnswer(request: RoutedRequest): Answer {
    const call = requests.push(request) - 1;
    if (typeof script === 'function') return script(request, call);
    return script[call] ?? fails('bad_request', 'The script is over.');
  }

  return {
    requests,
    stream: (request, signal) => play({ clock, request, signal }, nextAnswer(request), models[0]),
    embed: async () => ({
      ok: false,
      failure: { code: 'bad_request', message: 'No embeddings here.', retryable: false },
    }),
    choose: ({ preferredModel }) =>
      states.find(({ model }) => model === preferredModel) ??
      states[0] ?? { model: 'scripted/one', state: 'ready', contextWindow },
    states: () => states,
  };
}

interface Stage {
  readonly clock: Clock;
  readonly request: RoutedRequest;
  readonly signal: AbortSignal;
}

async function* play(
  stage: Stage,
  answer: Answer,
  defaultModel = 'scripted/one',
): AsyncGenerator<RoutedPart> {
  let route = toRoute(stage.request.preferredModel ?? defaultModel, 'route chat', 0);
  yield { type: 'route', route };
  const refusal = strictHistory(stage.request.messages);
  const moves = refusal.length > 0 ? fails('bad_request', refusal.join('; ')) : answer;
  let emitted = false;
  for (const move of [...moves, ...finishes(reasonOf(moves))]) {
    if (move.type === 'route') route = toRoute(move.model, move.reason, route.attempt + 1);
    const part = await nextPart(stage, move, { route, emitted });
    if (part === undefined) continue;
    yield part;
    if (part.type === 'finish' || part.type === 'error') return;
    emitted = part.type === 'text' || (part.type !== 'route' && emitted);
  }
}

interface Progress {
  readonly route: Route;
  readonly emitted: boolean;
}

async function nextPart(
  stage: Stage,
  move: Move,
  { route, emitted }: Progress,
): Promise<RoutedPart | undefined> {
  if (stage.signal.aborted) return { type: 'error', failure: ABORTED, emitted };
  return perform(stage, move, { route, emitted });
}

/** The part that a move makes, if any. */
async function perform(
  { clock, signal }: Stage,
  move: Move,
  { route, emitted }: Progress,
): Promise<RoutedPart | undefined> {
  switch (move.type) {
    case 'route':
      return { type: 'route', route };
    case 'retry':
      return { ...move, route };
    case 'wait':
      await clock.sleep(move.ms, signal).catch(() => undefined);
      return undefined;
    case 'hang':
      await aborted(signal);
      return { type: 'error', failure: ABORTED, emitted };
    case 'do':
      await move.action();
      return undefined;
    case 'finish':
      return { ...move, usage: move.usage ?? USAGE, route, firstPartMs: 1 };
    case 'fail':
      return { type: 'error', failure: move.failure, emitted };
    default:
      return move;
  }
}

const ABORTED: ModelFailure = { code: 'aborted', message: 'Aborted.', retryable: false };

function reasonOf(answer: Answer): FinishReason {
  return answer.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop';
}

function toRoute(reference: string, reason: string, attempt: number): Route {
  const [provider = '', ...model] = reference.split('/');
  return { provider, model: model.join('/'), reason, attempt };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

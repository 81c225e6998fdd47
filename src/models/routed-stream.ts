import { createJourney, type Departure, type Journey, type RouterParts } from './journey.ts';
import type { ModelFailure, ModelPart, ModelRequest } from './model-provider.ts';
import { type TryOutcome, tryModel } from './model-try.ts';
import { toOwnHistory } from './own-history.ts';
import type { ModelRouter, RoutedPart, RoutedRequest } from './router-contract.ts';
import type { RouterDeps } from './router-deps.ts';
import { ABORTED, failureOf } from './shared/failure.ts';

/** Asks the models of a route one after the other until one answers. */
export function createRoutedStream(parts: RouterParts): ModelRouter['stream'] {
  const { deps, candidates, selection } = parts;
  const { clock } = deps;

  async function* stream(request: RoutedRequest, signal: AbortSignal): AsyncGenerator<RoutedPart> {
    const list = candidates.list(request);
    const start = await selection.first(list, signal);
    if (start === undefined) return yield gaveUp(noModel(request, deps));
    const journey = createJourney(parts, { list, start, signal });
    try {
      yield* travel(journey, request, signal);
    } finally {
      journey.close();
    }
  }

  async function* travel(
    journey: Journey,
    request: RoutedRequest,
    signal: AbortSignal,
  ): AsyncGenerator<RoutedPart> {
    const startedAt = clock.monotonic();
    for (;;) {
      const route = journey.route();
      yield { type: 'route', route };
      const {
        finish,
        failure = ABORTED,
        emitted,
        firstPartAt,
        limit,
      } = yield* tryOnce(journey, request, signal);
      if (finish !== undefined) {
        journey.arrive();
        return yield {
          ...priced(finish, route, deps),
          route,
          ...(limit !== undefined && { maxOutputTokens: limit }),
          firstPartMs: firstPartAt - startedAt,
        };
      }
      journey.fail(failure);
      if (emitted || !(await journey.goOn())) return yield gaveUp(journey.verdict(), emitted);
      yield { type: 'retry', route, failure };
    }
  }

  async function* tryOnce(
    journey: Journey,
    request: RoutedRequest,
    signal: AbortSignal,
  ): AsyncGenerator<RoutedPart, LimitedOutcome> {
    const departure = await journey.depart().catch(() => undefined);
    if (departure === undefined) {
      return { failure: ABORTED, emitted: false, firstPartAt: clock.monotonic() };
    }
    const { candidate, key } = departure;
    const { firstPartMs, idleMs } = deps.settings;
    const modelRequest = toModelRequest(request, departure, deps.settings.maxOutputTokens);
    const tried = yield* tryModel({
      provider: candidate.line.open,
      request: modelRequest,
      options: {
        signal,
        timeouts: { firstPartMs, idleMs },
        ...(key !== undefined && { credential: key }),
      },
      clock,
    });
    return { ...tried, limit: modelRequest.maxOutputTokens };
  }

  return stream;
}

/** With the limit of length that the model was asked for. */
type LimitedOutcome = TryOutcome & { readonly limit?: number | undefined };

function toModelRequest(
  { taskType: _, preferredModel: __, ...request }: RoutedRequest,
  { candidate }: Departure,
  defaultLimit: number | undefined,
): ModelRequest {
  const { model, line } = candidate;
  const maxOutputTokens = request.maxOutputTokens ?? line.maxOutputTokens(model) ?? defaultLimit;
  return {
    ...request,
    model,
    messages: toOwnHistory(request.messages, { provider: line.name, model }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  };
}

type Finish = Extract<ModelPart, { type: 'finish' }>;

function priced(
  finish: Finish,
  { provider, model }: { readonly provider: string; readonly model: string },
  deps: RouterDeps,
): Finish {
  const costUsd = deps.priceOf(provider, model, finish.usage);
  return costUsd === undefined ? finish : { ...finish, usage: { ...finish.usage, costUsd } };
}

function gaveUp(failure: ModelFailure, emitted = false): RoutedPart {
  return { type: 'error', failure, emitted };
}

function noModel({ taskType }: RoutedRequest, { providers }: RouterDeps): ModelFailure {
  const names = Object.keys(providers).join(', ');
  return failureOf(
    'bad_request',
    `No configured model can be used for ${taskType}; there are models of ${names}.`,
  );
}

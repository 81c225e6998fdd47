import { createJourney, type Departure, type Journey, type RouterParts } from './journey.ts';
import type { EmbedRequest, EmbedResult, ModelFailure } from './model-provider.ts';
import type { ModelRouter, Route } from './router-contract.ts';
import { ABORTED, failureOf } from './shared/failure.ts';
import { thrownFailure } from './shared/to-failure.ts';
import { createStopper } from './stopper.ts';

/**
 * Embeds with the first model of the route `embedding`, with retries and keys as for any call. Never with another
 * model: its vectors could not be compared.
 */
export function createRoutedEmbed(parts: RouterParts): ModelRouter['embed'] {
  const { deps, candidates, selection } = parts;

  async function embed(request: Texts, signal: AbortSignal): Promise<EmbedResult> {
    const [first = ''] = deps.routes['embedding'] ?? [];
    const candidate = candidates.find(first, 'route embedding');
    const list = candidate === undefined ? [] : [candidate];
    const start = await selection.first(list, signal);
    if (start === undefined) return failed(NO_MODEL);
    const journey = createJourney(parts, { list, start, signal });
    try {
      return await travel(journey, request, signal);
    } finally {
      journey.close();
    }
  }

  async function travel(
    journey: Journey,
    request: Texts,
    signal: AbortSignal,
  ): Promise<EmbedResult> {
    for (;;) {
      const departure = await journey.depart().catch(() => undefined);
      const result = departure ? await embedOnce(departure, request, signal) : failed(ABORTED);
      if (result.ok) {
        journey.arrive();
        return priced(result, journey.route());
      }
      journey.fail(result.failure);
      if (!(await journey.goOn())) return failed(journey.verdict());
    }
  }

  async function embedOnce(
    { candidate: { line, model }, key }: Departure,
    request: Texts,
    signal: AbortSignal,
  ): Promise<EmbedResult> {
    const { firstPartMs, idleMs } = deps.settings;
    const credential = key !== undefined && { credential: key };
    const options = { signal, timeouts: { firstPartMs, idleMs }, ...credential };
    const stopper = createStopper(signal);
    try {
      const provider = await stopper.race(line.open());
      if (provider?.embed === undefined) return failed(NO_EMBEDDINGS);
      const result = await stopper.race(provider.embed({ ...request, model }, options));
      return result ?? failed(ABORTED);
    } catch (thrown) {
      return failed(thrownFailure(thrown));
    } finally {
      stopper.release();
    }
  }

  function priced(result: Extract<EmbedResult, { ok: true }>, { provider, model }: Route) {
    const costUsd = deps.priceOf(provider, model, result.usage);
    return costUsd === undefined ? result : { ...result, usage: { ...result.usage, costUsd } };
  }

  return embed;
}

type Texts = Omit<EmbedRequest, 'model'>;

const NO_MODEL = failureOf(
  'bad_request',
  'No model for embeddings is configured (models.routes.embedding).',
);
const NO_EMBEDDINGS = failureOf('bad_request', 'The provider of this model has no embeddings.');

function failed(failure: ModelFailure): EmbedResult {
  return { ok: false, failure };
}

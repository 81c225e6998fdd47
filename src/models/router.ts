import { createCandidates } from './candidates.ts';
import { createModelHealth } from './model-health.ts';
import { createProviderLines } from './provider-lines.ts';
import { createRetryPolicy } from './retry-policy.ts';
import { createRoutedEmbed } from './routed-embed.ts';
import { createRoutedStream } from './routed-stream.ts';
import type { ModelRouter, ModelState } from './router-contract.ts';
import type { RouterDeps } from './router-deps.ts';
import { createSelection } from './selection.ts';

/** What is assumed of a model that nothing is known of. */
const DEFAULT_CONTEXT_WINDOW = 128_000;

export function createModelRouter(deps: RouterDeps): ModelRouter {
  const { clock, settings } = deps;
  const lines = createProviderLines(deps);
  const health = createModelHealth(settings, clock);
  const candidates = createCandidates({ ...deps, lines, health });
  const selection = createSelection(candidates, health);
  const decide = createRetryPolicy(settings, deps.random);
  const parts = { deps, health, candidates, selection, decide };

  function stateOf(id: string): ModelState {
    const candidate = candidates.find(id, 'asked');
    if (candidate === undefined) {
      return { model: id, state: 'ready', contextWindow: DEFAULT_CONTEXT_WINDOW };
    }
    const { state, restMs, lastFailure } = candidates.availability(candidate);
    return {
      model: id,
      state,
      contextWindow: candidate.line.contextWindow(candidate.model) ?? DEFAULT_CONTEXT_WINDOW,
      ...(state === 'cooling' && { until: clock.now() + restMs }),
      ...(lastFailure !== undefined && { lastFailure: lastFailure.message }),
    };
  }

  function configuredModels(): string[] {
    const named = Object.entries(deps.providers).flatMap(([name, { models }]) =>
      models.map((model) => `${name}/${model}`),
    );
    const ids = [deps.default, ...Object.values(deps.routes).flat(), ...deps.fallback, ...named];
    return [...new Set(ids)].filter((id) => candidates.find(id, 'configured') !== undefined);
  }

  return {
    stream: createRoutedStream(parts),
    embed: createRoutedEmbed(parts),

    choose(request) {
      const list = candidates.list(request);
      const first = selection.ready(list)[0] ?? selection.soonest(list);
      return stateOf(first?.id ?? deps.default);
    },

    states: () => configuredModels().map(stateOf),
  };
}

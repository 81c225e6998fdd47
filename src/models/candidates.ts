import type { Clock } from '../base/clock.ts';
import type { ModelHealth } from './model-health.ts';
import type { ModelFailure } from './model-provider.ts';
import { parseModelReference } from './model-reference.ts';
import type { ProviderLine } from './provider-lines.ts';
import type { RoutedRequest } from './router-contract.ts';
import type { RouterDeps } from './router-deps.ts';

type Wish = Pick<RoutedRequest, 'taskType' | 'preferredModel'>;

/** A model that could answer a request, and why it is on the list. */
export interface Candidate {
  /** `provider/model`. */
  readonly id: string;
  readonly model: string;
  readonly line: ProviderLine;
  readonly why: string;
}

export interface Availability {
  readonly state: 'ready' | 'cooling' | 'probing';
  readonly restMs: number;
  readonly lastFailure?: ModelFailure;
}

export interface Candidates {
  /** In order of preference, each once, whether they can be asked now or not. */
  list(wish: Wish): readonly Candidate[];
  find(id: string, why: string): Candidate | undefined;
  availability(candidate: Candidate): Availability;
  /** A clause that says what keeps a model from being asked. */
  excuse(candidate: Candidate): string;
}

type CandidateDeps = Pick<RouterDeps, 'routes' | 'fallback' | 'default'> & {
  readonly lines: ReadonlyMap<string, ProviderLine>;
  readonly health: ModelHealth;
  readonly clock: Clock;
};

export function createCandidates(deps: CandidateDeps): Candidates {
  const { lines, health, clock, routes, fallback } = deps;

  function find(id: string, why: string): Candidate | undefined {
    const reference = parseModelReference(id);
    const line = reference && lines.get(reference.provider);
    return reference && line && { id, model: reference.model, line, why };
  }

  function availability({ id, model, line }: Candidate): Availability {
    const own = health.of(id);
    const keyRestMs = line.credentials.restMs(model);
    if (own.state !== 'ready' || keyRestMs === 0) return own;
    return { ...own, state: 'cooling', restMs: keyRestMs };
  }

  function named({ taskType, preferredModel }: Wish): { id: string; why: string }[] {
    const routed = Object.hasOwn(routes, taskType) ? (routes[taskType] ?? []) : [];
    return [
      ...(preferredModel === undefined ? [] : [{ id: preferredModel, why: 'preferred' }]),
      ...routed.map((id) => ({ id, why: `route ${taskType}` })),
      ...(routed.length > 0 ? [] : [{ id: deps.default, why: 'default' }]),
      ...fallback.map((id) => ({ id, why: 'fallback' })),
    ];
  }

  return {
    find,
    availability,

    list(request) {
      const { preferredModel } = request;
      const unknown = preferredModel !== undefined && find(preferredModel, '') === undefined;
      const note = unknown ? ` (${preferredModel} is not configured)` : '';
      const unique = new Map<string, Candidate>();
      for (const { id, why } of named(request)) {
        const candidate = find(id, `${why}${note}`);
        if (candidate !== undefined && !unique.has(id)) unique.set(id, candidate);
      }
      return [...unique.values()];
    },

    excuse(candidate) {
      const { state, restMs, lastFailure } = availability(candidate);
      if (state === 'probing') return `${candidate.id} is being tried again`;
      const until = new Date(clock.now() + restMs).toISOString().slice(11, 16);
      const cause = lastFailure && ` (${lastFailure.status ?? lastFailure.code})`;
      return `${candidate.id} is cooling down${cause ?? ''} until ${until} UTC`;
    },
  };
}

import type { Candidate, Candidates } from './candidates.ts';
import { createKeyTurn } from './key-turn.ts';
import type { ModelHealth } from './model-health.ts';
import type { ModelFailure } from './model-provider.ts';
import { isModelFailure, type RetryPolicy } from './retry-policy.ts';
import type { Route } from './router-contract.ts';
import type { RouterDeps } from './router-deps.ts';
import type { Choice, Selection } from './selection.ts';
import { createSetbacks } from './setbacks.ts';
import { ABORTED } from './shared/failure.ts';

export interface RouterParts {
  readonly deps: RouterDeps;
  readonly health: ModelHealth;
  readonly candidates: Candidates;
  readonly selection: Selection;
  readonly decide: RetryPolicy;
}

export interface Departure {
  readonly candidate: Candidate;
  readonly key?: string;
}

/** The way of one call through keys and models. */
export interface Journey {
  route(): Route;
  /** Waits for a key and for the provider's rate; rejects when the call is stopped. */
  depart(): Promise<Departure>;
  /** The try was answered. */
  arrive(): void;
  /** The try failed: the model or its key bears the consequences. */
  fail(failure: ModelFailure): void;
  /** After `fail`: chooses where to go next and waits as long as that takes; false when there is nowhere. */
  goOn(): Promise<boolean>;
  /** What to report when there is nowhere to go. */
  verdict(): ModelFailure;
  /** Safe to call at any time; a try that was left in the middle says nothing about the model. */
  close(): void;
}

export interface JourneyPlan {
  readonly list: readonly Candidate[];
  readonly start: Choice;
  readonly signal: AbortSignal;
}

export function createJourney(
  { deps, health, selection, decide }: RouterParts,
  { list, start, signal }: JourneyPlan,
): Journey {
  const { clock, settings } = deps;
  const setbacks = createSetbacks();
  const tried = new Set<string>();
  let { candidate, reason, unwell } = start;
  let keys = createKeyTurn(candidate);
  let attempt = 0;
  let trying = true;

  function moveTo(next: Candidate, failure: ModelFailure): true {
    reason = `fallback: ${candidate.id} failed (${failure.status ?? failure.code})`;
    candidate = next;
    keys = createKeyTurn(next);
    begin(health.begin(next.id));
    return true;
  }

  function begin(probe: boolean) {
    trying = true;
    unwell = probe;
  }

  async function again(afterMs: number, failure: ModelFailure): Promise<boolean> {
    reason = afterMs === 0 ? `next key after ${failure.code}` : `retry after ${failure.code}`;
    if (afterMs > 0 && !(await slept(clock.sleep(afterMs, signal)))) return false;
    begin(health.begin(candidate.id) || unwell);
    return true;
  }

  return {
    route: () => ({ provider: candidate.line.name, model: candidate.model, reason, attempt }),

    async depart() {
      tried.add(candidate.id);
      const { key, restMs } = keys.take();
      const resting = restMs > 0 && restMs <= settings.longestRetryAfterMs;
      if (resting) await clock.sleep(restMs, signal);
      await candidate.line.place(signal);
      return { candidate, ...(key !== undefined && { key }) };
    },

    arrive() {
      trying = false;
      health.succeeded(candidate.id);
    },

    fail(failure) {
      trying = false;
      keys.rest(failure);
      const keyLeft = keys.left();
      setbacks.add(candidate, failure, keyLeft);
      if (isModelFailure(failure, keyLeft)) health.failed(candidate.id, failure);
      else health.left(candidate.id);
    },

    async goOn() {
      const last = setbacks.last();
      if (last === undefined || signal.aborted) return false;
      const { failure } = last;
      const cooling = health.of(candidate.id).state === 'cooling';
      const [next] = selection.ready(list.filter(({ id }) => !tried.has(id)));
      const verdict = decide({
        failure,
        failures: setbacks.countOf(candidate),
        keyLeft: last.keyLeft,
        modelLeft: next !== undefined,
        unwell: unwell || cooling,
      });
      attempt += 1;
      if (verdict.next === 'again') return again(verdict.afterMs, failure);
      return verdict.next === 'model' && next !== undefined && moveTo(next, failure);
    },

    verdict: () => (signal.aborted ? ABORTED : setbacks.summary()),

    close() {
      if (trying) health.left(candidate.id);
      trying = false;
    },
  };
}

/** False when the sleep was interrupted. */
function slept(sleep: Promise<void>): Promise<boolean> {
  return sleep.then(
    () => true,
    () => false,
  );
}

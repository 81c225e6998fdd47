import type { Candidate } from './candidates.ts';
import type { ModelFailure } from './model-provider.ts';
import { ABORTED } from './shared/failure.ts';

interface Setback {
  readonly candidate: Candidate;
  readonly failure: ModelFailure;
  /** Whether a fresh key of the provider was ready then. */
  readonly keyLeft: boolean;
}

/** What went wrong on the way of one call. */
export interface Setbacks {
  add(candidate: Candidate, failure: ModelFailure, keyLeft: boolean): void;
  last(): Setback | undefined;
  /** Failures of one model, without those that only cost a key while a fresh one was left. */
  countOf(candidate: Candidate): number;
  /** The failure to report: the last that may pass, else the last, with all models that were asked. */
  summary(): ModelFailure;
}

export function createSetbacks(): Setbacks {
  const all: Setback[] = [];

  return {
    add(candidate, failure, keyLeft) {
      all.push({ candidate, failure, keyLeft });
    },

    last: () => all.at(-1),

    countOf: ({ id }) =>
      all.filter(
        (each) => each.candidate.id === id && !(each.keyLeft && isKeyFailure(each.failure)),
      ).length,

    summary() {
      const told = all.findLast(({ failure }) => failure.retryable) ?? all.at(-1);
      if (told === undefined) return ABORTED;
      const { candidate, failure } = told;
      const { size } = candidate.line.credentials;
      const keys = failure.code === 'auth' && size > 1 ? `none of ${size} keys was accepted; ` : '';
      const others = all.filter((each) => each.candidate.id !== candidate.id);
      const named = others.map((each) => `${each.candidate.id} (${each.failure.code})`);
      const tail = named.length > 0 ? ` Also tried: ${[...new Set(named)].join(', ')}.` : '';
      return { ...failure, message: `${candidate.id}: ${keys}${failure.message}${tail}` };
    },
  };
}

function isKeyFailure({ code }: ModelFailure): boolean {
  return code === 'auth' || code === 'quota' || code === 'rate_limited';
}

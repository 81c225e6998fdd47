import type { Candidate } from './candidates.ts';
import type { Credential } from './credential-pool.ts';
import type { ModelFailure } from './model-provider.ts';

/** A key that was refused or is used up is left alone this long; somebody may mend it without telling us. */
const REFUSED_KEY_REST_MS = 600_000;
/** A key that is limited without saying until when, where there are others. */
const LIMITED_KEY_REST_MS = 5_000;

/** The keys with which one call asks one model. */
export interface KeyTurn {
  /** A ready key that the model was not asked with yet, if there is one; else the one that is ready first. */
  take(): Credential;
  /** Leaves the key of a failed try alone, if the failure was the key's. */
  rest(failure: ModelFailure): void;
  /** Whether a key is ready that the model was not asked with yet. */
  left(): boolean;
}

export function createKeyTurn({ line, model }: Candidate): KeyTurn {
  const { credentials } = line;
  const asked = new Set<string | undefined>();
  let key: string | undefined;

  return {
    take() {
      const credential = credentials.take(model, asked);
      key = credential.key;
      asked.add(key);
      return credential;
    },

    rest({ code, retryAfterMs }) {
      if (code === 'auth' || code === 'quota') credentials.rest(key, REFUSED_KEY_REST_MS);
      if (code === 'rate_limited') {
        const otherwise = credentials.size > 1 ? LIMITED_KEY_REST_MS : 0;
        credentials.rest(key, retryAfterMs ?? otherwise, model);
      }
    },

    left: () => credentials.hasFresh(model, asked),
  };
}

import type { Candidate } from './candidates.ts';
import type { ModelFailure } from './model-provider.ts';

/** A key that was refused or is used up is left alone this long; somebody may mend it without telling us. */
const REFUSED_KEY_REST_MS = 600_000;
/** A key that is limited without saying until when, where there are others. */
const LIMITED_KEY_REST_MS = 5_000;

/** Leaves the key of a failed try alone, if the failure was the key's. */
export function restKey(
  { line, model }: Candidate,
  key: string | undefined,
  { code, retryAfterMs }: ModelFailure,
): void {
  const { credentials } = line;
  if (code === 'auth' || code === 'quota') credentials.rest(key, REFUSED_KEY_REST_MS);
  if (code === 'rate_limited') {
    const otherwise = credentials.size > 1 ? LIMITED_KEY_REST_MS : 0;
    credentials.rest(key, retryAfterMs ?? otherwise, model);
  }
}

/** Whether the provider has another key that is ready for the model. */
export function keyLeft({ line, model }: Candidate): boolean {
  return line.credentials.size > 1 && line.credentials.restMs(model) === 0;
}

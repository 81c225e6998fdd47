import { createRedactor } from '../../security/redactor.ts';
import type { ModelErrorCode, ModelFailure } from '../model-provider.ts';

const RETRYABLE: Readonly<Record<ModelErrorCode, boolean>> = {
  auth: false,
  rate_limited: true,
  quota: false,
  overloaded: true,
  timeout: true,
  network: true,
  bad_request: false,
  context_overflow: false,
  content_filter: false,
  protocol: true,
  aborted: false,
};

const LONGEST_MESSAGE = 400;

/** A failure with the usual answer to "can the same request succeed later or elsewhere?". */
export function failureOf(
  code: ModelErrorCode,
  message: string,
  more: Partial<Omit<ModelFailure, 'code' | 'message'>> = {},
): ModelFailure {
  return { code, message, retryable: RETRYABLE[code], ...more };
}

export const ABORTED = failureOf('aborted', 'The call was stopped.');

/** A connection that fails after the answer began has reached the provider: what came of the answer is cut. */
export function brokenOff(failure: ModelFailure): ModelFailure {
  if (failure.code !== 'network') return failure;
  return failureOf('protocol', `The answer broke off. ${failure.message}`);
}

/** The failure as it may leave an adapter: its message one line, without keys in use or anything that looks like one. */
export function redactFailure(failure: ModelFailure, secrets: readonly string[]): ModelFailure {
  const line = failure.message.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  const safe = createRedactor({ secrets }).text(line);
  const message = safe.length > LONGEST_MESSAGE ? `${safe.slice(0, LONGEST_MESSAGE - 1)}…` : safe;
  return { ...failure, message };
}

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

/** The failure as it may leave an adapter: its message one line, without keys in use or anything that looks like one. */
export function redactFailure(failure: ModelFailure, secrets: readonly string[]): ModelFailure {
  const line = redact(failure.message.replace(/[\p{Cc}\s]+/gu, ' ').trim(), secrets);
  const message = line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE - 1)}…` : line;
  return { ...failure, message };
}

const KEY_SHAPES = [
  /\b(?:sk|pk|rk|gsk|hf|xai)[-_][\w*.-]{8,}/g,
  /\bAIza[\w*-]{16,}/g,
  /\bBearer\s+\S+/gi,
  /(?<=[?&](?:key|api[-_]?key|token)=)[^&\s"']+/gi,
];

/** Shorter ones would blank out ordinary words. */
const SHORTEST_SECRET = 4;

function redact(message: string, secrets: readonly string[]): string {
  const known = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .reduce((text, secret) => text.replaceAll(secret, '[redacted]'), message);
  return KEY_SHAPES.reduce((text, shape) => text.replace(shape, '[redacted]'), known);
}

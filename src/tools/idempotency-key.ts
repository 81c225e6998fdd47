import { hash } from 'node:crypto';
import { canonicalJson } from '../base/json.ts';

const KEY_DIGITS = 24;

export interface KeyParts {
  readonly traceId: string;
  /** Our step name, never the provider's id, which may repeat. */
  readonly callId: string;
  readonly tool: string;
  readonly input: unknown;
}

/** Names one execution of one call: the same call in a later round has another step name and so another key. */
function idempotencyKeyOf({ traceId, callId, tool }: KeyParts, canonical: string): string {
  return digest([traceId, callId, tool, canonical]).slice(0, KEY_DIGITS);
}

/** Names a call by what it does, for loop detection and for duplicates within a batch. Short, and free of secrets. */
export function callKeyOf(tool: string, input: unknown): string {
  return keyOfCanonical(tool, canonicalJson(input));
}

function keyOfCanonical(tool: string, canonical: string): string {
  return `${tool} ${digest([canonical]).slice(0, KEY_DIGITS)}`;
}

/** Both keys of one call. */
export function keysOf(parts: KeyParts): {
  readonly idempotencyKey: string;
  readonly callKey: string;
} {
  const canonical = canonicalJson(parts.input);
  return {
    idempotencyKey: idempotencyKeyOf(parts, canonical),
    callKey: keyOfCanonical(parts.tool, canonical),
  };
}

/** SHA-256, hex, over parts that cannot run into each other. */
export function digest(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex');
}

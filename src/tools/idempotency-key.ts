import { createHash } from 'node:crypto';
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
export function idempotencyKeyOf({ traceId, callId, tool, input }: KeyParts): string {
  return digest([traceId, callId, tool, canonicalJson(input)]).slice(0, KEY_DIGITS);
}

/** Names a call by what it does, for loop detection and for duplicates within a batch. Short, and free of secrets. */
export function callKeyOf(tool: string, input: unknown): string {
  return `${tool} ${digest([canonicalJson(input)]).slice(0, KEY_DIGITS)}`;
}

/** SHA-256, hex, over parts that cannot run into each other. */
export function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

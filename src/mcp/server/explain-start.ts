import { AgentError } from '../../base/errors.ts';
import { showName } from '../../security/visible-text.ts';
import type { Sdk } from '../connection/connect.ts';
import { isLockedOut } from '../tools/call-failure.ts';

export interface StartFailure {
  readonly needsLogin: boolean;
  /** For people: one sentence. */
  readonly text: string;
}

/** Why a server could not be connected, and what a person can do. */
export function explainStart(thrown: unknown, server: string, sdk: Sdk): StartFailure {
  if (isLockedOut(thrown, sdk)) {
    return { needsLogin: true, text: `it asks for a sign-in; \`echo-agent mcp login ${server}\`` };
  }
  if (thrown instanceof AgentError) return { needsLogin: false, text: thrown.message };
  return { needsLogin: false, text: showName(wordsOf(thrown)) };
}

/** What lies below says more than what was made of it: a refused connection rather than a failed fetch. */
function wordsOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'it did not answer';
  const { cause, message } = thrown;
  return cause instanceof Error && cause.message !== '' ? wordsOf(cause) : message;
}

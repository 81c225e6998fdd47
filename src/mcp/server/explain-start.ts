import { AgentError } from '../../base/errors.ts';
import { showName } from '../../security/visible-text.ts';
import type { Sdk } from '../connection/connect.ts';

export interface StartFailure {
  readonly needsLogin: boolean;
  /** For people: one sentence. */
  readonly text: string;
}

/** Why a server could not be connected, and what a person can do. */
export function explainStart(thrown: unknown, server: string, sdk: Sdk | undefined): StartFailure {
  if (needsLogin(thrown, sdk)) {
    return { needsLogin: true, text: `it asks for a sign-in; \`echo-agent mcp login ${server}\`` };
  }
  if (thrown instanceof AgentError) return { needsLogin: false, text: thrown.message };
  const text = thrown instanceof Error ? thrown.message : 'it did not answer';
  return { needsLogin: false, text: showName(text) };
}

function needsLogin(thrown: unknown, sdk: Sdk | undefined): boolean {
  if (thrown instanceof AgentError) return thrown.code === 'unauthorized';
  if (sdk === undefined) return false;
  if (thrown instanceof sdk.UnauthorizedError) return true;
  return thrown instanceof sdk.SdkHttpError && thrown.status === 401;
}

import type { SdkHttpError } from '@modelcontextprotocol/client';
import { AgentError } from '../../base/errors.ts';
import { untrustedOrigin } from '../../protocol/origin.ts';
import { showName } from '../../security/visible-text.ts';
import type { ToolResult } from '../../tools/tool.ts';
import type { Sdk } from '../connection/connect.ts';
import { CUT_OFF, TOO_LARGE } from '../connection/too-large.ts';

export interface FailedCall {
  readonly server: string;
  /** Whether such a call changes nothing, so that what became of it does not matter. */
  readonly isPure: boolean;
}

export interface CallFailure {
  readonly result: ToolResult;
  /** Whether the connection is of no more use. */
  readonly lost: boolean;
}

/** The request never left this machine; our own transport says so with an `AgentError`. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
]);
const SESSION_GONE = 404;

/**
 * What became of a call that the library gave up. What the server said is told; where it said nothing, nobody knows
 * whether the call took effect.
 */
export function explainFailure(thrown: unknown, call: FailedCall, sdk: Sdk): CallFailure {
  const { server } = call;
  if (thrown instanceof sdk.ProtocolError) return { result: refused(thrown, call), lost: false };
  const status = thrown instanceof sdk.SdkHttpError ? statusOf(thrown) : undefined;
  if (isLockedOut(thrown, sdk) || status === 403) {
    return {
      result: failed(`${server} does not let us in; \`echo-agent mcp login ${server}\`.`),
      lost: true,
    };
  }
  if (isSessionGone(thrown, sdk)) {
    return { result: failed(`${server} has forgotten this session. Try again.`, true), lost: true };
  }
  if (status !== undefined && status < 500) {
    return { result: failed(`${server} refused the request (HTTP ${status}).`), lost: false };
  }
  if (thrown instanceof AgentError || NEVER_SENT.has(causeOf(thrown))) {
    return { result: failed(`${server} cannot be reached now.`, true), lost: true };
  }
  const isOdd = thrown instanceof sdk.SdkError && ODD.has(thrown.code);
  const why = isOdd
    ? `${server} answered with something that is no answer to this call`
    : `the connection to ${server} ended before it answered`;
  return { result: unclear(why, call), lost: !isOdd };
}

const ODD = new Set<string>([
  'INVALID_RESULT',
  'UNSUPPORTED_RESULT_TYPE',
  'CLIENT_HTTP_UNEXPECTED_CONTENT',
]);

function refused(
  { code, message }: { readonly code: number; readonly message: string },
  call: FailedCall,
) {
  if (code === TOO_LARGE) {
    return unclear(`${message} Ask ${call.server} for less; what it sent`, call);
  }
  if (code === CUT_OFF)
    return unclear(`the connection to ${call.server} ended before it answered`, call);
  const origin = untrustedOrigin(`mcp:${call.server}`);
  return {
    success: false,
    error: `${call.server} refused the call: ${showName(message, 2_000)}`,
    origin,
  } as const;
}

function failed(error: string, retryable = false): ToolResult {
  return { success: false, error, retryable };
}

function unclear(why: string, { isPure }: FailedCall): ToolResult {
  const sentence = `${why.slice(0, 1).toUpperCase()}${why.slice(1)}.`;
  if (isPure) return { success: false, error: sentence, retryable: true };
  const error = `${sentence} Nobody can say whether the call took effect. Look before you repeat it.`;
  return { success: false, outcome: 'unknown', error };
}

/** The server knows this session no more, and has not taken what was sent in it. */
export function isSessionGone(thrown: unknown, sdk: Sdk): boolean {
  return thrown instanceof sdk.SdkHttpError && thrown.status === SESSION_GONE;
}

/** Also when a sign-in has run out and could not be renewed. */
export function isLockedOut(thrown: unknown, sdk: Sdk): boolean {
  if (thrown instanceof AgentError) return thrown.code === 'unauthorized';
  if (thrown instanceof sdk.UnauthorizedError) return true;
  return thrown instanceof sdk.SdkHttpError && thrown.status === 401;
}

function statusOf(error: SdkHttpError): number | undefined {
  return error.status;
}

function causeOf(thrown: unknown): string {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string') return error.code;
  }
  return '';
}

import { AgentError } from '../../base/errors.ts';

/** What went wrong with a request, in words: our own refusal if there was one, else what the system said. */
export function toNetworkError(
  thrown: unknown,
  { host, late }: { readonly host: string; readonly late: boolean },
): AgentError {
  const chain = causesOf(thrown);
  const refusal = chain.find((each) => each instanceof AgentError);
  if (refusal !== undefined) return refusal;
  if (late) return new AgentError('timeout', `${host} did not answer in time.`, { cause: thrown });
  const code = chain.flatMap((each) => codeOf(each) ?? []).at(-1);
  const why = code === undefined ? '' : ` (${code})`;
  return new AgentError('unavailable', `${host} could not be reached${why}.`, { cause: thrown });
}

const DEEPEST = 8;

function causesOf(thrown: unknown, depth = 0): readonly unknown[] {
  if (!(thrown instanceof Error) || depth > DEEPEST) return [];
  const inner = thrown instanceof AggregateError ? thrown.errors : [thrown.cause];
  return [thrown, ...inner.flatMap((each: unknown) => causesOf(each, depth + 1))];
}

function codeOf(thrown: unknown): string | undefined {
  const { code } = thrown as { readonly code?: unknown };
  return typeof code === 'string' ? code : undefined;
}

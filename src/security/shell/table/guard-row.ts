import type { PatternKey } from '../../pattern-key.ts';
import type { ProgramCall } from '../program-call.ts';
import type { SensitivePlace } from '../sensitive-paths.ts';

/**
 * One thing the guard knows. What it does about it follows from its key. The examples are run when the tests
 * read the table: each of `yes` is found by this row, none of `no` is.
 */
export interface GuardRow {
  readonly key: PatternKey;
  /** The part of the call that shows it; undefined when it does not apply. */
  find(call: ProgramCall, place: SensitivePlace): string | undefined;
  readonly examples: { readonly yes: readonly string[]; readonly no: readonly string[] };
}

/** The call in short, as the span of a finding that rests on all of it. */
export function spanOf({ name, args }: ProgramCall): string {
  const words = [name, ...args.slice(0, 30)];
  const text = words.map((word) => word?.raw ?? '').join(' ');
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

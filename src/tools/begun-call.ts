import { IdempotencyClass } from '../protocol/tool-call.ts';
import type { EffectRecord } from '../storage/records.ts';
import type { Call, CallEnd } from './call.ts';

/** How often a call that began in a process that died may run: by what it was then and what it is now, the stricter. */
export function classOfBegun(
  { tool, proposal }: Pick<Call, 'tool' | 'proposal'>,
  effect: EffectRecord | undefined,
): IdempotencyClass {
  const then = effect?.class ?? proposal.begunAs?.idempotency ?? tool.idempotency;
  if (then === 'pure') return then;
  const rank = (each: IdempotencyClass) => IdempotencyClass.options.indexOf(each);
  return rank(then) >= rank(tool.idempotency) ? then : tool.idempotency;
}

/**
 * How a call ends that may have taken effect in a process that died. Whatever stops it now, that it did not run would
 * be a guess.
 */
export function unknownEnd({ tool, summary }: Call, stopped?: CallEnd): CallEnd {
  const why = stopped === undefined ? '' : ` Nor can it be looked into now: ${stopped.text}`;
  return {
    outcome: 'unknown',
    text: `Nobody can say whether this call took effect: the process ended while ${tool.name} ran (${summary}). It is not repeated.${why} Look at what it would have changed before you go on, and tell the person what is not known.`,
    summary: `unknown whether it took effect: ${summary}`,
    ...(stopped !== undefined && { metadata: { ...stopped.metadata, stoppedAs: stopped.outcome } }),
  };
}

/** Whether the tool was let run, in this process or in one that died. */
export function hasBegun({ attempts = 0, outcome, metadata }: CallEnd): boolean {
  return attempts > 0 || outcome === 'unknown' || metadata?.['recovered'] === true;
}

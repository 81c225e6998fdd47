import type { ContextStepResult } from '../../protocol/journal.ts';
import type { Message } from '../../protocol/message.ts';
import type { MessageRecord } from '../../storage/records.ts';
import { shortenResult, shortenWhole } from './shorten.ts';

export type Shortened = NonNullable<ContextStepResult['shortened']>;

const NOTHING: Shortened = { resultsUpTo: 0, allUpTo: 0 };
const SHARE_AFTER_SHORTENING = 2 / 3;

/** A history as the models of a turn read it. */
export function shortenHistory(
  records: readonly MessageRecord[],
  { resultsUpTo, allUpTo } = NOTHING,
): readonly MessageRecord[] {
  return records.map((record) => {
    if (record.seq <= allUpTo) return { ...record, message: shortenWhole(record.message) };
    if (record.seq <= resultsUpTo) return { ...record, message: shortenResult(record.message) };
    return record;
  });
}

export interface ShortenOptions {
  /** What is left of the history, not shortened, oldest first. */
  readonly records: readonly MessageRecord[];
  readonly earlier: Shortened | undefined;
  readonly budgetTokens: number;
  readonly estimate: (message: Message) => number;
}

/**
 * How much of a history is to be shortened so that it fits: results of calls first, then everything, both from the
 * oldest on. What was shortened stays so, and more than needed goes at a time, which keeps the prefix.
 */
export function fitByShortening(options: ShortenOptions): Shortened | undefined {
  const { records, budgetTokens, estimate } = options;
  let shortened = options.earlier ?? NOTHING;
  let total = sizeOf(shortenHistory(records, shortened), estimate);
  if (total <= budgetTokens) return options.earlier;

  const goal = budgetTokens * SHARE_AFTER_SHORTENING;
  for (const { seq, message } of records) {
    if (total <= goal) return shortened;
    if (seq <= shortened.resultsUpTo) continue;
    total += estimate(shortenResult(message)) - estimate(message);
    shortened = { ...shortened, resultsUpTo: seq };
  }
  for (const { seq, message } of records) {
    if (total <= goal) return shortened;
    if (seq <= shortened.allUpTo) continue;
    total += estimate(shortenWhole(message)) - estimate(shortenResult(message));
    shortened = { ...shortened, allUpTo: seq };
  }
  return shortened;
}

function sizeOf(records: readonly MessageRecord[], estimate: ShortenOptions['estimate']): number {
  return records.reduce((sum, { message }) => sum + estimate(message), 0);
}

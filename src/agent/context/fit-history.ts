import type { ContextStepResult } from '../../protocol/journal.ts';
import type { Message } from '../../protocol/message.ts';
import type { MessageRecord } from '../../storage/records.ts';
import { digestOf } from './digest.ts';
import { shortenWhole } from './shorten.ts';

type Cut = NonNullable<ContextStepResult['cut']>;

export interface FitOptions {
  /** History of the session without what an earlier cut left out, oldest first. */
  readonly records: readonly MessageRecord[];
  readonly earlierCut: Cut | undefined;
  /** Tokens that the history may fill; past it, it is cut down to two thirds of that. */
  readonly budgetTokens: number;
  readonly keepFirstMessages: number;
  readonly keepRecentRounds: number;
  readonly estimate: (message: Message) => number;
}

export interface FittedHistory {
  readonly cut: Cut | undefined;
  /** What this fitting newly left out; empty when nothing had to go. */
  readonly leftOut: readonly MessageRecord[];
}

const SHARE_AFTER_CUT = 2 / 3;

/**
 * Which part of a history too long for the window stays: the first messages and the latest rounds, always
 * whole rounds, so that no call loses its result. An earlier cut only ever grows, which keeps the prefix. What stays
 * may have to be shortened to fit; of the first and the last round, only what would not fit even so goes.
 */
export function fitHistory(options: FitOptions): FittedHistory {
  const { records, earlierCut, budgetTokens, estimate } = options;
  if (sizeOf(records, estimate) <= budgetTokens) return { cut: earlierCut, leftOut: [] };

  const rounds = toRounds(records);
  const head = headRounds(rounds, options);
  const tail = tailRounds(rounds, head, options);
  const leftOut = rounds.slice(head, tail).flat();
  const first = leftOut[0];
  const last = leftOut.at(-1);
  if (first === undefined || last === undefined) return { cut: earlierCut, leftOut: [] };
  const digest = digestOf(
    leftOut.map(({ message }) => message),
    earlierCut?.digest,
  );
  const fromSeq = Math.min(earlierCut?.fromSeq ?? first.seq, first.seq);
  return { cut: { fromSeq, toSeq: last.seq, digest, by: 'digest' }, leftOut };
}

type Round = readonly MessageRecord[];

function toRounds(records: readonly MessageRecord[]): Round[] {
  const rounds: MessageRecord[][] = [];
  for (const record of records) {
    const round = rounds.at(-1);
    if (round?.[0]?.turnId === record.turnId) round.push(record);
    else rounds.push([record]);
  }
  return rounds;
}

/** How many rounds from the start stay: those before an earlier cut, else enough for the first messages. */
function headRounds(
  rounds: readonly Round[],
  { keepFirstMessages, earlierCut, budgetTokens, estimate }: FitOptions,
): number {
  const before = (round: Round) => (round[0]?.seq ?? 0) < (earlierCut?.fromSeq ?? 0);
  let messages = 0;
  let tokens = 0;
  let count = 0;
  for (const round of rounds) {
    if (earlierCut === undefined ? messages >= keepFirstMessages : !before(round)) break;
    tokens += leastSizeOf(round, estimate);
    if (tokens > budgetTokens) break;
    messages += round.length;
    count += 1;
  }
  return count;
}

/** Index of the first round of the tail: as many recent rounds as fit, the last one if only it fits when shortened. */
function tailRounds(rounds: readonly Round[], head: number, options: FitOptions): number {
  const { budgetTokens, keepRecentRounds, estimate } = options;
  const room = budgetTokens - headSize(rounds.slice(0, head).flat(), options);
  let used = 0;
  let start = rounds.length;
  while (start > head) {
    const round = rounds[start - 1] ?? [];
    const size = sizeOf(round, estimate);
    const recent = rounds.length - start < keepRecentRounds;
    const limit = recent ? room : room * SHARE_AFTER_CUT;
    const fitsShortened = start === rounds.length && leastSizeOf(round, estimate) <= room;
    if (used + size > limit && !fitsShortened) break;
    used += size;
    start -= 1;
  }
  return start;
}

const LARGEST_HEAD = 1 / 3;

/** A beginning that would leave little room for what came last counts as it will be once it is shortened. */
function headSize(head: Round, { budgetTokens, estimate }: FitOptions): number {
  const size = sizeOf(head, estimate);
  return size > budgetTokens * LARGEST_HEAD ? leastSizeOf(head, estimate) : size;
}

function sizeOf(round: Round, estimate: FitOptions['estimate']): number {
  return round.reduce((sum, { message }) => sum + estimate(message), 0);
}

function leastSizeOf(round: Round, estimate: FitOptions['estimate']): number {
  return round.reduce((sum, { message }) => sum + estimate(shortenWhole(message)), 0);
}

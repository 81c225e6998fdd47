import type { ContextStepResult } from '../../protocol/journal.ts';
import type { Message } from '../../protocol/message.ts';
import type { MessageRecord } from '../../storage/records.ts';
import { digestOf } from './digest.ts';

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
 * whole rounds, so that no call loses its result. An earlier cut only ever grows, which keeps the prefix.
 */
export function fitHistory(options: FitOptions): FittedHistory {
  const { records, earlierCut, budgetTokens, estimate } = options;
  const total = records.reduce((sum, { message }) => sum + estimate(message), 0);
  if (total <= budgetTokens) return { cut: earlierCut, leftOut: [] };

  const rounds = toRounds(records);
  const head = headRounds(rounds, options.keepFirstMessages, earlierCut);
  const tail = tailRounds(rounds, head, options);
  const leftOut = rounds.slice(head, tail).flat();
  const first = leftOut[0];
  const last = leftOut.at(-1);
  if (first === undefined || last === undefined) return { cut: earlierCut, leftOut: [] };
  const digest = digestOf(
    leftOut.map(({ message }) => message),
    earlierCut?.digest,
  );
  const fromSeq = earlierCut?.fromSeq ?? first.seq;
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
  keepFirst: number,
  earlierCut: Cut | undefined,
): number {
  if (earlierCut !== undefined) {
    return rounds.filter((round) => (round[0]?.seq ?? 0) < earlierCut.fromSeq).length;
  }
  let messages = 0;
  let count = 0;
  while (messages < keepFirst && count < rounds.length) {
    messages += rounds[count]?.length ?? 0;
    count += 1;
  }
  return count;
}

/** Index of the first round of the tail: as many recent rounds as fit, the last one whatever its size. */
function tailRounds(rounds: readonly Round[], head: number, options: FitOptions): number {
  const { budgetTokens, keepRecentRounds, estimate } = options;
  const sizeOf = (round: Round) => round.reduce((sum, { message }) => sum + estimate(message), 0);
  const room = budgetTokens - rounds.slice(0, head).reduce((sum, round) => sum + sizeOf(round), 0);
  let used = 0;
  let start = rounds.length;
  while (start > head) {
    const size = sizeOf(rounds[start - 1] ?? []);
    const recent = rounds.length - start < keepRecentRounds;
    const limit = recent ? room : room * SHARE_AFTER_CUT;
    if (start < rounds.length && used + size > limit) break;
    used += size;
    start -= 1;
  }
  return start;
}

import type { Message } from '../../protocol/message.ts';
import { shortenResult } from './shorten.ts';

const RESULTS_KEPT = 4;
const SHORTENED_AT_A_TIME = 8;

/**
 * Makes room inside one long turn: the text of its oldest tool results is replaced by their first line and
 * where the whole is kept. Every call keeps a result. Works in batches, so that the prefix seldom changes. The last
 * four stay whole as long as there is room for them; the very last keeps as much as there is room for.
 */
export function fitTurn(
  messages: readonly Message[],
  budgetTokens: number,
  estimate: (message: Message) => number,
): readonly Message[] {
  const results = messages.flatMap((message, index) => (message.role === 'tool' ? [index] : []));
  let fitted = messages;
  let shortened = 0;
  while (total(fitted, estimate) > budgetTokens && shortened < results.length - RESULTS_KEPT) {
    shortened = Math.min(shortened + SHORTENED_AT_A_TIME, results.length - RESULTS_KEPT);
    const old = new Set(results.slice(0, shortened));
    fitted = messages.map((message, index) => (old.has(index) ? shortenResult(message) : message));
  }
  return fitLastResults(fitted, { budgetTokens, estimate, last: results.slice(-RESULTS_KEPT) });
}

interface LastResults {
  readonly budgetTokens: number;
  readonly estimate: (message: Message) => number;
  /** Where they stand. */
  readonly last: readonly number[];
}

function fitLastResults(
  messages: readonly Message[],
  { budgetTokens, estimate, last }: LastResults,
): readonly Message[] {
  let fitted = messages;
  for (const place of last) {
    let kept = place === last.at(-1) ? LONGEST_LAST : SHORTEST;
    for (; total(fitted, estimate) > budgetTokens && kept >= SHORTEST; kept /= 2) {
      const characters = kept;
      fitted = messages.map((message, index) => {
        if (index < place) return fitted[index] ?? message;
        return index === place ? shortenResult(message, characters) : message;
      });
    }
  }
  return fitted;
}

const SHORTEST = 200;
const LONGEST_LAST = SHORTEST * 64;

function total(messages: readonly Message[], estimate: (message: Message) => number): number {
  return messages.reduce((sum, message) => sum + estimate(message), 0);
}

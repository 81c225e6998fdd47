import { toLines } from './text-lines.ts';

const MOST_COMPARED = 10_000;
const LEAST_ALIKE = 0.5;
const MOST_SHOWN = 12;

/** Why the text was probably not found, with the lines that the file has instead. */
export function explainMissing(text: string, sought: string): string {
  const lines = toLines(text).slice(0, MOST_COMPARED);
  const wanted = toLines(sought);
  const spaced = findIgnoringSpace(lines, wanted);
  if (spaced !== undefined) {
    return `It is there but for white space, at line ${spaced + 1}. Copy it from here:\n${excerpt(lines, spaced, wanted.length)}`;
  }
  const similar = mostSimilar(lines, wanted);
  if (similar === undefined) return 'Nothing similar was found. Read the file again.';
  return `The nearest is at line ${similar + 1}. Copy from here:\n${excerpt(lines, similar - 1, 3)}`;
}

function excerpt(lines: readonly string[], start: number, length: number): string {
  const first = Math.max(0, start);
  return lines.slice(first, first + Math.min(length, MOST_SHOWN)).join('\n');
}

/** First line (0-based) where the wanted lines stand one after the other, however they are spaced. */
function findIgnoringSpace(
  lines: readonly string[],
  wanted: readonly string[],
): number | undefined {
  const squeezed = lines.map(squeeze);
  const sought = wanted.map(squeeze);
  while (sought.length > 1 && sought[0] === '') sought.shift();
  while (sought.length > 1 && sought.at(-1) === '') sought.pop();
  if (sought.every((line) => line === '')) return undefined;
  const found = squeezed.findIndex((_, start) =>
    sought.every((line, offset) => fits(squeezed[start + offset], line, sought.length)),
  );
  return found < 0 ? undefined : found;
}

/** A single line may be a part of the file's line. */
function fits(line: string | undefined, sought: string, count: number): boolean {
  return count === 1 ? line?.includes(sought) === true : line === sought;
}

function squeeze(line: string): string {
  return line.replaceAll(/\s+/g, '');
}

/** Line that shares most words with the longest of the wanted ones; undefined when none is half like it. */
function mostSimilar(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const [longest = ''] = wanted.toSorted((a, b) => b.trim().length - a.trim().length);
  const sought = wordsOf(longest);
  let best: number | undefined;
  let bestLikeness = LEAST_ALIKE;
  for (const [index, line] of lines.entries()) {
    const likeness = likenessOf(sought, wordsOf(line));
    if (likeness > bestLikeness) {
      best = index;
      bestLikeness = likeness;
    }
  }
  return best;
}

function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, a.size, b.size);
}

function wordsOf(line: string): Set<string> {
  return new Set(line.match(/\p{Script=Han}|[\p{L}\p{N}_]+/gu));
}

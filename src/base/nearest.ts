/**
 * The candidate most like `word`, if one is near enough to be a likely slip; used for "did you mean". A slip is a
 * wrong, missing or further letter, or two neighbours that changed places; by default up to a third of the word.
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  mostSlips: number = usualSlips(word.length),
): string | undefined {
  if (word.length > LONGEST) return undefined;
  const folded = fold(word);
  let best: string | undefined;
  let bestDistance = mostSlips + 1;
  for (const candidate of candidates) {
    if (candidate.length > LONGEST) continue;
    const other = fold(candidate);
    // Each letter that one has more than the other is a slip.
    if (Math.abs(other.length - folded.length) >= bestDistance) continue;
    const distance = editDistance(folded, other);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Nobody types more by hand, and the time goes with the square of it. */
const LONGEST = 100;

/** A third, two at least; but of a short word two letters have to be right. */
function usualSlips(letters: number): number {
  return Math.min(Math.max(2, Math.floor(letters / 3)), Math.max(1, letters - 2));
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[_-]/g, '');
}

/** Optimal string alignment: Levenshtein distance in which two neighbours may change places, row by row. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(substituted, swapped, at(row, j) + 1, at(next, j - 1) + 1));
    }
    before = row;
    row = next;
  }
  return at(row, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? 0;
}

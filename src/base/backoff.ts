const FIRST_MS = 500;
const LONGEST_MS = 60_000;

/** Exponential back-off with full jitter in its upper half: 250–500 ms, 500–1,000 ms, … up to a minute. */
export function backoffMs(failures: number, random: () => number): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}

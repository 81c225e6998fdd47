const MOST_SHOWN = 300;
const SHOWN_BEFORE = 100;

/** At most 300 characters around the match. */
export function cutLine(line: string, at: number): string {
  if (line.length <= MOST_SHOWN) return line;
  const start = Math.max(0, Math.min(at - SHOWN_BEFORE, line.length - MOST_SHOWN));
  const end = start + MOST_SHOWN;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}

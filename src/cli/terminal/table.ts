import { displayWidth, padWidth } from './display-width.ts';

/** Rows with their columns one below the other; the last column is not filled up. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, index) =>
    Math.max(0, ...rows.map((row) => displayWidth(row[index] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : padWidth(cell, widths[index] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

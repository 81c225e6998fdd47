const SECRET_LINE =
  /^(\s*(?:-\s+)?["']?[\w-]*(?:key|token|secret|password|authorization)[\w-]*["']?\s*:\s*)(?!.*\$\{)(.+)$/i;

/** The lines that differ, in order, as `- old` and `+ new`; values that may be secret are masked. */
export function lineDiff(before: string, after: string): string[] {
  const old = linesOf(before);
  const fresh = linesOf(after);
  const common = commonLengths(old, fresh);
  const lines: string[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      i += 1;
      j += 1;
    } else if (
      j >= fresh.length ||
      (i < old.length && at(common, i + 1, j) >= at(common, i, j + 1))
    ) {
      lines.push(`- ${masked(old[i])}`);
      i += 1;
    } else {
      lines.push(`+ ${masked(fresh[j])}`);
      j += 1;
    }
  }
  return lines;
}

/** Length of the longest common run of lines from each pair of positions on. */
function commonLengths(old: readonly string[], fresh: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () =>
    Array<number>(fresh.length + 1).fill(0),
  );
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = table[i] ?? [];
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      row[j] =
        old[i] === fresh[j]
          ? at(table, i + 1, j + 1) + 1
          : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}

function at(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}

function masked(line = ''): string {
  return line.replace(SECRET_LINE, '$1***');
}

import { explainMissing } from '../shared/explain-missing.ts';
import { newLines, oldLines } from './parsed-patch.ts';
import type { HunkProblem } from './patch-text.ts';
import { indexLines, placeHunk } from './place-hunk.ts';

const MOST_EXPLAINED = 4;
const MOST_LINES_NAMED = 10;

/** Why hunks have no place in this file, and what would give them one. */
export function explainProblems(
  name: string,
  text: string,
  problems: readonly HunkProblem[],
): string {
  const told = problems.slice(0, MOST_EXPLAINED).map((problem) => {
    const { number, hunk } = problem;
    return `${name}, hunk ${number} (line ${hunk.patchLine} of the patch): ${explain(problem, text)}`;
  });
  const left = problems.length - told.length;
  return [...told, ...(left > 0 ? [`${left} more hunks of ${name} have no place.`] : [])].join(
    '\n',
  );
}

function explain({ hunk, why, fits }: HunkProblem, text: string): string {
  switch (why) {
    case 'missing':
      return explainAbsent({ hunk }, text);
    case 'several':
      return `it fits at lines ${named(fits)}. Add neighbouring lines, or a line @@ with the function or class above it.`;
    case 'nowhere':
      return 'it only adds lines and names no line beside them. Add the line above or below as context.';
    case 'overlap':
      return `at line ${named(fits)} it overlaps the hunk before it. Make them one.`;
    case 'newline':
      return 'it says that no newline ends the file, but one does.';
  }
}

function named(fits: readonly number[]): string {
  const left = fits.length - MOST_LINES_NAMED;
  const more = left > 0 ? ` and ${left} more` : '';
  return `${fits.slice(0, MOST_LINES_NAMED).join(', ')}${more}`;
}

function explainAbsent({ hunk }: Pick<HunkProblem, 'hunk'>, text: string): string {
  const index = indexLines(text.split(/\r?\n/));
  const after = newLines(hunk).map((line) => ({ kind: 'context', text: line }) as const);
  const done = after.length > 0 && placeHunk(index, { ...hunk, lines: after, atEnd: false });
  if (done && done.state === 'placed') {
    return `its old lines are not there, but its new ones are, at line ${done.at + 1}. Was it applied before?`;
  }
  const end = hunk.atEnd ? ' at the end of the file' : '';
  return `its lines were not found${end}. ${explainMissing(text, oldLines(hunk).join('\n'))}`;
}

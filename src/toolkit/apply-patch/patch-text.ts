import { toUnixText } from '../shared/line-ends.ts';
import { type Hunk, newLines, oldLines } from './parsed-patch.ts';
import { indexLines, placeHunk } from './place-hunk.ts';

interface Line {
  readonly text: string;
  /** Empty for a last line without one. */
  readonly end: string;
}

export interface PatchedText {
  readonly text: string;
  /** First line (1-based) of each hunk as it now stands, in the order of the hunks. */
  readonly lines: readonly number[];
}

export interface HunkProblem {
  readonly hunk: Hunk;
  /** 1-based. */
  readonly number: number;
  readonly why: 'missing' | 'several' | 'nowhere' | 'overlap' | 'newline';
  /** Lines (1-based) at which it fits. */
  readonly fits: readonly number[];
}

interface Placed {
  readonly hunk: Hunk;
  readonly number: number;
  readonly at: number;
  readonly height: number;
}

/** All hunks at the places where they fit exactly, or every problem and no text. Line ends stay as they are. */
export function patchText(
  original: string,
  hunks: readonly Hunk[],
): PatchedText | { readonly problems: readonly HunkProblem[] } {
  const lines = splitLines(original);
  const index = indexLines(lines.map(({ text }) => text));
  const placed: Placed[] = [];
  const problems: HunkProblem[] = [];
  for (const [order, hunk] of hunks.entries()) {
    const number = order + 1;
    const placement = placeHunk(index, hunk);
    if (placement.state === 'placed') {
      placed.push({ hunk, number, at: placement.at, height: oldLines(hunk).length });
    } else {
      problems.push({ hunk, number, ...whyNot(placement) });
    }
  }
  problems.push(...overlaps(placed), ...wrongNewlines(placed, lines));
  if (problems.length > 0) return { problems };
  return { text: rewrite(original, lines, placed), lines: placesAfter(placed) };
}

function splitLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const stop = feed < 0 ? text.length : feed;
    const end = feed < 0 ? '' : text[feed - 1] === '\r' && feed > start ? '\r\n' : '\n';
    lines.push({ text: text.slice(start, end === '\r\n' ? stop - 1 : stop), end });
    start = stop + 1;
  }
  return lines;
}

function whyNot(
  placement: Exclude<ReturnType<typeof placeHunk>, { state: 'placed' }>,
): Pick<HunkProblem, 'why' | 'fits'> {
  if (placement.state === 'nowhere') return { why: 'nowhere', fits: [] };
  const fits = placement.fits.map((at) => at + 1);
  return { why: fits.length === 0 ? 'missing' : 'several', fits };
}

function inOrder(placed: readonly Placed[]): readonly Placed[] {
  return placed.toSorted((a, b) => a.at - b.at || a.number - b.number);
}

function overlaps(placed: readonly Placed[]): readonly HunkProblem[] {
  const sorted = inOrder(placed);
  return sorted.flatMap(({ hunk, number, at }, order) => {
    const before = sorted[order - 1];
    const isFree = before === undefined || before.at + before.height <= at;
    return isFree ? [] : [{ hunk, number, why: 'overlap' as const, fits: [at + 1] }];
  });
}

/** A file that is said to end without a newline must do so. */
function wrongNewlines(placed: readonly Placed[], lines: readonly Line[]): readonly HunkProblem[] {
  const endsWithNewline = lines.at(-1)?.end !== '';
  return placed.flatMap(({ hunk, number, at }) =>
    hunk.oldLacksNewline && endsWithNewline
      ? [{ hunk, number, why: 'newline' as const, fits: [at + 1] }]
      : [],
  );
}

function rewrite(original: string, lines: readonly Line[], placed: readonly Placed[]): string {
  const { lineEnd } = toUnixText(original);
  const result: Line[] = [];
  let rest = 0;
  for (const { hunk, at, height } of inOrder(placed)) {
    result.push(...lines.slice(rest, at), ...linesOf(hunk, lines.slice(at, at + height), lineEnd));
    rest = at + height;
  }
  result.push(...lines.slice(rest));
  const last = placed.find(({ hunk }) => hunk.atEnd)?.hunk;
  const hadNewline = lines.at(-1)?.end !== '';
  const hasNewline = last?.newLacksNewline ? false : hadNewline || last?.oldLacksNewline === true;
  return join(result, { lineEnd, hasNewline });
}

/** Added lines end as the line does whose place they take or below which they stand. */
function linesOf(hunk: Hunk, old: readonly Line[], lineEnd: string): readonly Line[] {
  const result: Line[] = [];
  let [row, end] = [0, old[0]?.end || lineEnd];
  for (const { kind, text } of hunk.lines) {
    if (kind === 'added') {
      result.push({ text, end });
      continue;
    }
    const line = old[row];
    row += 1;
    end = line?.end || lineEnd;
    if (kind === 'context' && line !== undefined) result.push(line);
  }
  return result;
}

function join(
  lines: readonly Line[],
  { lineEnd, hasNewline }: { readonly lineEnd: string; readonly hasNewline: boolean },
): string {
  const last = lines.length - 1;
  return lines
    .map(({ text, end }, at) => `${text}${at < last || hasNewline ? end || lineEnd : ''}`)
    .join('');
}

function placesAfter(placed: readonly Placed[]): readonly number[] {
  let grown = 0;
  const lineOf = new Map<number, number>();
  for (const { hunk, number, at, height } of inOrder(placed)) {
    const lead = hunk.lines.findIndex(({ kind }) => kind !== 'context');
    lineOf.set(number, at + grown + lead + 1);
    grown += newLines(hunk).length - height;
  }
  return placed.map(({ number }) => lineOf.get(number) ?? 1);
}

import { type Hunk, oldLines } from './parsed-patch.ts';

/** The lines of one file, with where each text stands (0-based). */
export interface LineIndex {
  readonly lines: readonly string[];
  placesOf(line: string): readonly number[];
}

export type Placement =
  | { readonly state: 'placed'; readonly at: number }
  /** It fits at none or at several lines (0-based), and nothing that it says chooses between them. */
  | { readonly state: 'unclear'; readonly fits: readonly number[] }
  /** It only adds lines and does not say where. */
  | { readonly state: 'nowhere' };

export function indexLines(lines: readonly string[]): LineIndex {
  const places = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [at]);
    else known.push(at);
  }
  return { lines, placesOf: (line) => places.get(line) ?? [] };
}

/** Where the old lines stand exactly. What the hunk says of its place only chooses between such places. */
export function placeHunk(index: LineIndex, hunk: Hunk): Placement {
  const sought = oldLines(hunk);
  if (sought.length === 0) return placeInsertion(index, hunk);
  const everywhere = whereAllStand(index, sought);
  const last = index.lines.length - sought.length;
  const fits = hunk.atEnd ? everywhere.filter((at) => at === last) : everywhere;
  const [only, second] = fits;
  if (only !== undefined && second === undefined) return { state: 'placed', at: only };
  const chosen = choose(index, hunk, fits);
  return chosen === undefined ? { state: 'unclear', fits } : { state: 'placed', at: chosen };
}

function placeInsertion({ lines }: LineIndex, { atEnd }: Hunk): Placement {
  return atEnd || lines.length === 0 ? { state: 'placed', at: lines.length } : { state: 'nowhere' };
}

/** Looks only where the rarest of the lines stands. */
function whereAllStand(index: LineIndex, sought: readonly string[]): readonly number[] {
  const places = sought.map((line) => index.placesOf(line));
  const offset = places.reduce(
    (best, each, at) => (each.length < (places[best]?.length ?? 0) ? at : best),
    0,
  );
  const starts = (places[offset] ?? []).map((at) => at - offset);
  return starts.filter((start) => sought.every((line, row) => index.lines[start + row] === line));
}

function choose(index: LineIndex, hunk: Hunk, fits: readonly number[]): number | undefined {
  const { line, anchors } = hunk;
  if (line !== undefined && fits.includes(line - 1)) return line - 1;
  if (anchors.length === 0) return undefined;
  const blocks = blocksBelow(index, anchors);
  const inside = fits.filter((at) => blocks.some(({ start, end }) => at >= start && at < end));
  return inside.length === 1 ? inside[0] : undefined;
}

/** From a line to the end of what is indented below it. */
interface Block {
  readonly start: number;
  readonly end: number;
}

/** The blocks of the innermost anchor, each within a block of the anchor before it. */
function blocksBelow(index: LineIndex, anchors: readonly string[]): readonly Block[] {
  const whole: Block = { start: 0, end: index.lines.length };
  return anchors.reduce<readonly Block[]>(
    (outer, anchor) => {
      const places = whereAnchorStands(index, anchor);
      return places
        .filter((at) => outer.some(({ start, end }) => at >= start && at < end))
        .map((at) => blockAt(index, at));
    },
    [whole],
  );
}

/** Git cuts long lines short, so that the beginning of a line will do where no whole line is the anchor. */
function whereAnchorStands({ lines }: LineIndex, anchor: string): readonly number[] {
  const trimmed = lines.map((line) => line.trim());
  const exact = trimmed.flatMap((line, at) => (line === anchor ? [at] : []));
  if (exact.length > 0) return exact;
  return trimmed.flatMap((line, at) => (line.startsWith(anchor) ? [at] : []));
}

/** Brackets and empty lines at the same depth belong to it; the next line of that depth does not. */
function blockAt({ lines }: LineIndex, start: number): Block {
  const depth = depthOf(lines[start] ?? '');
  const next = lines.findIndex(
    (line, at) => at > start && depthOf(line) <= depth && !/^\s*([)\]{}]|$)/.test(line),
  );
  return { start, end: next < 0 ? lines.length : next };
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}

import { type Hunk, type HunkLine, patchError } from './parsed-patch.ts';

/** The lines of a patch, and where one is in them (0-based). */
export interface PatchText {
  readonly lines: readonly string[];
  at: number;
}

export interface HunkHead {
  readonly patchLine: number;
  readonly line?: number;
  readonly anchors: readonly string[];
  /** How many old and new lines are said to follow. */
  readonly counts?: { readonly old: number; readonly new: number };
}

const NUMBERED = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@ ?(.*)$/;
const NO_NEWLINE = /^\\ ?No newline/i;
const END_OF_FILE = '*** End of File';

const KINDS: Readonly<Record<string, HunkLine['kind']>> = {
  ' ': 'context',
  '-': 'removed',
  '+': 'added',
};

/** One or more lines that begin with `@@`, with numbers or with a line that stands above the hunk. */
export function readHead(text: PatchText): HunkHead {
  const patchLine = text.at + 1;
  const anchors: string[] = [];
  for (; text.lines[text.at]?.startsWith('@@'); text.at += 1) {
    const line = text.lines[text.at] ?? '';
    const [found, start, old = '1', added = '1', heading = ''] = NUMBERED.exec(line) ?? [];
    if (found !== undefined) {
      text.at += 1;
      const counts = { old: Number(old), new: Number(added) };
      const all = [...anchors, heading.trim()].filter((anchor) => anchor !== '');
      return { patchLine, line: Number(start), anchors: all, counts };
    }
    const anchor = line
      .slice(2)
      .replace(/@@\s*$/, '')
      .trim();
    if (anchor !== '') anchors.push(anchor);
  }
  return { patchLine, anchors };
}

/** The lines of a hunk up to the next head, the next file (`isNextFile`) or the end. */
export function readHunk(
  text: PatchText,
  head: HunkHead,
  isNextFile: (at: number) => boolean,
): Hunk {
  const body = createBody(head);
  for (; text.at < text.lines.length; text.at += 1) {
    const line = text.lines[text.at] ?? '';
    if (line === END_OF_FILE) {
      body.endFile();
      text.at += 1;
      break;
    }
    const isOver = isHunkEnd(line) || (isNextFile(text.at) && !body.endsWithTwoMore(line));
    // What mail programs add below a patch is a line that looks like a removed one.
    if (isOver || (line === '-- ' && body.isComplete())) break;
    if (!body.take(line)) throw patchError(text.at + 1, notALine(line));
  }
  return body.finish();
}

function isHunkEnd(line: string): boolean {
  return line.startsWith('@@') || line === '```';
}

function notALine(line: string): string {
  return `begin the line with a space (as it is), - (removed) or + (added), not ${JSON.stringify(line.slice(0, 40))}.`;
}

function createBody({ counts, ...head }: HunkHead) {
  const lines: HunkLine[] = [];
  /** Where empty lines stand whose space an editor may have taken away. */
  const bare = new Set<number>();
  const taken = { old: 0, new: 0 };
  let [oldLacksNewline, newLacksNewline, atEnd] = [false, false, false];

  function add(kind: HunkLine['kind'], text: string): void {
    lines.push({ kind, text });
    if (kind !== 'added') taken.old += 1;
    if (kind !== 'removed') taken.new += 1;
  }

  function isComplete(): boolean {
    return counts !== undefined && taken.old >= counts.old && taken.new >= counts.new;
  }

  /** Behind the hunk an empty line only separates, unless the counts say that it belongs to it. */
  function dropTrailingBlanks(): void {
    const isCounted = () => counts?.old === taken.old && counts.new === taken.new;
    while (bare.has(lines.length - 1) && !isCounted()) {
      lines.pop();
      taken.old -= 1;
      taken.new -= 1;
    }
  }

  function noteNoNewline(): boolean {
    const last = lines.at(-1)?.kind;
    if (last === undefined) return false;
    if (last !== 'added') oldLacksNewline = true;
    if (last !== 'removed') newLacksNewline = true;
    return true;
  }

  return {
    isComplete,
    endFile() {
      atEnd = true;
    },

    /** Whether this and the next line look like the names of a file and are the last two lines that are missing. */
    endsWithTwoMore: (line: string) =>
      line.startsWith('--- ') &&
      counts !== undefined &&
      counts.old - taken.old === 1 &&
      counts.new - taken.new === 1,

    take(line: string): boolean {
      if (NO_NEWLINE.test(line)) return noteNoNewline();
      if (line === '') bare.add(lines.length);
      const kind = line === '' ? 'context' : KINDS[line[0] ?? ''];
      if (kind !== undefined) add(kind, line.slice(1));
      return kind !== undefined;
    },

    finish(): Hunk {
      dropTrailingBlanks();
      if (lines.every(({ kind }) => kind === 'context')) {
        throw patchError(head.patchLine, 'this hunk neither removes nor adds a line.');
      }
      const isLast = atEnd || oldLacksNewline || newLacksNewline;
      return { ...head, lines, atEnd: isLast, oldLacksNewline, newLacksNewline };
    },
  };
}

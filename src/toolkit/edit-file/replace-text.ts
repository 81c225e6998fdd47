import { toUnixText } from '../shared/line-ends.ts';

export interface EditTexts {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

export type Replacement =
  | {
      readonly state: 'replaced';
      readonly text: string;
      readonly count: number;
      /** First lines (1-based) of the first new pieces, in the new text. */
      readonly lines: readonly number[];
    }
  /** Not there, or there more than once: the lines of the first ones, and how many there are. */
  | { readonly state: 'unclear'; readonly count: number; readonly lines: readonly number[] };

const LINES_NAMED = 10;

/**
 * Finds `oldText` exactly, whichever line ends the file has. Where it stands once, or everywhere with
 * `replaceAll`, `newText` takes its place with the file's own line ends; all else stays as it is.
 */
export function replaceText(original: string, texts: EditTexts): Replacement {
  const { text, lineEnd, toOriginal } = toUnixText(original);
  const sought = texts.oldText.replaceAll('\r\n', '\n');
  const added = texts.newText.replaceAll('\r\n', '\n');
  const offsets = occurrencesOf(sought, text);
  const named = offsets.slice(0, LINES_NAMED);
  if (offsets.length === 0 || (offsets.length > 1 && !texts.replaceAll)) {
    const lines = named.map((offset) => lineOf(text, offset));
    return { state: 'unclear', count: offsets.length, lines };
  }
  const written = added.replaceAll('\n', lineEnd);
  const pieces: string[] = [];
  let rest = 0;
  for (const offset of offsets) {
    pieces.push(original.slice(rest, toOriginal(offset)), written);
    rest = toOriginal(offset + sought.length);
  }
  pieces.push(original.slice(rest));
  const grown = lineOf(added, added.length) - lineOf(sought, sought.length);
  const lines = named.map((offset, index) => lineOf(text, offset) + index * grown);
  return { state: 'replaced', text: pieces.join(''), count: offsets.length, lines };
}

function occurrencesOf(sought: string, text: string): readonly number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
    offsets.push(at);
  }
  return offsets;
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}

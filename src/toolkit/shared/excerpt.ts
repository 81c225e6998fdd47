import { MOST_CHARACTERS } from './result-size.ts';
import { count } from './text-lines.ts';

const MOST_LINES = 2_000;

export interface Excerpt {
  readonly text: string;
  readonly lastLine: number;
  /** What was left out and how to read on; empty when nothing was. */
  readonly note: readonly string[];
}

export interface LineRange {
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly words: RangeWords;
}

/** What the notes call the way to read on. */
export interface RangeWords {
  /** The argument for the first line. */
  readonly start: string;
  /** By what other parts of a line can be read that is longer than a reading. */
  readonly otherParts: string;
}

/** As many whole lines of the range as one reading may bring. */
export function excerptOf(
  lines: readonly string[],
  { startLine, endLine, words }: LineRange,
): Excerpt {
  const wanted = lines.slice(startLine - 1, Math.min(endLine, startLine - 1 + MOST_LINES));
  const taken: string[] = [];
  let characters = 0;
  for (const line of wanted) {
    characters += line.length + 1;
    if (characters > MOST_CHARACTERS) break;
    taken.push(line);
  }
  const [first = ''] = wanted;
  if (taken.length === 0) {
    return { ...partOfLine(first, startLine, words), lastLine: startLine };
  }
  const lastLine = startLine + taken.length - 1;
  const left = Math.min(endLine, lines.length) - lastLine;
  const note = [`[${count(left, 'more line')}. Read on with ${words.start} ${lastLine + 1}.]`];
  return { text: taken.join('\n'), lastLine, note: left > 0 ? note : [] };
}

function partOfLine(
  line: string,
  number: number,
  { start, otherParts }: RangeWords,
): Pick<Excerpt, 'text' | 'note'> {
  const total = line.length.toLocaleString('en-US');
  const note =
    `[Line ${number} has ${total} characters; only its start is shown. ` +
    `Use ${otherParts} for other parts, or ${start} ${number + 1} to read on.]`;
  return { text: line.slice(0, MOST_CHARACTERS), note: [note] };
}

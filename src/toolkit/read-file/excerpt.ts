import { MOST_CHARACTERS } from '../shared/result-size.ts';
import { count } from '../shared/text-lines.ts';

const MOST_LINES = 2_000;

export interface Excerpt {
  readonly text: string;
  readonly lastLine: number;
  /** What was left out and how to read on; empty when nothing was. */
  readonly note: readonly string[];
}

/** As many whole lines from `startLine` to `endLine` as one reading may bring. */
export function excerptOf(lines: readonly string[], startLine: number, endLine: number): Excerpt {
  const wanted = lines.slice(startLine - 1, Math.min(endLine, startLine - 1 + MOST_LINES));
  const taken: string[] = [];
  let characters = 0;
  for (const line of wanted) {
    characters += line.length + 1;
    if (characters > MOST_CHARACTERS) break;
    taken.push(line);
  }
  const [first = ''] = wanted;
  if (taken.length === 0) return { ...partOfLine(first, startLine), lastLine: startLine };
  const lastLine = startLine + taken.length - 1;
  const left = Math.min(endLine, lines.length) - lastLine;
  const note = [`[${count(left, 'more line')}. Read on with startLine ${lastLine + 1}.]`];
  return { text: taken.join('\n'), lastLine, note: left > 0 ? note : [] };
}

function partOfLine(line: string, number: number): Pick<Excerpt, 'text' | 'note'> {
  const total = line.length.toLocaleString('en-US');
  const note =
    `[Line ${number} has ${total} characters; only its start is shown. ` +
    `Use exec with cut -c for other parts, or startLine ${number + 1} to read on.]`;
  return { text: line.slice(0, MOST_CHARACTERS), note: [note] };
}

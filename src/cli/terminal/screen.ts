import { displayWidth, graphemes, graphemeWidth } from './display-width.ts';
import { type InputLine, layOutInput, type ScreenSize } from './input-layout.ts';

/** Output that scrolls, above an input line that stays at the bottom. */
export interface Screen {
  /** Goes on where the output ended. Plain text, harmless already. */
  write(text: string): void;
  /** One or more whole lines, beginning on a new one. May be coloured. */
  line(text: string): void;
  /** Shows the input line, or takes it away. */
  setInput(input: InputLine | undefined): void;
  /** Takes the input line away and leaves the cursor on a line of its own. */
  end(): void;
}

export interface ScreenDeps {
  write(text: string): void;
  size(): ScreenSize;
}

const TAB = 8;

export function createScreen({ write, size }: ScreenDeps): Screen {
  /** What of the unfinished output line stands on the terminal's row where it ends. */
  let tail = '';
  let input: InputLine | undefined;
  /** Rows from the top of what is redrawn down to the cursor. */
  let cursorRow = 0;

  /** Goes to the start of `tail`, or of the input line, and removes everything from there on. */
  function takeUp(): string {
    if (input === undefined) return '';
    const up = cursorRow > 0 ? `\u001b[${cursorRow}A` : '';
    return `${up}\r\u001b[J${tail}`;
  }

  function putDown(): string {
    if (input === undefined) return '';
    const { rows, row, column } = layOutInput(input, size());
    const up = rows.length - 1 - row;
    cursorRow = row + (tail === '' ? 0 : 1);
    return [
      tail === '' ? '' : '\n',
      rows.join('\n'),
      up > 0 ? `\u001b[${up}A` : '',
      '\r',
      column > 0 ? `\u001b[${column}C` : '',
    ].join('');
  }

  return {
    write(text) {
      if (text === '') return;
      const taken = takeUp();
      tail = lastRow(tail + text, size().columns);
      write(taken + text + putDown());
    },

    line(text) {
      const taken = takeUp();
      const start = tail === '' ? '' : '\n';
      tail = '';
      write(`${taken}${start}${text}\n${putDown()}`);
    },

    setInput(next) {
      const taken = takeUp();
      input = next;
      write(taken + putDown());
    },

    end() {
      const taken = takeUp();
      write(tail === '' ? taken : `${taken}\n`);
      input = undefined;
      tail = '';
    },
  };
}

/** What of a text that began at the left edge stands on the row where it ends. */
function lastRow(text: string, columns: number): string {
  const line = text.slice(text.lastIndexOf('\n') + 1);
  if (displayWidth(line) <= columns && !line.includes('\t')) return line;
  let row = '';
  let column = 0;
  for (const grapheme of graphemes(line)) {
    const next = advanced(grapheme, column, columns);
    if (next > columns) {
      row = '';
      column = graphemeWidth(grapheme);
    } else {
      column = next;
    }
    row += grapheme;
  }
  return row;
}

/** The column after a character; a tab goes to the next stop and never breaks the row. */
function advanced(grapheme: string, column: number, columns: number): number {
  if (grapheme !== '\t') return column + graphemeWidth(grapheme);
  return Math.min(columns - 1, (Math.floor(column / TAB) + 1) * TAB);
}

/** A terminal that understands what our screen writes, and nothing more: an unknown sequence fails the test. */
export interface EmulatedTerminal {
  write(text: string): void;
  /** Rows as they would be seen, without trailing blanks; a row that the terminal itself wrapped joins the next. */
  lines(): string[];
  cursor(): { readonly row: number; readonly column: number };
}

interface Row {
  cells: string[];
  wrapped: boolean;
}

const ESCAPE = '\u001b';
const SEQUENCE = /^\[([?\d;]*)([A-Za-z])/;
const IGNORED = new Set(['m', 'h', 'l']);

export function createEmulatedTerminal(
  columns: number,
  widthOf: (grapheme: string) => number = (grapheme) => (/[\u1100-\uffff]/.test(grapheme) ? 2 : 1),
): EmulatedTerminal {
  const rows: Row[] = [emptyRow()];
  let row = 0;
  let column = 0;

  function at(index: number): Row {
    while (rows.length <= index) rows.push(emptyRow());
    return rows[index] ?? emptyRow();
  }

  function print(grapheme: string) {
    const width = widthOf(grapheme);
    if (column + width > columns) {
      at(row).wrapped = true;
      row += 1;
      column = 0;
    }
    const { cells } = at(row);
    while (cells.length < column) cells.push(' ');
    cells.splice(column, width, grapheme, ...Array<string>(width - 1).fill(''));
    column += width;
  }

  function control(argument: string, name: string) {
    const count = Number(argument || 1);
    if (name === 'A') row = Math.max(0, row - count);
    else if (name === 'C') column = Math.min(columns - 1, column + count);
    else if (name === 'J') erase();
    else if (!IGNORED.has(name)) throw new RangeError(`Unknown sequence: ${argument}${name}`);
  }

  function erase() {
    const current = at(row);
    current.cells.length = Math.min(current.cells.length, column);
    current.wrapped = false;
    rows.length = row + 1;
  }

  /** Obeys what the text begins with, and says how long that was. */
  function take(text: string): number {
    const [character = ''] = text;
    if (character === ESCAPE) {
      const sequence = SEQUENCE.exec(text.slice(1));
      if (sequence === null) throw new RangeError('Unknown escape.');
      control(sequence[1] ?? '', sequence[2] ?? '');
      return 1 + sequence[0].length;
    }
    if (character === '\r') column = 0;
    else if (character === '\n') newLine();
    else print(character);
    return character.length;
  }

  function newLine() {
    row += 1;
    column = 0;
    at(row);
  }

  return {
    write(text) {
      for (let rest = text; rest !== ''; ) rest = rest.slice(take(rest));
    },

    lines() {
      const lines: string[] = [];
      let open = '';
      for (const { cells, wrapped } of rows) {
        open += cells.join('');
        if (wrapped) continue;
        lines.push(open.trimEnd());
        open = '';
      }
      return lines;
    },

    cursor: () => ({ row, column }),
  };
}

function emptyRow(): Row {
  return { cells: [], wrapped: false };
}

import { displayWidth, fitWidth, graphemes } from './display-width.ts';

/** The line at the bottom of the screen. */
export interface InputLine {
  /** Coloured as it is to be shown. */
  readonly prompt: string;
  readonly promptWidth: number;
  readonly text: string;
  /** Index into `text`. */
  readonly cursor: number;
  /** One line above it, about what is going on. */
  readonly status?: string | undefined;
  paintStatus?(text: string): string;
}

export interface Layout {
  readonly rows: readonly string[];
  /** Where the cursor is, counted from the first row and the left edge. */
  readonly row: number;
  readonly column: number;
}

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

const TAB_SHOWN = '    ';

/** Breaks the input into rows that never reach the last column, where terminals differ, nor fill the screen. */
export function layOutInput(input: InputLine, size: ScreenSize): Layout {
  const width = Math.max(4, size.columns - 1);
  const layout = wrapInput(input, width);
  if (input.status === undefined) return windowAround(layout, size);
  const status = fitWidth(input.status, width);
  const rows = [input.paintStatus?.(status) ?? status, ...layout.rows];
  return windowAround({ ...layout, rows, row: layout.row + 1 }, size);
}

function wrapInput({ prompt, promptWidth, text, cursor }: InputLine, width: number): Layout {
  const indent = Math.min(promptWidth, width - 2);
  const rows: string[] = [];
  let current = prompt;
  let column = promptWidth;
  let index = 0;
  let place: { row: number; column: number } | undefined;

  const breakRow = () => {
    rows.push(current);
    current = ' '.repeat(indent);
    column = indent;
  };
  for (const grapheme of graphemes(text)) {
    const shown = grapheme === '\t' ? TAB_SHOWN : grapheme;
    const advance = displayWidth(shown);
    if (column + advance > width) breakRow();
    if (index >= cursor) place ??= { row: rows.length, column };
    index += grapheme.length;
    if (grapheme === '\n') {
      breakRow();
    } else {
      current += shown;
      column += advance;
    }
  }
  rows.push(current);
  return { rows, ...(place ?? { row: rows.length - 1, column }) };
}

/** The rows around the cursor that leave some of the output in sight. */
function windowAround(layout: Layout, size: ScreenSize): Layout {
  const most = Math.max(3, size.rows - 3);
  const first = Math.max(0, layout.row - most + 1);
  const rows = layout.rows.slice(first, first + most);
  return { rows, row: layout.row - first, column: layout.column };
}

const ASCII_ONLY = /^[\u0020-\u007e]*$/;

const ZERO_WIDTH = /^[\p{M}\p{Cf}]$/u;

/** Ranges of code points that take two columns (East Asian wide and full-width). */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x17000, 0x18cff],
  [0x1b000, 0x1b2ff],
  [0x20000, 0x3fffd],
];

/** What a person takes for one character, in order. */
export function graphemes(text: string): string[] {
  if (ASCII_ONLY.test(text)) return text.split('');
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Columns that a line of plain text takes on a terminal. */
export function displayWidth(text: string): number {
  if (ASCII_ONLY.test(text)) return text.length;
  return graphemes(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0);
}

export function graphemeWidth(grapheme: string): number {
  return Math.max(0, ...Array.from(grapheme, characterWidth));
}

/** The text cut to at most `columns`, with an ellipsis where something is missing. */
export function fitWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let width = 0;
  let kept = '';
  for (const grapheme of graphemes(text)) {
    width += graphemeWidth(grapheme);
    if (width > columns - 1) break;
    kept += grapheme;
  }
  return columns > 0 ? `${kept}…` : '';
}

/** Filled up with spaces to `columns`. */
export function padWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return 0;
  if (code < 0x300) return 1;
  if (ZERO_WIDTH.test(character)) return 0;
  const wide = WIDE.some(([from, to]) => code >= from && code <= to);
  return wide || /^\p{Emoji_Presentation}$/u.test(character) ? 2 : 1;
}

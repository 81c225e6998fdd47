/**
 * The first line of a message with every quoted piece lifted out, so that patterns see one placeholder
 * character instead of words that may look like a request.
 */
export interface LiftedText {
  readonly line: string;
  /** What follows the line, as written, with its line end. */
  readonly remainder: string;
  /** Whether the line was longer than what is looked at. */
  readonly cut: boolean;
  /** The text as it was written, quotes included. */
  restore(piece: string): string;
  /** The inside of a quoted piece when `piece` is nothing else, otherwise undefined. */
  quoted(piece: string): string | undefined;
}

/** A character that stands for a quoted piece; a class for patterns. */
export const PLACEHOLDER = '[\\uE000-\\uE07F]';

const MAX_LINE = 2_000;
const MAX_QUOTED = 2_000;
const MAX_QUOTED_LINES = 20_000;
const FIRST_PLACEHOLDER = 0xe000;
const MAX_PIECES = 128;
/** Opening marks without an end; past that many, quotes are no longer looked for. */
const MAX_UNCLOSED = 32;

interface Quotes {
  readonly open: string;
  readonly close: string;
  readonly spansLines?: true;
  /** Also an apostrophe: opens and closes only at the edge of a word. */
  readonly atWordEdges?: true;
}

const QUOTES: readonly Quotes[] = [
  { open: '```', close: '```', spansLines: true },
  { open: '`', close: '`' },
  { open: '"', close: '"', spansLines: true },
  { open: '“', close: '”', spansLines: true },
  { open: '「', close: '」', spansLines: true },
  { open: '『', close: '』', spansLines: true },
  { open: '＂', close: '＂', spansLines: true },
  { open: '‘', close: '’' },
  { open: '《', close: '》' },
  { open: "'", close: "'", atWordEdges: true },
];

interface Piece {
  readonly raw: string;
  readonly value: string;
}

export function liftQuotes(text: string): LiftedText {
  const pieceAt = createPieceFinder(text);
  const pieces: Piece[] = [];
  let line = '';
  let position = 0;
  while (position < text.length && text[position] !== '\n') {
    if (line.length === MAX_LINE || pieces.length === MAX_PIECES) break;
    const piece = pieceAt(position);
    line += piece === undefined ? text[position] : placeholder(pieces.push(piece) - 1);
    position += piece?.raw.length ?? 1;
  }
  const remainder = text.slice(position);
  return {
    line,
    remainder,
    cut: remainder !== '' && !remainder.startsWith('\n'),
    restore: (part) => part.replaceAll(PLACEHOLDERS, (mark) => pieces[indexOf(mark)]?.raw ?? mark),
    quoted: (part) => (part.length === 1 ? pieces[indexOf(part)]?.value : undefined),
  };
}

function createPieceFinder(text: string): (position: number) => Piece | undefined {
  let unclosed = 0;
  return (position) => {
    const quotes = unclosed < MAX_UNCLOSED ? quotesAt(text, position) : undefined;
    if (quotes === undefined) return lookalikeAt(text, position);
    const piece = closedPiece(text, position, quotes);
    if (piece === undefined) unclosed += 1;
    return piece;
  };
}

const PLACEHOLDERS = new RegExp(PLACEHOLDER, 'g');

function placeholder(index: number): string {
  return String.fromCharCode(FIRST_PLACEHOLDER + index);
}

function indexOf(mark: string): number {
  return mark.charCodeAt(0) - FIRST_PLACEHOLDER;
}

/** A character that looks like a placeholder must not pass for one. */
function lookalikeAt(text: string, position: number): Piece | undefined {
  const character = text.charAt(position);
  const looksAlike = character >= '\uE000' && character <= '\uE07F';
  return looksAlike ? { raw: character, value: character } : undefined;
}

function quotesAt(text: string, start: number): Quotes | undefined {
  const quotes = QUOTES.find(({ open }) => text.startsWith(open, start));
  if (quotes?.atWordEdges && isWordCharacter(text.charAt(start - 1))) return undefined;
  return quotes;
}

function closedPiece(
  text: string,
  start: number,
  { open, close, ...rules }: Quotes,
): Piece | undefined {
  const window = text.slice(start, start + (rules.spansLines ? MAX_QUOTED_LINES : MAX_QUOTED));
  let end = window.indexOf(close, open.length);
  while (end > 0 && isInside(window, end, rules)) end = window.indexOf(close, end + 1);
  if (end < 0) return undefined;
  const inside = window.slice(open.length, end);
  if (!rules.spansLines && inside.includes('\n')) return undefined;
  return { raw: window.slice(0, end + close.length), value: innerText(open, inside) };
}

function isInside(window: string, end: number, rules: Pick<Quotes, 'atWordEdges'>): boolean {
  if (rules.atWordEdges) return isWordCharacter(window.charAt(end + 1));
  return window[end] === '"' && window[end - 1] === '\\';
}

function innerText(open: string, inside: string): string {
  if (open === '"') return inside.replaceAll('\\"', '"');
  if (open !== '```') return inside;
  const firstLineEnd = inside.indexOf('\n');
  return firstLineEnd < 0 ? inside.trim() : inside.slice(firstLineEnd + 1);
}

function isWordCharacter(character: string): boolean {
  return /^[\p{Alphabetic}\p{N}_]$/u.test(character) && !/\p{Script=Han}/u.test(character);
}

/** One word of a command, with quotes taken off and known variables filled in. */
export interface Word {
  readonly text: string;
  readonly raw: string;
  /** Holds an unquoted `*`, `?` or `[`: it may stand for other names. */
  readonly glob: boolean;
  /** Holds an expansion, known or not: as a command word it is never certain. */
  readonly dynamic: boolean;
  /** Holds an expansion whose value cannot be known here. */
  readonly unknown: boolean;
}

/** Why a text cannot be read for certain. */
export interface Doubt {
  readonly key: 'unreadable_command' | 'dynamic_command' | 'hidden_characters' | 'pipe_to_shell';
  readonly span: string;
}

/** What a reader needs from its surroundings. */
export interface ReaderHost {
  /** The only value the variable can have; undefined when that is not known. */
  lookUp(name: string): string | undefined;
  doubt(doubt: Doubt): void;
  /** Told of each command text inside a substitution. */
  nested(text: string): void;
}

/** A position in a text that several readers share. */
export interface Cursor {
  readonly text: string;
  at: number;
}

const GLOB = new Set(['*', '?', '[']);
const ENDS_WORD = new Set([' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')']);
/** What makes unquoted braces a list: `{a,b}`, `{1..9}`. */
const BRACE_LIST = /,|\.\./;
/** `~-` and `~2`: a folder that only the shell knows. */
const STACKED_FOLDER = /^~([-+]?\d+|-)(\/|$)/;

interface Draft {
  text: string;
  braces: boolean;
  glob: boolean;
  dynamic: boolean;
  unknown: boolean;
}

/** Reads the word at the cursor; undefined when none begins there. */
export function readWord(cursor: Cursor, host: ReaderHost): Word | undefined {
  const from = cursor.at;
  const draft: Draft = { text: '', braces: false, glob: false, dynamic: false, unknown: false };
  while (cursor.at < cursor.text.length && !ENDS_WORD.has(cursor.text.charAt(cursor.at))) {
    readPiece(cursor, host, draft);
  }
  if (cursor.at === from) return undefined;
  const raw = cursor.text.slice(from, cursor.at);
  const elsewhere = (draft.braces && BRACE_LIST.test(raw)) || STACKED_FOLDER.test(raw);
  if (elsewhere) host.doubt({ key: 'unreadable_command', span: raw });
  const { text, glob, dynamic, unknown } = draft;
  return { text, raw, glob, dynamic, unknown };
}

function readPiece(cursor: Cursor, host: ReaderHost, draft: Draft) {
  const character = cursor.text.charAt(cursor.at);
  if (character === '\\') return readEscape(cursor, draft);
  if (character === "'") return readSingleQuoted(cursor, host, draft);
  if (character === '"') return readDoubleQuoted(cursor, host, draft);
  if (character === '`') return readBackticks(cursor, host, draft);
  if (character === '$') return readExpansion({ cursor, host, draft }, false);
  if (character === '{') draft.braces = true;
  if (GLOB.has(character)) draft.glob = true;
  draft.text += character;
  cursor.at += 1;
}

function readEscape(cursor: Cursor, draft: Draft) {
  const next = cursor.text.charAt(cursor.at + 1);
  if (next !== '\n') draft.text += next;
  cursor.at += 2;
}

function readSingleQuoted(cursor: Cursor, host: ReaderHost, draft: Draft) {
  const end = cursor.text.indexOf("'", cursor.at + 1);
  if (end < 0) return unterminated(cursor, host);
  draft.text += cursor.text.slice(cursor.at + 1, end);
  cursor.at = end + 1;
}

function readDoubleQuoted(cursor: Cursor, host: ReaderHost, draft: Draft) {
  const { text } = cursor;
  const from = cursor.at;
  cursor.at += 1;
  while (cursor.at < text.length) {
    const character = text.charAt(cursor.at);
    if (character === '"') {
      cursor.at += 1;
      return;
    }
    readQuotedPiece(cursor, host, draft);
  }
  cursor.at = from;
  unterminated(cursor, host);
}

function readQuotedPiece(cursor: Cursor, host: ReaderHost, draft: Draft) {
  const character = cursor.text.charAt(cursor.at);
  if (character === '`') return readBackticks(cursor, host, draft);
  if (character === '$') return readExpansion({ cursor, host, draft }, true);
  const next = cursor.text.charAt(cursor.at + 1);
  if (character === '\\' && '$`"\\\n'.includes(next)) return readEscape(cursor, draft);
  draft.text += character;
  cursor.at += 1;
}

function readBackticks(cursor: Cursor, host: ReaderHost, draft: Draft) {
  const end = cursor.text.indexOf('`', cursor.at + 1);
  if (end < 0) return unterminated(cursor, host);
  const inner = cursor.text.slice(cursor.at + 1, end);
  substituted({ cursor, host, draft }, inner, cursor.text.slice(cursor.at, end + 1));
  cursor.at = end + 1;
}

interface Reading {
  readonly cursor: Cursor;
  readonly host: ReaderHost;
  readonly draft: Draft;
}

function readExpansion(reading: Reading, quoted: boolean) {
  const { cursor, draft } = reading;
  const rest = cursor.text.slice(cursor.at, cursor.at + 200);
  const next = rest.charAt(1);
  if (next === '(') return readSubstitution(reading);
  if (!quoted && next === "'") return readAnsiQuoted(reading);
  if (!quoted && next === '"') {
    cursor.at += 1;
    return readDoubleQuoted(cursor, reading.host, draft);
  }
  const variable = /^\$(?:(\w+)|\{(\w+)\})/.exec(rest);
  if (variable) return fillIn(reading, variable, quoted);
  if (/^\$[?$!#-]/.test(rest)) return fillInNumber(reading);
  if (/^\$[{@*]/.test(rest)) return unknowable(reading, /^\$(\{[^}]*\}?|.)/.exec(rest)?.[0] ?? '$');
  draft.text += '$';
  cursor.at += 1;
}

function readSubstitution(reading: Reading) {
  const { cursor, host } = reading;
  const end = closingParenthesis(cursor.text, cursor.at + 1);
  if (end === undefined) return unterminated(cursor, host);
  const inner = cursor.text.slice(cursor.at + 2, end);
  substituted(reading, inner, cursor.text.slice(cursor.at, end + 1));
  cursor.at = end + 1;
}

function substituted({ host, draft }: Reading, inner: string, span: string) {
  host.nested(inner);
  host.doubt({ key: 'unreadable_command', span });
  draft.dynamic = true;
  draft.unknown = true;
}

function fillIn(reading: Reading, match: RegExpExecArray, quoted: boolean) {
  const { cursor, host, draft } = reading;
  const value = host.lookUp(match[1] ?? match[2] ?? '');
  const splits = !quoted && value !== undefined && /[\s*?[]/.test(value);
  if (value === undefined || splits) return unknowable(reading, match[0]);
  draft.text += value;
  draft.dynamic = true;
  cursor.at += match[0].length;
}

/** `$?` and its like: a number, whatever happened. */
function fillInNumber({ cursor, draft }: Reading) {
  draft.text += '0';
  draft.dynamic = true;
  cursor.at += 2;
}

function unknowable({ cursor, host, draft }: Reading, span: string) {
  host.doubt({ key: 'unreadable_command', span });
  draft.text += span;
  draft.dynamic = true;
  draft.unknown = true;
  cursor.at += span.length;
}

function readAnsiQuoted({ cursor, host, draft }: Reading) {
  const match = /^\$'((?:[^'\\]|\\[\s\S])*)'/.exec(cursor.text.slice(cursor.at));
  if (match === null) return unterminated(cursor, host);
  draft.text += decodeAnsi(match[1] ?? '');
  cursor.at += match[0].length;
}

const ANSI_LETTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', e: '\u001b' };

function decodeAnsi(text: string): string {
  return text.replaceAll(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|([\s\S]))/g,
    (_, ...groups: (string | undefined)[]) => {
      const [x, u, long, octal, letter] = groups;
      const hex = x ?? u ?? long;
      if (hex !== undefined) return fromCodePoint(Number.parseInt(hex, 16));
      if (octal !== undefined) return fromCodePoint(Number.parseInt(octal, 8));
      return ANSI_LETTERS[letter ?? ''] ?? letter ?? '';
    },
  );
}

function fromCodePoint(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}

function unterminated(cursor: Cursor, host: ReaderHost) {
  host.doubt({ key: 'unreadable_command', span: cursor.text.slice(cursor.at, cursor.at + 40) });
  cursor.at = cursor.text.length;
}

/** Index of the `)` that closes the `(` at `open`, quotes respected. */
export function closingParenthesis(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at = pastPiece(text, at)) {
    const character = text.charAt(at);
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

/** The position after the character, the escaped character or the quoted text at `at`. */
function pastPiece(text: string, at: number): number {
  const character = text.charAt(at);
  if (character === '\\') return at + 2;
  return character === "'" || character === '"' ? skipQuoted(text, at) + 1 : at + 1;
}

/** Index of the closing quote, or the end of the text. */
function skipQuoted(text: string, open: number): number {
  const quote = text.charAt(open);
  for (let at = open + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === quote) return at;
    if (character === '\\' && quote === '"') at += 1;
  }
  return text.length;
}

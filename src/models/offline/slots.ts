import {
  FILE_NAMES,
  FOLDER_NAMES,
  LISTS_OF_OURS,
  NO_NAMES,
  NO_QUERIES,
  NO_TEXT_FILES,
  PROGRAMS,
  SENTENCE_WORDS,
} from './grammar/known-words.ts';
import { isLiteral } from './is-literal.ts';
import { type LiftedText, PLACEHOLDER } from './lift-quotes.ts';

/** What a slot of a pattern may stand for. */
export interface Slot {
  /** Source of a regular expression without groups; it must match in linear time. */
  readonly pattern: string;
  /** The value of what was matched; undefined refuses it. */
  read(piece: string, text: LiftedText): string | undefined;
  /** Whether it may follow a word without a gap. */
  readonly touches?: true;
  /** Whether its value goes on after the first line. */
  readonly takesRemainder?: true;
}

const PLAIN = '\\s"\'`“”‘’「」『』《》:,;?!()<>|*，、。：；？！（）\\uE000-\\uE07F';
const NAME = `(?:[^${PLAIN}\\p{Script=Han}]+|[\\p{Script=Han}\\w\\/-]+\\.[A-Za-z0-9]{1,8}(?![A-Za-z0-9.]))`;
const WORDS = `(?:${PLACEHOLDER}|[^\\s\\uE000-\\uE07F][^\\uE000-\\uE07F]{0,150}?)`;
const TERM = `(?:${PLACEHOLDER}|[^\\s\\p{Script=Han}\\uE000-\\uE07F]+|(?<=[\\s:])[^\\s,;。\\uE000-\\uE07F]{1,40})`;
const LITERAL = '[^\\s\\uE000-\\uE07F][^\\uE000-\\uE07F]{0,150}?';
const QUOTED_OR_NAME = `(?:${PLACEHOLDER}|${NAME})`;

export const SLOTS = {
  /** A file: a name with an extension, a known one such as README, or anything quoted. */
  file: { pattern: QUOTED_OR_NAME, read: readName(isFileName) },
  /** A file, or anything with a slash inside. */
  path: { pattern: QUOTED_OR_NAME, read: readName((name) => isFileName(name) || hasSlash(name)) },
  /** The same, where it is surely a file that holds a text, and no program. */
  textFile: { pattern: QUOTED_OR_NAME, read: readTextFile },
  /** One name of any look. */
  name: { pattern: QUOTED_OR_NAME, read: readName(() => true) },
  /** A folder to list: a name that is not a list of ours, such as "tools". */
  dir: {
    pattern: QUOTED_OR_NAME,
    read: readName((name) => !LISTS_OF_OURS.has(name.toLowerCase())),
  },
  /** What can be told for a folder by its look. */
  folder: { pattern: QUOTED_OR_NAME, read: readName(isFolderName) },
  /** One word, or anything quoted. A word with Chinese characters must stand apart. */
  term: { pattern: TERM, read: readWords },
  /** Words as they stand, or anything quoted. */
  words: { pattern: WORDS, read: readWords },
  /** The same for text that may also be empty in its quotes. */
  text: { pattern: WORDS, read: readText },
  /** Words without quotes that are certain to be a text as they stand. */
  literal: { pattern: LITERAL, read: readLiteral },
  /** The same in Chinese, where the verb ends for certain: there is a gap, or no longer word to be read. */
  literalApart: {
    pattern: `(?:(?<=[\\s入上下为是])|(?=[a-z]|[你您]们?好))${LITERAL}`,
    read: readLiteral,
  },
  /** What is quoted, and nothing else. */
  quoted: { pattern: PLACEHOLDER, read: (piece, text) => text.quoted(piece) },
  command: { pattern: '\\S.{0,2000}', read: readCommand },
  /** All that is left of the line. */
  rest: { pattern: '\\S.{0,2000}', read: readRest },
  /** The same, standing apart from the word before it. */
  apart: { pattern: '(?<=[\\s:,\\uE000-\\uE07F])\\S.{0,2000}', read: readRest },
  /** All that is left of the message, or the fenced block in it. */
  content: { pattern: '.{0,2000}', read: readContent, touches: true, takesRemainder: true },
  /** Nothing more on the line, and a fenced block below it. */
  block: {
    pattern: '(?=$)',
    read: (_piece, text) => (text.cut ? undefined : unfence(text.remainder)),
    touches: true,
    takesRemainder: true,
  },
  number: { pattern: '\\d{1,7}', read: (piece) => piece },
  id: { pattern: '#?[A-Za-z_-]{0,12}\\d{1,9}', read: (piece) => piece.replace('#', '') },
} satisfies Record<string, Slot>;

export type SlotName = keyof typeof SLOTS;

function readName(accepts: (name: string) => boolean): Slot['read'] {
  return (piece, text) => {
    const quoted = text.quoted(piece);
    if (quoted !== undefined) return isPlausibleQuotedName(quoted) ? quoted : undefined;
    if (NO_NAMES.has(piece.toLowerCase()) || /^-|[^./]\.$|然后|接着|并且|写到|写入/.test(piece))
      return undefined;
    return accepts(piece) ? piece : undefined;
  };
}

function readTextFile(piece: string, text: LiftedText): string | undefined {
  const name = readName(() => true)(piece, text);
  return name !== undefined && isTextFile(name) ? name : undefined;
}

function isTextFile(name: string): boolean {
  const segments = name.toLowerCase().split('/');
  const [last = ''] = segments.slice(-1);
  const extension = /\.([^.]*)$/.exec(last)?.[1];
  const isAddress = /^[^/]+@[^/]+$/.test(name);
  if (isAddress || NO_TEXT_FILES.has(extension ?? last)) return false;
  if (extension !== undefined) return /^[a-z][a-z0-9_-]{0,11}$/.test(extension);
  return FILE_NAMES.has(last) || (hasSlash(name) && !segments.every((part) => NO_NAMES.has(part)));
}

function readLiteral(piece: string, text: LiftedText): string | undefined {
  const words = piece.trim();
  return text.remainder.trim() === '' && isLiteral(words) ? words : undefined;
}

function isPlausibleQuotedName(name: string): boolean {
  return name.trim() !== '' && name.length <= 1_000 && !name.includes('\n');
}

function isFileName(name: string): boolean {
  const last = name.slice(name.lastIndexOf('/') + 1);
  return FILE_NAMES.has(last.toLowerCase()) || /[^.]\.[^.]+$|^\.[^.]+$/.test(last);
}

function hasSlash(name: string): boolean {
  return name.includes('/') && !name.endsWith('/');
}

function isFolderName(name: string): boolean {
  return FOLDER_NAMES.has(name.toLowerCase()) || name.includes('/') || /^\.{1,2}$/.test(name);
}

function readWords(piece: string, text: LiftedText): string | undefined {
  const quoted = text.quoted(piece);
  if (quoted !== undefined) return quoted === '' || quoted.length > 1_000 ? undefined : quoted;
  const words = piece.trim();
  if (/^-|[,，;；?？。]$/.test(words) || NO_QUERIES.has(words)) return undefined;
  return words.split(/\s+/).length > 8 ? undefined : words;
}

/** Text to put in or take out: what may be the next request or courtesy must be in quotes to be part of it. */
function readText(piece: string, text: LiftedText): string | undefined {
  const quoted = text.quoted(piece);
  if (quoted !== undefined) return quoted;
  const goesOn = /[,，;；。]|\b(?:and|then|please|thanks)\b|然后|接着|并且|谢谢|[吗吧]$/i.test(
    piece,
  );
  return goesOn ? undefined : readWords(piece, text);
}

function readRest(piece: string, text: LiftedText): string | undefined {
  const words = (text.quoted(piece) ?? text.restore(piece)).trim();
  return words === '' ||
    /[?？]$/.test(words) ||
    /^(我|你|您|他|她|吗|上次|之前|那|this|that|it)(\b|\p{Script=Han})/iu.test(words)
    ? undefined
    : words;
}

function readCommand(piece: string, text: LiftedText): string | undefined {
  const quoted = text.quoted(piece);
  if (quoted !== undefined) return quoted.trim() || undefined;
  const program = /^\S+/.exec(piece)?.[0] ?? '';
  if (!PROGRAMS.has(program) && !/^(\.{0,2}\/|~\/)[\w.]/.test(program)) return undefined;
  return isSentence(piece) ? undefined : text.restore(piece).trim();
}

/** Whether an unquoted command holds words that are meant for us and not for the shell. */
function isSentence(command: string): boolean {
  if (/[，。；：？！、]|\p{Script=Han}|,\s|[?!,]$|[^\s./]\.$/u.test(command)) return true;
  const [, ...words] = command.toLowerCase().split(/\s+/);
  return words.some((word) => SENTENCE_WORDS.has(word));
}

function readContent(piece: string, text: LiftedText): string | undefined {
  const quoted = text.quoted(piece);
  if (quoted && text.remainder.trim() === '' && !text.restore(piece).startsWith('《'))
    return quoted;
  const whole = `${text.restore(piece)}${text.remainder}`;
  const content = unfence(whole) ?? whole.replace(/^[^\S\n]*\n?/, '').trimEnd();
  return content === '' ? undefined : content;
}

/** The lines inside a fenced block when the text begins with one. */
function unfence(text: string): string | undefined {
  const opening = /^\s*(`{3,20}|~{3,20})(?:[^`~\n][^\n]*)?\n/.exec(text);
  if (opening?.[1] === undefined) return undefined;
  const inside = text.slice(opening[0].length - 1);
  const end = inside.indexOf(`\n${opening[1]}`);
  return end < 0 ? undefined : inside.slice(1, end + 1);
}

import { asLines, type Intent } from './intent.ts';
import type { ReplyId } from './reply-texts.ts';

/** What of a result can be written to a file, or why none of it should be. */
export type FileContent =
  | { readonly type: 'content'; readonly text: string }
  | { readonly type: 'obstacle'; readonly id: ReplyId };

/** Lines by which tools and pipeline say that a text is not all of it. */
const LEFT_OUT: readonly RegExp[] = [
  /^\[… [\d,]+ (?:characters|bytes) (?:left out|were not kept)[^\]\n]{0,200}\]$/m,
  /^\[whole text: artifact [^\]\n]{1,200}\]$/m,
  /^\[[\d,]+ more (?:characters?|lines?)\b[^\]\n]{0,200}\]$/m,
  /^\[Line \d+ has [\d,]+ characters; only its start is shown[^\]\n]{0,200}\]$/m,
  /^\[Only the first [\d,]+ are shown[^\]\n]{0,200}\]$/m,
  /^\s*… and [\d,]+ more (?:entry|entries)$/m,
];
const READ_HEADER =
  /^[^\n]* \((?<extent>[\d,]+ lines?|lines \d+-\d+ of \d+)(?<facts>[^\n]{0,200})\)\n/;
const READ_EMPTY = /^[^\n]* is empty\.$/;
const LIST_HEADER = /^[^\n]* \([\d,]+ folders?, [\d,]+ files?\)(?:\n|$)/;
const NO_MATCH = /^No match(?:es)? for [^\n]*$/;
const SEARCH_HEADER = /^[\d,]+ match(?:es)? for [^\n]*:\n/;
const RUN_HEADER = /^Exit code \d+ after [^\n]*(?:\nNo output\.$|\n|$)/;
const ONE_STREAM = /^(?:stdout|stderr):\n(?![\s\S]*\nstderr:\n)/;
const TODO_HEADER = /^(?:\d+ open:\n|The list is empty\.$)/;

export function toFileContent(intent: Intent, result: string): FileContent {
  if (LEFT_OUT.some((mark) => mark.test(result))) return { type: 'obstacle', id: 'incomplete' };
  switch (intent.kind) {
    case 'read':
      return readContent(result);
    case 'list':
      return toLines(result.replace(LIST_HEADER, ''));
    case 'search':
      return toLines(result.replace(NO_MATCH, '').replace(SEARCH_HEADER, ''));
    case 'run':
      return toLines(result.replace(RUN_HEADER, '').replace(ONE_STREAM, ''));
    default:
      return toLines(result.replace(TODO_HEADER, ''));
  }
}

/** Whether a command ran, so that it has output, although it reported failure. */
export function hasOutput(intent: Intent, result: string): boolean {
  return intent.kind === 'run' && RUN_HEADER.test(result);
}

function toLines(text: string): FileContent {
  if (text.trim() === '') return { type: 'obstacle', id: 'nothingFound' };
  return { type: 'content', text: asLines(text) };
}

/** The lines of the file without what `read_file` says about them, and with its kind of line ends. */
function readContent(result: string): FileContent {
  if (READ_EMPTY.test(result)) return { type: 'content', text: '' };
  const header = READ_HEADER.exec(result);
  if (header === null) return { type: 'content', text: asLines(result) };
  const { extent = '', facts = '' } = header.groups ?? {};
  if (facts.includes('broken bytes')) return { type: 'obstacle', id: 'incomplete' };
  const lines = result.slice(header[0].length);
  const isToTheEnd = /lines?$/.test(extent) && facts.includes('no newline at the end');
  const text = isToTheEnd ? lines : `${lines}\n`;
  return { type: 'content', text: facts.includes('CRLF') ? text.replaceAll('\n', '\r\n') : text };
}

import { asLines, type Intent } from './intent.ts';
import type { ReplyId } from './reply-texts.ts';

/** What of a result can be written to a file, or why none of it should be. */
export type FileContent =
  | { readonly type: 'content'; readonly text: string }
  | { readonly type: 'obstacle'; readonly id: ReplyId };

/** What tools and pipeline add to a text of which they left something out. */
const LEFT_OUT =
  /^\s*… and [\d,]+ more (?:entry|entries)\b|^\[[^\]\n]{0,200}\b(?:left out|artifact|more lines?|only its start|are shown)\b[^\]\n]{0,200}\]$/im;
const READ_HEADER =
  /^[^\n]* \((?<extent>[\d,]+ lines?|lines \d+-\d+ of \d+)(?<facts>[^\n]{0,200})\)\n/;
const READ_EMPTY = /^[^\n]* is empty\.$/;
const NO_MATCH = /^No match(?:es)? for /;
const SEARCH_HEADER = /^[\d,]+ match(?:es)? for [^\n]*:\n/;
const NO_HEADER = /^$/;
const LIST_HEADER = /^[^\n]* \([\d,]+ folders?, [\d,]+ files?\)(?:\n|$)/;

export function toFileContent(intent: Intent, result: string): FileContent {
  if (LEFT_OUT.test(result)) return { type: 'obstacle', id: 'incomplete' };
  switch (intent.kind) {
    case 'read':
      return readContent(result);
    case 'search':
      return entries(NO_MATCH.test(result) ? '' : result, SEARCH_HEADER);
    case 'list':
      return entries(result, LIST_HEADER);
    default:
      return entries(result, NO_HEADER);
  }
}

/** The lines below the headline, which is about them and not one of them. */
function entries(result: string, header: RegExp): FileContent {
  const lines = result.replace(header, '');
  if (lines.trim() === '') return { type: 'obstacle', id: 'nothingFound' };
  return { type: 'content', text: asLines(lines) };
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

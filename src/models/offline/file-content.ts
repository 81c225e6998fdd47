import { asLines, type Intent } from './intent.ts';
import type { ReplyId } from './reply-texts.ts';

/** What of a result can be written to a file, or why none of it should be. */
export type FileContent =
  | { readonly type: 'content'; readonly text: string }
  | { readonly type: 'obstacle'; readonly id: ReplyId };

/** Tools and pipeline say in a line in brackets what they left out. */
const LEFT_OUT =
  /^\[[^\]\n]*\b(?:left out|not shown|only its start|more lines?|more matches|more entries|omitted|truncated|artifact)\b[^\]\n]*\]$/im;
const NOTHING_FOUND = /^\s*(?:no |0 |nothing\b|$)/i;
const READ_HEADER = /^[^\n]* \((?<extent>[\d,]+ lines?|lines \d+-\d+ of \d+)(?<facts>[^\n]*)\)\n/;
const READ_EMPTY = /^[^\n]* is empty\.$/;

export function toFileContent(intent: Intent, result: string): FileContent {
  if (LEFT_OUT.test(result)) return { type: 'obstacle', id: 'incomplete' };
  if (intent.kind === 'search' && NOTHING_FOUND.test(result)) {
    return { type: 'obstacle', id: 'nothingFound' };
  }
  if (intent.kind === 'read') return readContent(result);
  return { type: 'content', text: asLines(result) };
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

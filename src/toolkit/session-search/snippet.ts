import { textOf } from '../../protocol/content.ts';
import type { Message } from '../../protocol/message.ts';
import type { MessageRecord } from '../../storage/records.ts';

const BEFORE = 60;
const LENGTH = 240;

/** The part of a message around the first word of the query, on one line. */
export function snippetOf({ message }: MessageRecord, query: string): string {
  const text = wordsOf(message).replaceAll(/\s+/g, ' ').trim();
  const lower = text.toLowerCase();
  const places = query
    .toLowerCase()
    .split(/\s+/)
    .map((word) => lower.indexOf(word))
    .filter((place) => place >= 0);
  const from = Math.max(0, (places.length === 0 ? 0 : Math.min(...places)) - BEFORE);
  const part = text.slice(from, from + LENGTH).toWellFormed();
  return `${from > 0 ? '…' : ''}${part}${from + LENGTH < text.length ? '…' : ''}`;
}

function wordsOf(message: Message): string {
  if (message.role === 'user') return textOf(message.content);
  if (message.role === 'tool') return message.text;
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ');
}

/** Whether anything in the message is somebody else's word. */
export function isUntrusted({ message }: MessageRecord): boolean {
  if (message.role === 'tool') return message.origin.trust === 'untrusted';
  return (
    message.role === 'user' && message.content.some(({ origin }) => origin.trust === 'untrusted')
  );
}

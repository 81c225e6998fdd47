import { textOf } from '../../../protocol/content.ts';
import type { Message } from '../../../protocol/message.ts';
import type { MessageRecord } from '../../records.ts';
import { searchLine } from '../../search-words.ts';
import type { Database } from '../database.ts';

/** The same turn and ordinal again changes nothing. */
export function appendMessage(
  database: Database,
  { sessionKey, turnId, ordinal, message, at }: Omit<MessageRecord, 'seq'>,
): void {
  const sql = `
    insert into messages (session_key, seq, turn_id, ordinal, at, words, body)
    values (?, (select coalesce(max(seq), 0) + 1 from messages where session_key = ?), ?, ?, ?, ?, ?)
    on conflict (turn_id, ordinal) do nothing`;
  const words = searchLine(wordsOf(message));
  const body = JSON.stringify(message);
  database.run(sql, sessionKey, sessionKey, turnId, ordinal, at, words, body);
}

/** What people may find of a message; reasoning is not for them. */
function wordsOf(message: Message): string {
  switch (message.role) {
    case 'user':
      return textOf(message.content);
    case 'assistant':
      return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    case 'tool':
      return message.text;
  }
}

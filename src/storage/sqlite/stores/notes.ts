import { UserMessage } from '../../../protocol/message.ts';
import type { Database } from '../database.ts';
import { appendMessage } from './append-message.ts';
import { json } from './rows.ts';
import type { Handlers, OperationScope } from './writing.ts';

const PUT = `
  insert into notes (id, session_key, at, body)
  select ?, key, ?, ? from sessions where key = ?
  on conflict (id) do nothing`;

export const noteHandlers: Handlers<'put-note'> = {
  'put-note'({ database, touched }, { sessionKey, id, message, at }) {
    database.run(PUT, id, at, JSON.stringify(message), sessionKey);
    touched.add(sessionKey);
  },
};

/** What waits is put between turns: never while one is open. */
export function placeNotes({ database, reader }: OperationScope, sessionKey: string): void {
  const waiting = database.all<{ id: string; at: number; body: string }>(
    'select id, at, body from notes where session_key = ? and placed = 0 order by position',
    sessionKey,
  );
  if (waiting.length === 0 || hasOpenTurn(database, sessionKey)) return;
  for (const { id, at, body } of waiting) {
    const message = reader.readOrSkip(UserMessage, { table: 'notes', key: id }, json(body));
    if (message) {
      appendMessage(database, { sessionKey, turnId: `note:${id}`, ordinal: 0, message, at });
    }
    database.run('update notes set placed = 1 where id = ?', id);
  }
}

/** A transcript that is made anew gets its notes again. */
export function takeUpNotes({ database, touched }: OperationScope, sessionKey: string): void {
  database.run('update notes set placed = 0 where session_key = ?', sessionKey);
  touched.add(sessionKey);
}

function hasOpenTurn(database: Database, sessionKey: string): boolean {
  const sql = `select 1 as open from turns where session_key = ? and state in ('running', 'waiting', 'ready')`;
  return database.get(sql, sessionKey) !== undefined;
}

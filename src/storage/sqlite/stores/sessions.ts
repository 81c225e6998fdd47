import { z } from 'zod';
import { Session, TodoItem } from '../../../protocol/session.ts';
import { WORKER_CHANNEL } from '../../../protocol/worker-session.ts';
import { FileChangeRecord, FileViewRecord } from '../../records.ts';
import type { SessionStore } from '../../storage.ts';
import type { SqlValue } from '../database.ts';
import { json, matching, type RecordReader } from './rows.ts';
import type { Handlers, Writing } from './writing.ts';

interface KeyedRow {
  readonly key: string;
  readonly body: string;
}

export const PUT_SESSION =
  'insert into sessions (key, channel, principal, updated_at, body) values (?, ?, ?, ?, ?)';
const OR_REPLACE = `
  on conflict (key) do update set channel = excluded.channel, principal = excluded.principal,
    updated_at = excluded.updated_at, body = excluded.body`;

/** The values of `PUT_SESSION`. */
export function sessionValues(session: Session): readonly SqlValue[] {
  const { key, address, principal, updatedAt } = session;
  return [key, address.channel, principal, updatedAt, JSON.stringify(session)];
}

export function createSessionStore({ database, reader }: Writing): SessionStore {
  return {
    async get(key) {
      const row = database.get<KeyedRow>('select key, body from sessions where key = ?', key);
      return row && reader.read(Session, { table: 'sessions', key }, json(row.body));
    },

    async list({ principal, channel, workers = false, limit, before, beforeKey = '' }) {
      const { where, values } = matching(
        ['principal = ?', principal],
        ['channel = ?', channel],
        ['channel <> ?', workers ? undefined : WORKER_CHANNEL],
        ['(updated_at, key) < (?, ?)', before, beforeKey],
      );
      const sql = `select key, body from sessions ${where} order by updated_at desc, key desc limit ?`;
      return database
        .all<KeyedRow>(sql, ...values, limit)
        .flatMap((row) => toSessionOrSkip(reader, row) ?? []);
    },

    async todos(sessionKey) {
      const sql = 'select session_key as key, body from todos where session_key = ?';
      const row = database.get<KeyedRow>(sql, sessionKey);
      const name = { table: 'todos', key: sessionKey };
      return row ? reader.read(z.array(TodoItem), name, json(row.body)) : [];
    },

    async fileView(sessionKey, path) {
      const sql = 'select path as key, body from file_views where session_key = ? and path = ?';
      const row = database.get<KeyedRow>(sql, sessionKey, path);
      const name = { table: 'file_views', key: `${sessionKey}#${path}` };
      return row && reader.read(FileViewRecord, name, json(row.body));
    },

    async fileChanges(turnId) {
      const sql =
        'select step_name as key, body from file_changes where turn_id = ? order by position';
      return database.all<KeyedRow>(sql, turnId).map(({ key, body }) => {
        const name = { table: 'file_changes', key: `${turnId}#${key}` };
        return reader.read(FileChangeRecord, name, json(body));
      });
    },
  };
}

export const sessionHandlers: Handlers<
  'put-session' | 'update-session' | 'put-todos' | 'put-file-view' | 'put-file-change'
> = {
  'put-session'({ database }, { session }) {
    database.run(`${PUT_SESSION} ${OR_REPLACE}`, ...sessionValues(session));
  },

  'update-session'({ database, reader }, { sessionKey: key, change, orElse }) {
    const row = database.get<KeyedRow>('select key, body from sessions where key = ?', key);
    const found = row && toSessionOrSkip(reader, row);
    const session = row === undefined ? orElse : found && { ...found, ...change };
    if (session) database.run(`${PUT_SESSION} ${OR_REPLACE}`, ...sessionValues(session));
  },

  'put-todos'({ database }, { sessionKey, items }) {
    const sql = `
      insert into todos (session_key, body) values (?, ?)
      on conflict (session_key) do update set body = excluded.body`;
    database.run(sql, sessionKey, JSON.stringify(items));
  },

  'put-file-view'({ database }, { view }) {
    const sql = `
      insert into file_views (session_key, path, body) values (?, ?, ?)
      on conflict (session_key, path) do update set body = excluded.body`;
    database.run(sql, view.sessionKey, view.path, JSON.stringify(view));
  },

  'put-file-change'({ database }, { change }) {
    const sql = `
      insert into file_changes (turn_id, step_name, path, session_key, body) values (?, ?, ?, ?, ?)
      on conflict (turn_id, step_name, path) do update
        set session_key = excluded.session_key, body = excluded.body`;
    const { turnId, stepName, path, sessionKey } = change;
    database.run(sql, turnId, stepName, path, sessionKey, JSON.stringify(change));
  },
};

function toSessionOrSkip(reader: RecordReader, { key, body }: KeyedRow): Session | undefined {
  return reader.readOrSkip(Session, { table: 'sessions', key }, json(body));
}

import { MessageRecord } from '../../records.ts';
import { searchTerms } from '../../search-words.ts';
import type { MessageStore } from '../../storage.ts';
import type { Database } from '../database.ts';
import { appendMessage } from './append-message.ts';
import { takeUpNotes } from './notes.ts';
import { NO_LIMIT, type RowName } from './rows.ts';
import type { Handlers, Writing } from './writing.ts';

interface MessageRow {
  readonly session_key: string;
  readonly seq: number;
  readonly turn_id: string;
  readonly ordinal: number;
  readonly at: number;
  readonly body: string;
}

const COLUMNS = 'session_key, seq, turn_id, ordinal, at, body';

export function createMessageStore(writing: Writing): MessageStore {
  const { database, reader } = writing;
  return {
    async list(sessionKey, { afterSeq = 0, limit = NO_LIMIT } = {}) {
      const sql = `
        select ${COLUMNS} from messages where session_key = ? and seq > ? order by seq limit ?`;
      return database
        .all<MessageRow>(sql, sessionKey, afterSeq, limit)
        .map((row) => reader.read(MessageRecord, nameOf(row), () => rawRecord(row)));
    },

    async search({ text, principal, limit }) {
      const terms = searchTerms(text);
      const isVisible = visibleSessions(database, principal);
      const matches = ({ session_key, words }: SearchEntry) =>
        isVisible(session_key) && terms.every((term) => words.includes(term));
      const found: MessageRecord[] = [];
      const steps = terms.length === 0 || limit <= 0 ? [] : newestFirst(database);
      for await (const entries of steps) {
        for (const entry of entries.filter(matches)) {
          found.push(...readEntry(writing, entry));
          if (found.length >= limit) return found;
        }
      }
      return found;
    },
  };
}

export const messageHandlers: Handlers<'append-message' | 'retract-messages' | 'clear-messages'> = {
  'append-message'({ database }, { op: _op, ...message }) {
    appendMessage(database, message);
  },

  'retract-messages'({ database }, { turnId }) {
    database.run('delete from messages where turn_id = ?', turnId);
  },

  'clear-messages'(scope, { sessionKey }) {
    scope.database.run('delete from messages where session_key = ?', sessionKey);
    takeUpNotes(scope, sessionKey);
  },
};

interface SearchEntry {
  readonly position: number;
  readonly at: number;
  readonly session_key: string;
  readonly words: string;
}

/** Rows looked at before others get their turn. */
const SEARCH_STEP = 500;

async function* newestFirst(database: Database): AsyncIterable<readonly SearchEntry[]> {
  let last: Pick<SearchEntry, 'at' | 'position'> = { at: Number.MAX_VALUE, position: 0 };
  while (true) {
    const entries = entriesBefore(database, last);
    yield entries;
    if (entries.length < SEARCH_STEP) return;
    last = entries.at(-1) ?? last;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** In two steps, each along the index: of many messages with one time, none is looked at twice. */
function entriesBefore(
  database: Database,
  { at, position }: Pick<SearchEntry, 'at' | 'position'>,
): readonly SearchEntry[] {
  const select = 'select position, at, session_key, words from messages';
  const sameTime = `${select} where at = ? and position < ? order by position desc limit ?`;
  const entries = database.all<SearchEntry>(sameTime, at, position, SEARCH_STEP);
  const earlier = `${select} where at < ? order by at desc, position desc limit ?`;
  const rest = SEARCH_STEP - entries.length;
  return rest === 0 ? entries : [...entries, ...database.all<SearchEntry>(earlier, at, rest)];
}

function visibleSessions(database: Database, principal: string | undefined) {
  if (principal === undefined) return () => true;
  const sql = 'select key from sessions where principal = ?';
  const own = new Set(database.all<{ key: string }>(sql, principal).map(({ key }) => key));
  return (key: string) => own.has(key);
}

/** None when it is damaged. */
function readEntry({ database, reader }: Writing, { position }: SearchEntry): MessageRecord[] {
  const sql = `select ${COLUMNS} from messages where position = ?`;
  return database
    .all<MessageRow>(sql, position)
    .flatMap((row) => reader.readOrSkip(MessageRecord, nameOf(row), () => rawRecord(row)) ?? []);
}

function nameOf({ session_key, seq }: MessageRow): RowName {
  return { table: 'messages', key: `${session_key}#${seq}` };
}

function rawRecord({ session_key, seq, turn_id, ordinal, at, body }: MessageRow): unknown {
  const message: unknown = JSON.parse(body);
  return { sessionKey: session_key, seq, turnId: turn_id, ordinal, at, message };
}

import { AgentError } from '../../../base/errors.ts';
import { textOf } from '../../../protocol/content.ts';
import { eventIdOf, type InboundEvent } from '../../../protocol/event.ts';
import type { Session } from '../../../protocol/session.ts';
import type { AcceptResult, InboxStore, QueueLimits } from '../../inbox-store.ts';
import { InboxRecord } from '../../records.ts';
import type { WriteQueue } from '../group-commit.ts';
import { putArtifact } from './artifacts.ts';
import { noteAccepted } from './readiness.ts';
import { countRows, matching, NO_LIMIT, oneOf, type RecordReader } from './rows.ts';
import { PUT_SESSION, sessionValues } from './sessions.ts';
import { type Handlers, missing, type Writing } from './writing.ts';

interface InboxRow {
  readonly id: string;
  readonly seq: number;
  readonly state: string;
  readonly accepted_at: number;
  readonly body: string;
}

interface QueueRow {
  readonly next_seq: number;
  readonly queued: number;
  readonly ready_since: number | null;
}

const COLUMNS = 'id, seq, state, accepted_at, body';
const BY_ID = `select ${COLUMNS} from inbox where id = ?`;
const DELETED = 'select id, seq, state, accepted_at from deleted_events where id = ?';
const QUEUE = 'select next_seq, queued, ready_since from session_ready where session_key = ?';
const TOTAL = `select value from counters where name = 'queued'`;
const COUNT = `update counters set value = value + ? where name = 'queued'`;
const ENQUEUE = `
  insert into session_ready (session_key, next_seq, queued) values (?, 2, 1)
  on conflict (session_key) do update set next_seq = next_seq + 1, queued = queued + 1`;
const INSERT = `
  insert into inbox (id, session_key, seq, state, accepted_at, body)
  values (?, ?, ?, 'queued', ?, ?)`;

export function createInboxStore(writing: Writing, queue: WriteQueue): InboxStore {
  const { database, reader } = writing;
  return {
    accept: (event, limits, brought = []) =>
      queue.submit(() => {
        const result = accept(writing, event, limits);
        if (result.outcome === 'accepted') {
          for (const { artifact, content } of brought) putArtifact(database, artifact, content);
        }
        return result;
      }),

    async get(id) {
      const row = database.get<InboxRow>(BY_ID, id);
      return row && toRecord(reader, row);
    },

    async list({ sessionKey, states, limit = NO_LIMIT, newestFirst = false }) {
      const { where, values } = matching(['session_key = ?', sessionKey], oneOf('state', states));
      const sql = `select ${COLUMNS} from inbox ${where} order by position ${newestFirst ? 'desc' : 'asc'} limit ?`;
      const rows = database.all<InboxRow>(sql, ...values, limit);
      return sessionKey === undefined
        ? rows.flatMap((row) => toRecordOrSkip(reader, row) ?? [])
        : rows.map((row) => toRecord(reader, row));
    },

    count: async ({ states }) => countRows(database, 'inbox', states),
  };
}

export const inboxHandlers: Handlers<'settle-inbound'> = {
  'settle-inbound'({ database, touched }, { id, state, from }) {
    const row = database.get<{ session_key: string; state: string }>(
      'select session_key, state from inbox where id = ?',
      id,
    );
    if (row === undefined) throw missing(`accepted message ${id}`);
    if (from !== undefined && row.state !== from) {
      throw new AgentError('conflict', `Message ${id} is ${row.state}, not ${from}.`);
    }
    database.run('update inbox set state = ? where id = ?', state, id);
    const change = Number(state === 'queued') - Number(row.state === 'queued');
    if (change !== 0) {
      database.run(COUNT, change);
      database.run(
        'update session_ready set queued = queued + ? where session_key = ?',
        change,
        row.session_key,
      );
    }
    touched.add(row.session_key);
  },
};

function accept(writing: Writing, given: InboundEvent, limits: QueueLimits): AcceptResult {
  const { database, now } = writing;
  const id = eventIdOf(given);
  const event = { ...given, id };
  const { sessionKey } = event;
  const first = firstOf(writing, event);
  if (first) return { outcome: 'duplicate', record: first };
  const waiting = database.get<QueueRow>(QUEUE, sessionKey);
  if ((waiting?.queued ?? 0) >= limits.perSession) return { outcome: 'full', limit: 'session' };
  const total = database.get<{ value: number }>(TOTAL)?.value ?? 0;
  if (total >= limits.total) return { outcome: 'full', limit: 'total' };

  const seq = waiting?.next_seq ?? 1;
  const record: InboxRecord = { seq, event, state: 'queued', acceptedAt: now() };
  const body = JSON.stringify(event);
  const { position } = database.run(INSERT, id, sessionKey, seq, record.acceptedAt, body);
  database.run(ENQUEUE, sessionKey);
  database.run(COUNT, 1);
  if (seq === 1) createSession(writing, event);
  if ((waiting?.ready_since ?? null) === null) noteAccepted(database, sessionKey, position);
  return { outcome: 'accepted', record };
}

/** What was accepted under this id before. Of one that was deleted only that is left: its content is the new one's. */
function firstOf({ database, reader }: Writing, event: InboundEvent): InboxRecord | undefined {
  const first = database.get<InboxRow>(BY_ID, event.id);
  if (first) return toRecord(reader, first);
  const deleted = database.get<Omit<InboxRow, 'body'>>(DELETED, event.id);
  if (deleted === undefined) return undefined;
  return toRecord(reader, { ...deleted, body: JSON.stringify(event) });
}

function createSession({ database, now }: Writing, event: InboundEvent): void {
  database.run(`${PUT_SESSION} on conflict do nothing`, ...sessionValues(sessionOf(event, now())));
}

const TITLE_CHARACTERS = 60;

/** The session that an event opens, named after its first line. */
export function sessionOf(event: InboundEvent, at: number) {
  const { sessionKey, address, principal, content, child } = event;
  const [line = ''] = textOf(content).trim().split('\n', 1);
  const title = [...line].slice(0, TITLE_CHARACTERS).join('').trim();
  const times = { createdAt: at, updatedAt: at };
  const session: Session = {
    key: sessionKey,
    address,
    principal,
    title,
    ...times,
    introduced: false,
    ...(child !== undefined && { parent: child.parentSessionKey }),
  };
  return session;
}

function toRecord(reader: RecordReader, row: InboxRow): InboxRecord {
  return reader.read(InboxRecord, { table: 'inbox', key: row.id }, () => rawRecord(row));
}

function toRecordOrSkip(reader: RecordReader, row: InboxRow): InboxRecord | undefined {
  return reader.readOrSkip(InboxRecord, { table: 'inbox', key: row.id }, () => rawRecord(row));
}

function rawRecord({ seq, state, accepted_at, body }: InboxRow): unknown {
  return { seq, state, acceptedAt: accepted_at, event: JSON.parse(body) };
}

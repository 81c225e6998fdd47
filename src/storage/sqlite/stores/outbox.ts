import type { ChatAddress } from '../../../protocol/event.ts';
import { DeliveryRecord } from '../../records.ts';
import type { OutboxStore } from '../../storage.ts';
import type { Database } from '../database.ts';
import type { WriteQueue } from '../group-commit.ts';
import { countRows, marks, matching, oneOf, type RecordReader, withoutNulls } from './rows.ts';
import type { Handlers, Writing } from './writing.ts';

interface DeliveryRow {
  readonly id: string;
  readonly position: number;
  readonly turn_id: string | null;
  readonly state: string;
  readonly attempts: number;
  readonly next_attempt_at: number;
  readonly started_at: number | null;
  readonly settled_at: number | null;
  readonly receipt: string | null;
  readonly body: string;
}

type DueRequest = Parameters<OutboxStore['claimDue']>[0];

const SELECT = `
  select id, position, turn_id, state, attempts, next_attempt_at, started_at, settled_at, receipt, body
  from deliveries`;
/** The first of its chat that is not settled, and not being sent: the only one that may go next. */
function heads(channels: readonly string[]): string {
  return `
    state = 'queued' and channel in ${marks(channels.length)} and not exists (
      select 1 from deliveries as earlier
      where earlier.chat = deliveries.chat and earlier.state in ('queued', 'sending')
        and (earlier.state = 'sending' or earlier.position < deliveries.position))`;
}

export function createOutboxStore(writing: Writing, queue: WriteQueue): OutboxStore {
  const { database, reader } = writing;
  return {
    claimDue: (request) => queue.submit(() => claimDue(writing, request)),

    async leftSending() {
      const rows = database.all<DeliveryRow>(`${SELECT} where state = 'sending' order by position`);
      return rows.flatMap((row) => toRecordOrSkip(reader, row) ?? []);
    },

    async nextDueAt(channels) {
      if (!hasQueued(database)) return undefined;
      const sql = `select min(next_attempt_at) as due from deliveries where ${heads(channels)}`;
      const row = database.get<{ due: number | null }>(sql, ...channels);
      return row?.due ?? undefined;
    },

    async get(id) {
      const row = database.get<DeliveryRow>(`${SELECT} where id = ?`, id);
      const name = { table: 'deliveries', key: id };
      return row && reader.read(DeliveryRecord, name, () => rawRecord(row));
    },

    count: async ({ states }) => countRows(database, 'deliveries', states),

    async list({ sessionKey, turnId, states, limit }) {
      const { where, values } = matching(
        ['session_key = ?', sessionKey],
        ['turn_id = ?', turnId],
        oneOf('state', states),
      );
      const sql = `${SELECT} ${where} order by position desc limit ?`;
      return database
        .all<DeliveryRow>(sql, ...values, limit)
        .flatMap((row) => toRecordOrSkip(reader, row) ?? []);
    },
  };
}

export const outboxHandlers: Handlers<'enqueue-delivery' | 'settle-delivery'> = {
  'enqueue-delivery'({ database }, { event, turnId }) {
    const sql = `
      insert into deliveries (id, session_key, turn_id, channel, chat, state, expires_at, body)
      values (?, ?, ?, ?, ?, 'queued', ?, ?)
      on conflict (id) do nothing`;
    const { id, sessionKey, address, expiresAt } = event;
    const names = [id, sessionKey, turnId ?? null, address.channel, chatOf(address)];
    database.run(sql, ...names, expiresAt, JSON.stringify(event));
  },

  'settle-delivery'({ database }, { id, state, at, receipt, nextAttemptAt }) {
    const goesBack = state === 'queued' || state === 'sending';
    const sql = `
      update deliveries set state = ?, settled_at = ?, receipt = coalesce(?, receipt),
        next_attempt_at = coalesce(?, next_attempt_at)
      where id = ?`;
    database.run(sql, state, goesBack ? null : at, receipt ?? null, nextAttemptAt ?? null, id);
  },
};

function claimDue({ database, reader }: Writing, request: DueRequest): DeliveryRecord[] {
  const { now, limit, channels } = request;
  if (!hasQueued(database)) return [];
  expire(database, now, channels);
  const sql = `${SELECT} where ${heads(channels)} and next_attempt_at <= ? order by position limit ?`;
  const due = database.all<DeliveryRow>(sql, ...channels, now, limit);
  return due.flatMap((row) => start(database, reader, { row, now }) ?? []);
}

/** Asked after every turn, and mostly not so: the question is one step in an index. */
function hasQueued(database: Database): boolean {
  return database.get(`select 1 from deliveries where state = 'queued' limit 1`) !== undefined;
}

function expire(database: Database, now: number, channels: readonly string[]): void {
  const sql = `
    update deliveries set state = 'expired', settled_at = ?
    where state = 'queued' and expires_at <= ? and channel in ${marks(channels.length)}`;
  database.run(sql, now, now, ...channels);
}

/** A damaged one fails at once, so that it does not hold up its chat. */
function start(
  database: Database,
  reader: RecordReader,
  { row, now }: { readonly row: DeliveryRow; readonly now: number },
): DeliveryRecord | undefined {
  const sending = { ...row, state: 'sending', attempts: row.attempts + 1, started_at: now };
  const record = toRecordOrSkip(reader, sending);
  if (record === undefined) {
    const sql = `update deliveries set state = 'failed', settled_at = ?, receipt = 'damaged' where id = ?`;
    database.run(sql, now, row.id);
    return undefined;
  }
  const sql = `update deliveries set state = 'sending', attempts = ?, started_at = ? where id = ?`;
  database.run(sql, sending.attempts, now, row.id);
  return record;
}

function chatOf({ channel, accountId, chatId }: ChatAddress): string {
  return JSON.stringify([channel, accountId, chatId]);
}

function toRecordOrSkip(reader: RecordReader, row: DeliveryRow): DeliveryRecord | undefined {
  const name = { table: 'deliveries', key: row.id };
  return reader.readOrSkip(DeliveryRecord, name, () => rawRecord(row));
}

function rawRecord(row: DeliveryRow): unknown {
  return withoutNulls({
    event: JSON.parse(row.body),
    turnId: row.turn_id,
    seq: row.position,
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    startedAt: row.started_at,
    settledAt: row.settled_at,
    receipt: row.receipt,
  });
}

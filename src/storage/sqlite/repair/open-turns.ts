import { InboundEvent } from '../../../protocol/event.ts';
import { Session } from '../../../protocol/session.ts';
import { Turn } from '../../../protocol/turn.ts';
import type { Database } from '../database.ts';

const OPEN = `state in ('running', 'waiting', 'ready')`;
/** A body that no reader takes for a record: the turn under it is ended as damaged, and its person is told. */
const UNREADABLE = 'null';

/**
 * What a turn has done is known by its steps and effects alone. Where some of those are lost, no open turn may go on:
 * in the place of what is lost stands a step that cannot be read.
 */
export function breakOpenJournals(database: Database): void {
  for (const { id } of openTurns(database)) breakJournal(database, id);
}

/**
 * A message at work whose turn is lost gets an open turn that cannot be read; one that cannot be read itself has
 * `failed`. An open turn whose message is lost gets it back without its content, and does not go on.
 */
export function pairOpenTurns(database: Database): void {
  for (const row of messagesWithoutTurn(database)) {
    if (!giveTurn(database, row)) settleFailed(database, row.id);
  }
  for (const row of turnsWithoutMessage(database)) {
    if (!giveMessage(database, row)) database.run('delete from turns where id = ?', row.id);
  }
}

interface OpenRow {
  readonly id: string;
  readonly body: string;
}

function openTurns(database: Database): readonly OpenRow[] {
  return database.all<OpenRow>(`select id, body from turns where ${OPEN}`);
}

function breakJournal(database: Database, turnId: string): void {
  const lost = `insert into steps (turn_id, name, body) values (?, 'lost', ?) on conflict do nothing`;
  database.run(lost, turnId, UNREADABLE);
  const wake = `
    update turns set state = 'ready',
      body = case when json_valid(body) then json_set(body, '$.state', 'ready') else body end
    where id = ? and state = 'waiting'`;
  database.run(wake, turnId);
}

function messagesWithoutTurn(database: Database): readonly OpenRow[] {
  return database.all<OpenRow>(`
    select id, body from inbox where state = 'running' and not exists (
      select 1 from turns where turns.inbound_id = inbox.id and turns.${OPEN})
    order by position`);
}

function giveTurn(database: Database, { id, body }: OpenRow): boolean {
  const event = InboundEvent.safeParse(jsonOrNull(body)).data;
  if (event === undefined) return false;
  const { sessionKey, traceId, receivedAt } = event;
  const sql = `
    insert into turns (id, session_key, inbound_id, trace_id, state, started_at, body)
    values (?, ?, ?, ?, 'running', ?, ?) on conflict do nothing`;
  const values = [`lost:${id}`, sessionKey, id, traceId, receivedAt, UNREADABLE];
  return database.run(sql, ...values).changes > 0;
}

function settleFailed(database: Database, id: string): void {
  database.run(`update inbox set state = 'failed' where id = ?`, id);
}

function turnsWithoutMessage(database: Database): readonly OpenRow[] {
  return openTurns(database).filter(({ id }) => {
    const sql = `select 1 from turns join inbox on inbox.id = turns.inbound_id where turns.id = ?`;
    return database.get(sql, id) === undefined;
  });
}

function giveMessage(database: Database, { id, body }: OpenRow): boolean {
  const turn = Turn.safeParse(jsonOrNull(body)).data;
  const session = turn && sessionOf(database, turn.sessionKey);
  if (turn === undefined || session === undefined) return false;
  const { inboundId, sessionKey, traceId, principal, startedAt: receivedAt } = turn;
  const { address } = session;
  const named = { id: inboundId, sessionKey, traceId, principal, receivedAt, address };
  const event = InboundEvent.parse({ ...named, content: [], language: 'en' });
  const sql = `
    insert into inbox (id, session_key, seq, state, accepted_at, body)
    select ?, ?, coalesce(max(seq), 0) + 1, 'running', ?, ? from inbox where session_key = ?`;
  database.run(sql, inboundId, sessionKey, receivedAt, JSON.stringify(event), sessionKey);
  breakJournal(database, id);
  return true;
}

function sessionOf(database: Database, key: string): Session | undefined {
  const row = database.get<{ body: string }>('select body from sessions where key = ?', key);
  return row && Session.safeParse(jsonOrNull(row.body)).data;
}

export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

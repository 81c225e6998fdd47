import { InboundEvent } from '../../../protocol/event.ts';
import type { Database } from '../database.ts';
import { sessionOf } from '../stores/inbox.ts';
import { ensureReadyRow, refreshReadiness } from '../stores/readiness.ts';
import { PUT_SESSION, sessionValues } from '../stores/sessions.ts';
import { breakOpenJournals, jsonOrNull, pairOpenTurns } from './open-turns.ts';

/** Without these, a turn that goes on could do again what it has done. */
const JOURNAL: readonly string[] = ['steps', 'effects'];

/**
 * Makes right what follows from other rows, after some of those were lost: queues, counters, the sessions that
 * messages belong to, and open turns, which end with word to their person where their records are not whole.
 */
export function rebuildDerived(database: Database, incomplete: readonly string[]): void {
  database.exec('begin');
  for (const body of eventsWithoutSession(database)) createSession(database, body);
  if (JOURNAL.some((table) => incomplete.includes(table))) breakOpenJournals(database);
  pairOpenTurns(database);
  database.exec(`
    delete from session_ready;
    insert into counters (name, value) values ('fence', 0), ('queued', 0) on conflict do nothing;
    insert into session_ready (session_key, next_seq, queued)
      select session_key, max(seq) + 1, sum(state = 'queued') from inbox group by session_key;
    update counters set value = (select count(*) from inbox where state = 'queued') where name = 'queued';`);
  for (const sessionKey of sessionsOfTurns(database)) ensureReadyRow(database, sessionKey);
  for (const sessionKey of readySessions(database)) refreshReadiness(database, sessionKey);
  database.exec('commit');
}

function createSession(database: Database, body: string): void {
  const event = InboundEvent.safeParse(jsonOrNull(body));
  if (!event.success) return;
  const session = sessionOf(event.data, event.data.receivedAt);
  database.run(`${PUT_SESSION} on conflict do nothing`, ...sessionValues(session));
}

function sessionsOfTurns(database: Database): readonly string[] {
  const sql = `select distinct session_key as key from turns where state in ('running', 'waiting', 'ready')`;
  return database.all<{ key: string }>(sql).map(({ key }) => key);
}

function readySessions(database: Database): readonly string[] {
  const sql = 'select session_key as key from session_ready';
  return database.all<{ key: string }>(sql).map(({ key }) => key);
}

function eventsWithoutSession(database: Database): readonly string[] {
  const sql = `
    select body from inbox where session_key not in (select key from sessions) order by position`;
  return database.all<{ body: string }>(sql).map(({ body }) => body);
}

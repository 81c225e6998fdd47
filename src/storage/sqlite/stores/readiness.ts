import type { Database } from '../database.ts';

// No join and no order here: this driver's SQLite would plan such a query anew at every call, see docs/design/storage.md.
const OPEN_TURN = `
  select state, (select position from inbox where inbox.id = turns.inbound_id) as position
  from turns where session_key = ? and state in ('running', 'waiting', 'ready')`;
const FIRST_QUEUED = `select min(position) as position from inbox where session_key = ? and state = 'queued'`;

const SET = 'update session_ready set ready_since = ? where session_key = ?';

/** Before every accepted message: for an open turn that answers none. */
const FIRST = 0;

/** Notes whether a session has something to do, and which message it has waited with. */
export function refreshReadiness(database: Database, sessionKey: string): void {
  database.run(SET, waitsSince(database, sessionKey), sessionKey);
}

/** The same for a message that was just accepted, when the session had nothing to do before. */
export function noteAccepted(database: Database, sessionKey: string, position: number): void {
  const isOpen = database.get(OPEN_TURN, sessionKey) !== undefined;
  if (!isOpen) database.run(SET, position, sessionKey);
}

/** Makes the row that leases of a session need; one that never received a message has none. */
export function ensureReadyRow(database: Database, sessionKey: string): void {
  database.run(
    'insert into session_ready (session_key) values (?) on conflict do nothing',
    sessionKey,
  );
}

function waitsSince(database: Database, sessionKey: string): number | null {
  const open = database.get<{ state: string; position: number | null }>(OPEN_TURN, sessionKey);
  if (open?.state === 'waiting') return null;
  if (open) return open.position ?? FIRST;
  return database.get<{ position: number | null }>(FIRST_QUEUED, sessionKey)?.position ?? null;
}

import { AgentError } from '../../../base/errors.ts';
import { WORKER_CHANNEL } from '../../../protocol/worker-session.ts';
import type { Database } from '../database.ts';
import type { Handlers, OperationScope } from './writing.ts';

/** Tables whose rows name their session. */
const BY_SESSION = [
  'messages',
  'notes',
  'deliveries',
  'approvals',
  'allowances',
  'artifacts',
  'todos',
  'file_views',
  'file_changes',
  'usage',
  'receipts',
  'inbox',
  'turns',
  'session_ready',
];

/** What was delivered once is not accepted when it is delivered again. */
const KEEP_IDS = `
  insert or ignore into deleted_events (id, seq, state, accepted_at)
  select id, seq, state, accepted_at from inbox where session_key = ?`;

export const deletionHandlers: Handlers<'delete-session'> = {
  'delete-session'(scope, { sessionKey }) {
    for (const key of workersOf(scope.database, sessionKey)) deleteSession(scope, key);
    deleteSession(scope, sessionKey);
  },
};

/** The sessions of its workers, theirs first. */
function workersOf(database: Database, sessionKey: string): string[] {
  const sql = `
    select key from sessions
    where channel = ? and json_valid(body) and json_extract(body, '$.parent') = ?`;
  const own = database.all<{ key: string }>(sql, WORKER_CHANNEL, sessionKey);
  return own.flatMap(({ key }) => [...workersOf(database, key), key]);
}

function deleteSession({ database, touched }: OperationScope, sessionKey: string): void {
  assertIdle(database, sessionKey);
  const turns = '(select id from turns where session_key = ?)';
  database.run(`delete from steps where turn_id in ${turns}`, sessionKey);
  database.run(`delete from effects where turn_id in ${turns}`, sessionKey);
  // '$' follows '#': everything that begins with the key and '#'.
  const outside = 'delete from effects where turn_id > ? and turn_id < ?';
  database.run(outside, `${sessionKey}#`, `${sessionKey}$`);
  database.run(KEEP_IDS, sessionKey);
  for (const table of BY_SESSION) {
    database.run(`delete from ${table} where session_key = ?`, sessionKey);
  }
  database.run('delete from sessions where key = ?', sessionKey);
  touched.delete(sessionKey);
}

function assertIdle(database: Database, sessionKey: string): void {
  const busy = database.get(
    `select 1 from turns where session_key = ? and state in ('running', 'waiting', 'ready')
     union all select 1 from inbox where session_key = ? and state = 'queued' limit 1`,
    sessionKey,
    sessionKey,
  );
  if (busy === undefined) return;
  throw new AgentError('conflict', `${sessionKey} has an open turn or a queued message.`, {
    messageId: 'app.session_busy',
  });
}

import type { Handlers } from './writing.ts';

/** Tables whose rows name their session. */
const BY_SESSION = [
  'messages',
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

export const deletionHandlers: Handlers<'delete-session'> = {
  'delete-session'({ database, touched }, { sessionKey }) {
    const turns = '(select id from turns where session_key = ?)';
    database.run(`delete from steps where turn_id in ${turns}`, sessionKey);
    database.run(`delete from effects where turn_id in ${turns}`, sessionKey);
    const queued = `coalesce((select queued from session_ready where session_key = ?), 0)`;
    database.run(`update counters set value = value - ${queued} where name = 'queued'`, sessionKey);
    for (const table of BY_SESSION) {
      database.run(`delete from ${table} where session_key = ?`, sessionKey);
    }
    database.run('delete from sessions where key = ?', sessionKey);
    touched.delete(sessionKey);
  },
};

import { AgentError } from '../../../base/errors.ts';
import type { ClaimRequest, LeaseStore } from '../../inbox-store.ts';
import type { Lease } from '../../records.ts';
import type { Database } from '../database.ts';
import type { WriteQueue } from '../group-commit.ts';
import type { Handlers } from './writing.ts';

const LONGEST_WAITING = `
  select session_key from session_ready
  where ready_since is not null and (lease_owner is null or lease_until <= ?)
    and session_key not in (select value from json_each(?))
    and substr(session_key, 1, length(?)) = ? and (? = '' or substr(session_key, 1, length(?)) <> ?)
  order by ready_since limit 1`;
const NEXT_FENCE = `update counters set value = value + 1 where name = 'fence' returning value`;
const HELD = 'session_key = ? and fence = ? and lease_owner = ?';

export function createLeaseStore(database: Database, queue: WriteQueue): LeaseStore {
  return {
    claim: (request) => queue.submit(() => claim(database, request)),

    renew: ({ sessionKey, fence, owner }, until) =>
      queue.submit(() => {
        const sql = `update session_ready set lease_until = ? where ${HELD}`;
        return database.run(sql, until, sessionKey, fence, owner).changes > 0;
      }),

    voidAll: () =>
      queue.submit(() => {
        database.run(
          'update session_ready set lease_owner = null, lease_until = 0 where lease_owner is not null',
        );
      }),

    async list() {
      return database.all<Lease>(`
        select session_key as sessionKey, lease_owner as owner, lease_until as until, fence
        from session_ready where lease_owner is not null order by session_key`);
    },
  };
}

/** Fails with `stale_lease` unless this lease is the session's newest and was not given back. */
export function assertHeld(database: Database, { sessionKey, fence, owner }: Lease): void {
  const sql = `select 1 as held from session_ready where ${HELD}`;
  if (database.get(sql, sessionKey, fence, owner) !== undefined) return;
  throw new AgentError('stale_lease', `Lease ${fence} of ${sessionKey} is no longer the newest.`);
}

export const leaseHandlers: Handlers<'release-lease'> = {
  'release-lease'({ database, fence }) {
    if (fence === undefined) {
      throw new AgentError('invalid_input', 'A lease can be released only under its fence.');
    }
    database.run(
      'update session_ready set lease_owner = null, lease_until = 0 where session_key = ? and fence = ?',
      fence.sessionKey,
      fence.fence,
    );
  },
};

function claim(
  database: Database,
  { owner, now, leaseMs, except = [], within = '', without = '' }: ClaimRequest,
): Lease | undefined {
  const keys = [within, within, without, without, without];
  const waiting = database.get<{ session_key: string }>(
    LONGEST_WAITING,
    now,
    JSON.stringify(except),
    ...keys,
  );
  if (waiting === undefined) return undefined;
  const fence = database.get<{ value: number }>(NEXT_FENCE)?.value ?? 1;
  const lease = { sessionKey: waiting.session_key, owner, until: now + leaseMs, fence };
  database.run(
    'update session_ready set lease_owner = ?, lease_until = ?, fence = ? where session_key = ?',
    owner,
    lease.until,
    fence,
    lease.sessionKey,
  );
  return lease;
}

import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import type { Lease } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';

/** Works on one claimed session until its turn ends, pauses or `signal` aborts. Gives the lease back itself. */
export type SessionWork = (lease: Lease, signal: AbortSignal) => Promise<void>;

interface KeepLeaseOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly lease: Lease;
  readonly signal: AbortSignal;
}

/** Renews the lease while `work` runs; aborts the work with `stale_lease` when somebody else took the session. */
export async function keepLease(options: KeepLeaseOptions, work: SessionWork): Promise<void> {
  const ended = new AbortController();
  const lost = new AbortController();
  const renewing = renew(options, ended.signal, lost);
  try {
    await work(options.lease, AbortSignal.any([options.signal, lost.signal]));
  } finally {
    ended.abort('ended');
    await renewing;
  }
}

/** Three chances to renew before the lease runs out. */
const RENEWALS_PER_LEASE = 3;

async function renew(options: KeepLeaseOptions, ended: AbortSignal, lost: AbortController) {
  const { storage, clock, leaseMs, lease } = options;
  let { until } = lease;
  while (!ended.aborted) {
    await clock.sleep(leaseMs / RENEWALS_PER_LEASE, ended).catch(() => undefined);
    if (ended.aborted) return;
    const next = clock.now() + leaseMs;
    const held = await storage.leases.renew(lease, next).catch(() => undefined);
    if (held === true) until = next;
    // A storage that cannot answer now may do so before others may take the session.
    const isLost = held === false || (held === undefined && clock.now() >= until);
    if (isLost) return lost.abort(lostLease(lease));
  }
}

function lostLease({ sessionKey }: Lease): AgentError {
  return new AgentError('stale_lease', `Lost the lease of ${sessionKey}.`);
}

import { describe, expect, test } from 'vitest';
import { AgentError } from '../base/errors.ts';
import { answering, createInboundBed, inboundEvent, LEASE_MS } from '../testing/inbound-bed.ts';

describe('US13 a lease', () => {
  test('is renewed as long as the work takes, so that nobody else gets the session', async () => {
    const bed = await createInboundBed();
    const done: string[] = [];
    const work = answering(bed, { ms: 10 * LEASE_MS, done: (id) => done.push(id) });
    await bed.bus.accept(inboundEvent('long'));

    void bed.run(work);
    void bed.run(work, bed.open('two'));
    for (let slept = 0; slept < 10; slept += 1) await bed.advance(LEASE_MS);

    expect(done).toEqual(['long']);
    expect(bed.failures).toEqual([]);
  });

  test('that somebody else has taken aborts the work, and what it writes then is refused', async () => {
    const bed = await createInboundBed();
    await bed.bus.accept(inboundEvent('in'));
    const seen: unknown[] = [];
    void bed.run(async (lease, signal) => {
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      const later = bed.clock.now() + LEASE_MS + 1;
      await bed.storage.leases.claim({ owner: 'two', now: later, leaseMs: 1e9 });
      await aborted;
      seen.push(signal.reason);
      await bed.storage
        .commit([{ op: 'settle-inbound', id: 'in', state: 'done' }], lease)
        .catch((thrown: unknown) => seen.push(thrown));
    });

    await bed.advance(LEASE_MS);

    expect(seen).toMatchObject([{ code: 'stale_lease' }, { code: 'stale_lease' }]);
    expect((await bed.storage.inbox.get('in'))?.state).toBe('queued');
  });

  test('outlives a storage that cannot answer now and then', async () => {
    const bed = await createInboundBed();
    await bed.bus.accept(inboundEvent('in'));
    const { leases } = bed.storage;
    let renewals = 0;
    const renew: typeof leases.renew = (lease, until) => {
      renewals += 1;
      const disk = new AgentError('storage_unwritable', 'The disk is full.');
      return renewals % 2 === 1 ? Promise.reject(disk) : leases.renew(lease, until);
    };
    const bus = bed.open('patient', { storage: { ...bed.storage, leases: { ...leases, renew } } });
    let aborted = false;

    void bed.run(async (lease, signal) => {
      await bed.clock.sleep(3 * LEASE_MS, signal).catch(() => {
        aborted = true;
      });
      const settled = { op: 'settle-inbound', id: 'in', state: 'done' } as const;
      await bed.storage.commit([settled, { op: 'release-lease' }], lease);
    }, bus);
    await bed.advance(4 * LEASE_MS);

    expect([aborted, (await bed.storage.inbox.get('in'))?.state]).toEqual([false, 'done']);
    expect(renewals).toBeGreaterThan(5);
  });
});

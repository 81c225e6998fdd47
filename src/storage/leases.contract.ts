import { describe, expect, test } from 'vitest';
import type { OpenForContract } from './open-for.contract.ts';
import {
  acceptAll,
  append,
  begin,
  claim,
  finish,
  inbound,
  session,
  turn,
} from './samples.contract.ts';

export function leasesContract(open: OpenForContract): void {
  describe('leases', () => {
    test('the session whose message waits longest is claimed first, each by one owner', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1', 'a'), inbound('n1', 'b'), inbound('m2', 'a')]);

      const claims = [await claim(storage, 'one'), await claim(storage, 'two')];

      expect(claims.map(({ sessionKey, owner }) => [sessionKey, owner])).toEqual([
        ['cli:a', 'one'],
        ['cli:b', 'two'],
      ]);
    });

    test('nothing can be claimed when nothing waits', async () => {
      const storage = await open();
      await storage.commit([{ op: 'put-session', session: session('cli:a') }]);

      const lease = await storage.leases.claim({ owner: 'one', now: 0, leaseMs: 10 });

      expect(lease).toBeUndefined();
    });

    test('a live lease keeps others away, until the moment at which it ends', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1')]);
      const first = await claim(storage, 'one', 100);

      const early = await storage.leases.claim({ owner: 'two', now: 1_099, leaseMs: 1_000 });
      const late = await storage.leases.claim({ owner: 'two', now: 1_100, leaseMs: 1_000 });

      expect(first.until).toBe(1_100);
      expect(early).toBeUndefined();
      expect(late).toMatchObject({ sessionKey: 'cli:a', owner: 'two', until: 2_100 });
    });

    test('a session that its owner still works on is left out, also when its lease looks old', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1', 'a'), inbound('n1', 'b')]);
      await claim(storage, 'one', 100);
      const late = { owner: 'one', now: 90_000_000, leaseMs: 1_000, except: ['cli:a'] };

      const next = await storage.leases.claim(late);
      const none = await storage.leases.claim({ ...late, except: ['cli:a', 'cli:b'] });

      expect(next?.sessionKey).toBe('cli:b');
      expect(none).toBeUndefined();
    });

    test('each claim raises the fence, of whichever session', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1', 'a'), inbound('n1', 'b')]);

      const fences = [
        (await claim(storage)).fence,
        (await claim(storage)).fence,
        (await claim(storage, 'two', 5_000)).fence,
      ];

      expect(fences).toEqual([...new Set(fences)].sort((a, b) => a - b));
    });

    test('an open turn that is running or ready makes a session claimable, a waiting one does not', async () => {
      const storage = await open();
      const waiting = turn('t3', 'c', {
        state: 'waiting',
        waitingFor: { kind: 'approval', id: 'p1', until: 9 },
      });
      await storage.commit([
        { op: 'put-turn', turn: turn('t1', 'a', { state: 'running' }) },
        { op: 'put-turn', turn: turn('t2', 'b', { state: 'ready' }) },
        { op: 'put-turn', turn: waiting },
        { op: 'put-turn', turn: turn('t4', 'd', { state: 'done' }) },
      ]);

      const claimed = [(await claim(storage)).sessionKey, (await claim(storage)).sessionKey];
      const third = await storage.leases.claim({ owner: 'one', now: 0, leaseMs: 10 });

      expect(claimed.sort()).toEqual(['cli:a', 'cli:b']);
      expect(third).toBeUndefined();
    });

    test('a waiting turn holds back the messages behind it', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1'), inbound('m2')]);
      const lease = await claim(storage);
      const opened = await begin(storage, lease);
      const waitingFor = { kind: 'approval' as const, id: 'p1', until: 9 };

      await storage.commit(
        [
          { op: 'put-turn', turn: { ...opened, state: 'waiting', waitingFor } },
          { op: 'release-lease' },
        ],
        lease,
      );

      const next = await storage.leases.claim({ owner: 'two', now: 0, leaseMs: 10 });
      expect(next).toBeUndefined();
    });

    test('a message that comes while a turn waits for an answer does not make its session run', async () => {
      const storage = await open();
      const waitingFor = { kind: 'approval' as const, id: 'p1', until: 9 };
      const waiting = turn('t1', 'a', { state: 'waiting', waitingFor });
      await storage.commit([{ op: 'put-turn', turn: waiting }]);

      await acceptAll(storage, [inbound('m1')]);

      const next = await storage.leases.claim({ owner: 'w', now: 0, leaseMs: 10 });
      expect(next).toBeUndefined();
    });

    test('a turn at work hides the queue of its session; after its end the next message is due', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1'), inbound('m2')]);
      const lease = await claim(storage);
      const opened = await begin(storage, lease);
      await finish(storage, lease, opened);

      const next = await claim(storage);
      const second = await begin(storage, next);

      expect(second.inboundId).toBe('m2');
      await finish(storage, next, second);
      expect(await storage.leases.claim({ owner: 'w', now: 0, leaseMs: 1 })).toBeUndefined();
    });

    test('renewing moves the end, for the newest lease only', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1')]);
      const old = await claim(storage, 'one', 0);

      const held = await storage.leases.renew(old, 5_000);
      const blocked = await storage.leases.claim({ owner: 'two', now: 4_999, leaseMs: 1 });
      const taken = await claim(storage, 'two', 5_000);
      const lost = await storage.leases.renew(old, 9_000);

      expect([held, lost]).toEqual([true, false]);
      expect(blocked).toBeUndefined();
      expect(await storage.leases.list()).toEqual([taken]);
    });

    test('a paused worker is refused after another took its session, and nothing of its commit applies', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1')]);
      const paused = await claim(storage, 'one', 0);
      const fresh = await claim(storage, 'two', 60_000);

      const late = storage.commit([append('cli:a', 't1', 'too late')], paused);

      await expect(late).rejects.toMatchObject({ code: 'stale_lease' });
      expect(await storage.messages.list('cli:a')).toEqual([]);
      await storage.commit([append('cli:a', 't1', 'in time')], fresh);
      expect(await storage.messages.list('cli:a')).toHaveLength(1);
    });

    test('the same owner is refused too when it writes under its older lease', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1')]);
      const older = await claim(storage, 'one', 0);
      await claim(storage, 'one', 60_000);

      const late = storage.commit([append('cli:a', 't1', 'too late')], older);

      await expect(late).rejects.toMatchObject({ code: 'stale_lease' });
    });

    test('a lease that ran out is good until somebody else takes the session', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1')]);
      const lease = await claim(storage, 'one', 0);

      await storage.commit([append('cli:a', 't1', 'slow but alone')], lease);

      expect(await storage.messages.list('cli:a')).toHaveLength(1);
    });

    test('a released lease allows nothing more, and the session can be claimed at once', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1')]);
      const lease = await claim(storage, 'one', 0);
      await storage.commit([{ op: 'release-lease' }], lease);

      const late = storage.commit([append('cli:a', 't1', 'late')], lease);
      await expect(late).rejects.toMatchObject({ code: 'stale_lease' });
      const next = await claim(storage, 'two', 0);

      expect(next.sessionKey).toBe('cli:a');
      expect(await storage.leases.renew(lease, 9)).toBe(false);
    });

    test('releasing needs a fence', async () => {
      const storage = await open();

      const released = storage.commit([{ op: 'release-lease' }]);

      await expect(released).rejects.toMatchObject({ code: 'invalid_input' });
    });

    test('voiding ends every lease, also against commits of their owners', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1', 'a'), inbound('n1', 'b')]);
      const leases = [await claim(storage, 'one'), await claim(storage, 'two')];

      await storage.leases.voidAll();

      expect(await storage.leases.list()).toEqual([]);
      for (const lease of leases) {
        const late = storage.commit([append(lease.sessionKey, 't1', 'late')], lease);
        await expect(late).rejects.toMatchObject({ code: 'stale_lease' });
      }
      const again = [await claim(storage, 'three'), await claim(storage, 'three')];
      expect(again.map(({ sessionKey }) => sessionKey)).toEqual(['cli:a', 'cli:b']);
    });

    test('of many claims at once each session goes to one', async () => {
      const storage = await open();
      await acceptAll(
        storage,
        Array.from({ length: 20 }, (_, n) => inbound(`m${n}`, `chat${n}`)),
      );

      const claims = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          storage.leases.claim({ owner: `w${n}`, now: 0, leaseMs: 1_000 }),
        ),
      );

      const keys = claims.flatMap((lease) => (lease ? [lease.sessionKey] : []));
      expect(keys).toHaveLength(20);
      expect(new Set(keys).size).toBe(20);
    });
  });
}

import { describe, expect, test } from 'vitest';
import { type InboundEvent, sessionKeyOf } from '../protocol/event.ts';
import type { OpenForContract } from './open-for.contract.ts';
import { acceptAll, begin, claim, inbound, NO_LIMITS } from './samples.contract.ts';
import type { Storage } from './storage.ts';

export function inboxContract(open: OpenForContract): void {
  describe('inbox', () => {
    test('accepts events of a session in order, numbered from 1', async () => {
      const storage = await open();

      const results = await Promise.all(
        ['m1', 'm2', 'm3'].map((id) => storage.inbox.accept(inbound(id), NO_LIMITS)),
      );

      const accepted = results.map((result) => result.outcome === 'accepted' && result.record.seq);
      expect(accepted).toEqual([1, 2, 3]);
      const listed = await storage.inbox.list({ sessionKey: 'cli:a' });
      expect(listed.map(({ seq, event, state }) => [seq, event.id, state])).toEqual([
        [1, 'm1', 'queued'],
        [2, 'm2', 'queued'],
        [3, 'm3', 'queued'],
      ]);
    });

    test('gives back what was accepted, to the letter', async () => {
      const storage = await open({ now: () => 1_234.5 });
      const event = inbound('m1', 'a', 'naïve 发票 👩‍🚀 \u0000 \ud800 "quotes"');

      await storage.inbox.accept(event, NO_LIMITS);

      const record = await storage.inbox.get('m1');
      expect(record).toEqual({ seq: 1, event, state: 'queued', acceptedAt: 1_234.5 });
    });

    test('US10 an event that comes five times is accepted once and answered with the first record', async () => {
      const storage = await open();
      const first = inbound('m1', 'a', 'the first body');
      await storage.inbox.accept(first, NO_LIMITS);

      const again = await Promise.all(
        [1, 2, 3, 4].map((n) => storage.inbox.accept(inbound('m1', 'a', `body ${n}`), NO_LIMITS)),
      );

      expect(again.map(({ outcome }) => outcome)).toEqual(Array(4).fill('duplicate'));
      expect(again[0]).toMatchObject({ record: { seq: 1, event: first } });
      expect(await storage.inbox.list({})).toHaveLength(1);
    });

    test('a message stays known after it was answered', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1')]);
      await storage.commit([{ op: 'settle-inbound', id: 'm1', state: 'done' }]);

      const again = await storage.inbox.accept(inbound('m1'), NO_LIMITS);

      expect(again).toMatchObject({ outcome: 'duplicate', record: { state: 'done' } });
    });

    test('a message that is settled from a state that it has left changes nothing', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1')]);
      const begin = { op: 'settle-inbound', id: 'm1', state: 'running', from: 'queued' } as const;
      await storage.commit([begin]);
      await storage.commit([{ op: 'settle-inbound', id: 'm1', state: 'done' }]);

      const again = storage.commit([begin]);

      await expect(again).rejects.toMatchObject({ code: 'conflict' });
      expect(await storage.inbox.get('m1')).toMatchObject({ state: 'done' });
    });

    test('an id counts within its channel account: others may use the same', async () => {
      const storage = await open();
      const from = (channel: string, accountId: string, chatId = 'a') => {
        const address = { channel, accountId, chatId };
        return { ...inbound('m1'), address, sessionKey: sessionKeyOf(address) };
      };
      const events = [
        inbound('m1'),
        from('telegram', 'default'),
        from('telegram', 'bot1'),
        from('telegram', 'bot2'),
      ];

      const first = await acceptEach(storage, events);
      const again = await acceptEach(storage, [...events, from('telegram', 'bot2', 'b')]);

      expect(first.map(({ outcome }) => outcome)).toEqual(Array(4).fill('accepted'));
      expect(again.map(({ outcome }) => outcome)).toEqual(Array(5).fill('duplicate'));
      const records = await storage.inbox.list({});
      expect(new Set(records.map(({ event }) => event.id)).size).toBe(4);
      expect(records.map(({ event }) => event.address)).toEqual(
        events.map(({ address }) => address),
      );
      for (const { event } of records) {
        expect((await storage.inbox.get(event.id))?.event).toEqual(event);
      }
    });

    test('a message stays known after its session was deleted, though not what it said', async () => {
      const storage = await open({ now: () => 7 });
      await acceptAll(storage, [inbound('m1')]);
      await storage.commit([{ op: 'settle-inbound', id: 'm1', state: 'done' }]);
      await storage.commit([{ op: 'delete-session', sessionKey: 'cli:a' }]);

      const again = await storage.inbox.accept(inbound('m1', 'a', 'again'), NO_LIMITS);

      const event = inbound('m1', 'a', 'again');
      const record = { seq: 1, state: 'done', acceptedAt: 7, event };
      expect(again).toEqual({ outcome: 'duplicate', record });
      expect(await storage.inbox.get('m1')).toBeUndefined();
      expect(await storage.sessions.get('cli:a')).toBeUndefined();
      expect((await storage.inbox.accept(inbound('m2'), NO_LIMITS)).outcome).toBe('accepted');
    });

    test('L2 a full session is refused, others are not, and room comes back when a turn begins', async () => {
      const storage = await open();
      const limits = { perSession: 2, total: 100 };
      await acceptAll(storage, [inbound('m1'), inbound('m2')]);

      const refused = await storage.inbox.accept(inbound('m3'), limits);
      const elsewhere = await storage.inbox.accept(inbound('n1', 'b'), limits);
      await begin(storage, await claim(storage));
      const later = await storage.inbox.accept(inbound('m3'), limits);

      expect(refused).toEqual({ outcome: 'full', limit: 'session' });
      expect(elsewhere.outcome).toBe('accepted');
      expect(later).toMatchObject({ outcome: 'accepted', record: { seq: 3 } });
    });

    test('L2 a full inbox is refused, and nothing of the refused event stays', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1'), inbound('n1', 'b')]);

      const refused = await storage.inbox.accept(inbound('o1', 'c'), { perSession: 9, total: 2 });

      expect(refused).toEqual({ outcome: 'full', limit: 'total' });
      expect(await storage.inbox.get('o1')).toBeUndefined();
      expect(await storage.sessions.get('cli:c')).toBeUndefined();
    });

    test('L2 room comes back to a full inbox when a turn begins, and goes when its message is queued again', async () => {
      const storage = await open();
      const limits = { perSession: 9, total: 1 };
      await acceptAll(storage, [inbound('m1')]);
      await begin(storage, await claim(storage));

      const accepted = await storage.inbox.accept(inbound('n1', 'b'), limits);
      await storage.commit([{ op: 'settle-inbound', id: 'n1', state: 'done' }]);
      await storage.commit([{ op: 'settle-inbound', id: 'm1', state: 'queued' }]);
      const refused = await storage.inbox.accept(inbound('o1', 'c'), limits);

      expect([accepted.outcome, refused.outcome]).toEqual(['accepted', 'full']);
    });

    test('what is full still knows its duplicates', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1')]);

      const again = await storage.inbox.accept(inbound('m1'), { perSession: 1, total: 1 });

      expect(again.outcome).toBe('duplicate');
    });

    test('the first event opens the session, named after its first line; later ones change nothing', async () => {
      const storage = await open({ now: () => 7 });
      await acceptAll(storage, [inbound('m1', 'a', '  Sum up the log\nand more')]);
      await acceptAll(storage, [inbound('m2', 'a', 'Something else')]);

      const session = await storage.sessions.get('cli:a');

      expect(session).toMatchObject({
        key: 'cli:a',
        principal: 'cli:1000',
        title: 'Sum up the log',
        createdAt: 7,
        updatedAt: 7,
        introduced: false,
      });
    });

    test('lists by state, oldest first, within a limit', async () => {
      const storage = await open();
      await acceptAll(
        storage,
        ['m1', 'm2', 'm3', 'm4'].map((id) => inbound(id)),
      );
      await storage.commit([
        { op: 'settle-inbound', id: 'm1', state: 'done' },
        { op: 'settle-inbound', id: 'm2', state: 'failed' },
      ]);

      const listed = await storage.inbox.list({ states: ['queued', 'failed'], limit: 2 });

      expect(listed.map(({ event }) => event.id)).toEqual(['m2', 'm3']);
    });

    test('lists newest first when asked to, and counts by state', async () => {
      const storage = await open();
      await acceptAll(
        storage,
        ['m1', 'm2', 'm3'].map((id) => inbound(id)),
      );
      await storage.commit([{ op: 'settle-inbound', id: 'm2', state: 'failed' }]);

      const latest = await storage.inbox.list({ newestFirst: true, limit: 2 });

      expect(latest.map(({ event }) => event.id)).toEqual(['m3', 'm2']);
      expect(await storage.inbox.count({ states: ['queued'] })).toBe(2);
      expect(await storage.inbox.count({ states: ['queued', 'failed'] })).toBe(3);
      expect(await storage.inbox.count({ states: [] })).toBe(0);
    });

    test('keeps what an event brings along when it is accepted, and else nothing', async () => {
      const storage = await open();
      const limits = { perSession: 1, total: 9 };
      const bring = (id: string) => ({
        artifact: {
          id,
          sessionKey: 'cli:a',
          kind: 'attachment' as const,
          mediaType: 'text/plain',
          bytes: 1,
          createdAt: 1,
        },
        content: new Uint8Array([7]),
      });

      const outcomes = [
        await storage.inbox.accept(inbound('m1'), limits, [bring('one'), bring('two')]),
        await storage.inbox.accept(inbound('m1'), limits, [bring('again')]),
        await storage.inbox.accept(inbound('m2'), limits, [bring('late')]),
      ];

      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'duplicate', 'full']);
      const kept = await Promise.all(
        ['one', 'two', 'again', 'late'].map((id) => storage.artifacts.read(id)),
      );
      const bytes = new Uint8Array([7]);
      expect(kept).toEqual([bytes, bytes, undefined, undefined]);
    });

    test('settling a message that was never accepted is refused', async () => {
      const storage = await open();

      const settled = storage.commit([{ op: 'settle-inbound', id: 'm9', state: 'done' }]);

      await expect(settled).rejects.toMatchObject({ code: 'not_found' });
    });
  });
}

function acceptEach(storage: Storage, events: readonly InboundEvent[]) {
  return Promise.all(events.map((event) => storage.inbox.accept(event, NO_LIMITS)));
}

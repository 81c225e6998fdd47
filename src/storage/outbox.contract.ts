import { describe, expect, test } from 'vitest';
import type { OpenForContract } from './open-for.contract.ts';
import { outbound } from './samples.contract.ts';
import type { Storage } from './storage.ts';

const CHANNELS = ['cli'];

function enqueue(storage: Storage, ...events: ReturnType<typeof outbound>[]): Promise<void> {
  return storage.commit(events.map((event) => ({ op: 'enqueue-delivery', event })));
}

async function due(storage: Storage, now: number, limit = 10): Promise<string[]> {
  const claimed = await storage.outbox.claimDue({ now, limit, channels: CHANNELS });
  return claimed.map(({ event }) => event.id);
}

function settle(storage: Storage, id: string, state: 'sent' | 'failed' | 'unknown') {
  return storage.commit([{ op: 'settle-delivery', id, state, at: 1 }]);
}

function retryAt(storage: Storage, id: string, nextAttemptAt: number) {
  const state = 'queued';
  return storage.commit([{ op: 'settle-delivery', id, state, at: 1, nextAttemptAt }]);
}

export function outboxContract(open: OpenForContract): void {
  describe('outbox', () => {
    test('gives one message a chat, oldest first, and the next once that one is settled', async () => {
      const storage = await open();
      await enqueue(storage, outbound('a1'), outbound('b1', 'b'), outbound('a2'), outbound('a3'));

      const rounds = [await due(storage, 1), await due(storage, 1)];
      await settle(storage, 'a1', 'sent');
      rounds.push(await due(storage, 1), await due(storage, 1));

      expect(rounds).toEqual([['a1', 'b1'], [], ['a2'], []]);
    });

    test('a message to be tried later holds back those behind it, in its chat only', async () => {
      const storage = await open();
      await enqueue(storage, outbound('a1'), outbound('a2'), outbound('b1', 'b'));
      await due(storage, 1);

      await retryAt(storage, 'a1', 100);

      expect(await due(storage, 99)).toEqual([]);
      expect(await due(storage, 100)).toEqual(['a1']);
    });

    test('order is kept through failures: what failed for good lets the next one pass', async () => {
      const storage = await open();
      await enqueue(storage, outbound('a1'), outbound('a2'), outbound('a3'));
      const sent: string[] = [];

      for (const outcome of ['failed', 'unknown', 'sent'] as const) {
        const [id = ''] = await due(storage, 1);
        sent.push(id);
        await settle(storage, id, outcome);
      }

      expect(sent).toEqual(['a1', 'a2', 'a3']);
      const listed = await storage.outbox.list({ limit: 9 });
      expect(listed.map(({ event, state }) => [event.id, state])).toEqual([
        ['a3', 'sent'],
        ['a2', 'unknown'],
        ['a1', 'failed'],
      ]);
    });

    test('one that is queued again waits for a later one that is being sent', async () => {
      const storage = await open();
      await enqueue(storage, outbound('a1'), outbound('a2'));
      await due(storage, 1);
      await settle(storage, 'a1', 'failed');
      await due(storage, 1);

      await retryAt(storage, 'a1', 1);

      expect(await due(storage, 1)).toEqual([]);
      await settle(storage, 'a2', 'sent');
      expect(await due(storage, 1)).toEqual(['a1']);
    });

    test('threads of one chat wait for each other, accounts do not', async () => {
      const storage = await open();
      const chat = { channel: 'cli', accountId: 'default', chatId: 'a' };
      await enqueue(
        storage,
        outbound('a1', 'a', { address: { ...chat, threadId: '1' } }),
        outbound('a2', 'a', { address: { ...chat, threadId: '2' } }),
        outbound('a3', 'a', { address: { ...chat, accountId: 'second' } }),
      );

      const first = await due(storage, 1);

      expect(first).toEqual(['a1', 'a3']);
    });

    test('V13 what is past its time expires, wherever it stands in the queue, and is not sent', async () => {
      const storage = await open();
      const stale = Array.from({ length: 110 }, (_, n) =>
        outbound(`old${n}`, 'a', { expiresAt: 50 }),
      );
      await enqueue(storage, ...stale, outbound('fresh'));

      const sent = await due(storage, 50);

      expect(sent).toEqual(['fresh']);
      const expired = await storage.outbox.list({ states: ['expired'], limit: 200 });
      expect(expired).toHaveLength(110);
      expect(expired[0]).toMatchObject({ settledAt: 50, attempts: 0 });
    });

    test('only channels that were asked for are touched', async () => {
      const storage = await open();
      const elsewhere = { channel: 'telegram', accountId: 'default', chatId: '7' };
      await enqueue(storage, outbound('a1', 'a', { address: elsewhere, expiresAt: 5 }));

      const sent = await due(storage, 9);

      expect(sent).toEqual([]);
      expect((await storage.outbox.get('a1'))?.state).toBe('queued');
    });

    test('a limit leaves the rest for the next call', async () => {
      const storage = await open();
      await enqueue(storage, ...['a', 'b', 'c'].map((chat) => outbound(`${chat}1`, chat)));

      const rounds = [await due(storage, 1, 2), await due(storage, 1, 2)];

      expect(rounds).toEqual([['a1', 'b1'], ['c1']]);
    });

    test('records attempts, times and what the platform said', async () => {
      const storage = await open();
      const event = outbound('a1');
      await storage.commit([{ op: 'enqueue-delivery', event, turnId: 't1' }]);
      await storage.outbox.claimDue({ now: 10, limit: 1, channels: CHANNELS });
      const back = { op: 'settle-delivery', id: 'a1', state: 'queued', at: 11 } as const;
      await storage.commit([{ ...back, nextAttemptAt: 20, receipt: '429' }]);
      await storage.outbox.claimDue({ now: 20, limit: 1, channels: CHANNELS });

      await storage.commit([
        { op: 'settle-delivery', id: 'a1', state: 'sent', at: 21, receipt: 'platform-7' },
      ]);

      expect(await storage.outbox.get('a1')).toMatchObject({
        event,
        turnId: 't1',
        state: 'sent',
        attempts: 2,
        startedAt: 20,
        settledAt: 21,
        receipt: 'platform-7',
      });
    });

    test('the same event queued again changes nothing, also after it was sent', async () => {
      const storage = await open();
      await enqueue(storage, outbound('a1'));
      await due(storage, 1);
      await settle(storage, 'a1', 'sent');

      await enqueue(storage, outbound('a1'));

      expect(await due(storage, 1)).toEqual([]);
      expect((await storage.outbox.get('a1'))?.state).toBe('sent');
    });

    test('what a dead process left in the middle of sending is found', async () => {
      const storage = await open();
      await enqueue(storage, outbound('a1'), outbound('b1', 'b'));
      await due(storage, 1);
      await settle(storage, 'b1', 'sent');

      const left = await storage.outbox.leftSending();

      expect(left.map(({ event }) => event.id)).toEqual(['a1']);
    });

    test('says when the next chat is due, and nothing while all wait for one being sent', async () => {
      const storage = await open();
      const empty = await storage.outbox.nextDueAt(CHANNELS);
      await enqueue(storage, outbound('a1'), outbound('a2'));
      await due(storage, 1);

      const whileSending = await storage.outbox.nextDueAt(CHANNELS);
      await retryAt(storage, 'a1', 500);

      expect([empty, whileSending]).toEqual([undefined, undefined]);
      expect(await storage.outbox.nextDueAt(CHANNELS)).toBe(500);
      expect(await storage.outbox.nextDueAt(['telegram'])).toBeUndefined();
    });

    test('lists by session, turn and state, newest first', async () => {
      const storage = await open();
      await enqueue(storage, outbound('a1'), outbound('b1', 'b'), outbound('a2'));
      await storage.commit([{ op: 'enqueue-delivery', event: outbound('a3'), turnId: 't1' }]);
      await due(storage, 1, 1);

      const bySession = await storage.outbox.list({ sessionKey: 'cli:a', limit: 2 });
      const byTurn = await storage.outbox.list({ turnId: 't1', limit: 9 });
      const byState = await storage.outbox.list({ states: ['sending'], limit: 9 });

      const ids = [bySession, byTurn, byState].map((list) => list.map(({ event }) => event.id));
      expect(ids).toEqual([['a3', 'a2'], ['a3'], ['a1']]);
    });

    test('are counted by state', async () => {
      const storage = await open();
      await enqueue(storage, outbound('a1'));
      await due(storage, 1);
      await enqueue(storage, outbound('a2'));

      expect(await storage.outbox.count({ states: ['queued'] })).toBe(1);
      expect(await storage.outbox.count({ states: ['queued', 'sending'] })).toBe(2);
    });

    test('settling a delivery that was deleted with its session changes nothing', async () => {
      const storage = await open();
      await enqueue(storage, outbound('a1'));
      await due(storage, 1);
      await storage.commit([{ op: 'delete-session', sessionKey: 'cli:a' }]);

      await settle(storage, 'a1', 'sent');

      expect(await storage.outbox.get('a1')).toBeUndefined();
    });
  });
}

import { describe, expect, test } from 'vitest';
import type { OpenForContract } from './open-for.contract.ts';
import type { Operation } from './operation.ts';
import {
  acceptAll,
  append,
  approval,
  claim,
  effect,
  inbound,
  NO_LIMITS,
  outbound,
  session,
  step,
  turn,
  usageOf,
  writtenIn,
} from './samples.contract.ts';
import type { Storage } from './storage.ts';

/** Everything that a repeat could spoil. */
async function stateOf(storage: Storage): Promise<unknown> {
  return {
    sessions: await storage.sessions.list({ limit: 10 }),
    inbox: await storage.inbox.list({}),
    turns: await storage.turns.list({}),
    steps: await storage.turns.steps('t1'),
    effects: await storage.effects.list('t1'),
    messages: await storage.messages.list('cli:a'),
    deliveries: await storage.outbox.list({ limit: 10 }),
    approvals: await storage.approvals.list({ limit: 10 }),
    usage: await storage.usage.total({}),
    receipts: await storage.receipts.list({ limit: 10 }),
    todos: await storage.sessions.todos('cli:a'),
    artifact: await storage.artifacts.read('art1'),
    leases: await storage.leases.list(),
  };
}

export function commitsContract(open: OpenForContract): void {
  describe('commits', () => {
    test('apply all operations of a list or none', async () => {
      const storage = await open();
      const before = await stateOf(storage);

      const failed = storage.commit([
        { op: 'put-session', session: session('cli:a') },
        { op: 'put-turn', turn: turn('t1') },
        append('cli:a', 't1', 'half'),
        { op: 'enqueue-delivery', event: outbound('d1') },
        { op: 'decide-approval', approval: approval('nobody', 't1') },
      ]);

      await expect(failed).rejects.toMatchObject({ code: 'not_found' });
      expect(await stateOf(storage)).toEqual(before);
    });

    test('a refused list takes nothing from those committed at the same moment', async () => {
      const storage = await open();

      const results = await Promise.allSettled([
        storage.commit([append('cli:a', 't1', 'one')]),
        storage.commit([append('cli:a', 't2', 'never'), { op: 'release-lease' }]),
        storage.commit([append('cli:a', 't3', 'two')]),
        storage.inbox.accept(inbound('m1'), NO_LIMITS),
      ]);

      expect(results.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
        'fulfilled',
      ]);
      const messages = await storage.messages.list('cli:a');
      expect(messages.map(writtenIn)).toEqual(['one', 'two']);
      expect(messages.map(({ seq }) => seq)).toEqual([1, 2]);
    });

    test('take effect in the order of the calls', async () => {
      const storage = await open();
      const titles = Array.from({ length: 50 }, (_, n) => `title ${n}`);

      await Promise.all(
        titles.map((title, n) =>
          storage.commit([
            { op: 'put-session', session: session('cli:a', { title }) },
            append('cli:a', `t${n}`, title),
          ]),
        ),
      );

      expect((await storage.messages.list('cli:a')).map(writtenIn)).toEqual(titles);
      expect((await storage.sessions.get('cli:a'))?.title).toBe('title 49');
    });

    test('a read sees every commit that has resolved', async () => {
      const storage = await open();

      await storage.commit([{ op: 'put-session', session: session('cli:a') }]);

      expect(await storage.sessions.get('cli:a')).toEqual(session('cli:a'));
    });

    test('repeating a list changes nothing', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1')]);
      const lease = await claim(storage);
      const artifact = {
        id: 'art1',
        sessionKey: 'cli:a',
        kind: 'output' as const,
        mediaType: 'text/plain',
        bytes: 2,
        createdAt: 1,
      };
      const list: Operation[] = [
        { op: 'put-session', session: session('cli:a') },
        { op: 'put-turn', turn: turn('t1') },
        { op: 'settle-inbound', id: 'm1', state: 'running' },
        { op: 'put-step', step: step('t1', 'tool_0_0') },
        { op: 'put-step', step: step('t1', 'tool_0_1') },
        append('cli:a', 't1', 'hello'),
        { op: 'put-effect', effect: effect('k1', 't1') },
        { op: 'enqueue-delivery', event: outbound('d1'), turnId: 't1' },
        { op: 'settle-delivery', id: 'd1', state: 'sent', at: 5, receipt: 'platform-7' },
        { op: 'put-usage', usage: usageOf('t1', 'llm_0') },
        { op: 'put-approval', approval: approval('p1', 't1') },
        { op: 'put-artifact', artifact, content: new Uint8Array([1, 2]) },
        { op: 'put-todos', sessionKey: 'cli:a', items: [{ id: '1', text: 'x', status: 'open' }] },
        {
          op: 'put-receipt',
          receipt: {
            traceId: 'r1',
            sessionKey: 'cli:a',
            channel: 'cli',
            outcome: 'busy',
            reason: 'full',
            at: 1,
          },
        },
      ];
      await storage.commit(list, lease);
      const once = await stateOf(storage);

      await storage.commit(list, lease);

      expect(await stateOf(storage)).toEqual(once);
    });

    test('an empty list is fine, but not under a stale fence', async () => {
      const storage = await open();
      const stale = { sessionKey: 'cli:a', owner: 'one', until: 9, fence: 1 };

      await storage.commit([]);

      await expect(storage.commit([], stale)).rejects.toMatchObject({ code: 'stale_lease' });
    });

    test('what comes after closing is refused, and closing twice is fine', async () => {
      const storage = await open();
      const last = storage.commit([{ op: 'put-session', session: session('cli:a') }]);

      await storage.close();
      await storage.close();

      await expect(last).resolves.toBeUndefined();
      await expect(storage.commit([])).rejects.toMatchObject({ code: 'unavailable' });
      const accepted = storage.inbox.accept(inbound('m1'), NO_LIMITS);
      await expect(accepted).rejects.toMatchObject({ code: 'unavailable' });
      await expect(storage.sessions.get('cli:a')).rejects.toMatchObject({ code: 'unavailable' });
    });
  });
}

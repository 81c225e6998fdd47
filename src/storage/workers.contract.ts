import { describe, expect, test } from 'vitest';
import { textOf } from '../protocol/content.ts';
import type { InboundEvent } from '../protocol/event.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import { workerKeysAt, workerOf } from '../protocol/worker-session.ts';
import type { OpenForContract } from './open-for.contract.ts';
import type { Operation } from './operation.ts';
import { acceptAll, append, begin, claim, finish, inbound, session } from './samples.contract.ts';
import type { Storage } from './storage.ts';

const LIMITS = { owner: 'one', now: 0, leaseMs: 10 };

/** The order to a worker of `cli:<chat>`. */
function order(key: string, depth = 1, parentSessionKey = 'cli:a'): InboundEvent {
  const { address, sessionKey, traceId } = workerOf(key, depth);
  const caps = { modelCalls: 1, toolCalls: 1, tokens: 1, costUsd: 1, wallTime: 1 };
  return {
    ...inbound(key),
    ...{ address, sessionKey, traceId },
    child: {
      ...{ title: key, parentTurnId: 't', parentTraceId: 'tr', parentSessionKey, depth, caps },
      conversation: 'cli:a',
      ...{ parentExecutionId: 'x', channel: 'cli', allowedTools: [], tainted: false },
    },
  };
}

function note(id: string, text = `note ${id}`): Operation {
  const content = [{ type: 'text' as const, text, origin: trustedOrigin('runtime') }];
  const message = { role: 'user' as const, principal: 'runtime:worker', content };
  return { op: 'put-note', sessionKey: 'cli:a', id, message, at: 5 };
}

async function texts({ messages }: Storage): Promise<string[]> {
  return (await messages.list('cli:a')).map(({ message }) =>
    message.role === 'user' ? textOf(message.content) : message.role,
  );
}

export function workersContract(open: OpenForContract): void {
  describe('sessions of workers', () => {
    test('are claimed apart from those of people, each depth for itself', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1'), order('k1'), order('k2', 2)]);

      const deep = await storage.leases.claim({ ...LIMITS, within: workerKeysAt(2) });
      const again = await storage.leases.claim({ ...LIMITS, within: workerKeysAt(2) });
      const people = await storage.leases.claim({ ...LIMITS, without: 'agent:' });
      const none = await storage.leases.claim({ ...LIMITS, without: 'agent:' });
      const any = await storage.leases.claim(LIMITS);

      expect([deep, again, people, none, any].map((lease) => lease?.sessionKey)).toEqual([
        'agent:2-k2',
        undefined,
        'cli:a',
        undefined,
        'agent:1-k1',
      ]);
    });

    test('know their parent and are listed only when asked for', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1'), order('k1')]);

      const shown = await storage.sessions.list({ limit: 9 });
      const all = await storage.sessions.list({ limit: 9, workers: true });

      expect(shown.map(({ key }) => key)).toEqual(['cli:a']);
      expect(all.map(({ key, parent }) => [key, parent]).toSorted()).toEqual([
        ['agent:1-k1', 'cli:a'],
        ['cli:a', undefined],
      ]);
    });

    test('go with the session of their parent, whose deletion waits for them', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1'), order('k1'), order('k2', 2, 'agent:1-k1')]);
      const remove: Operation = { op: 'delete-session', sessionKey: 'cli:a' };
      for (const left of [2, 1]) {
        const lease = await claim(storage);
        await finish(storage, lease, await begin(storage, lease));
        const early = storage.commit([remove]);
        await expect(early, `${left} left`).rejects.toMatchObject({ code: 'conflict' });
      }
      const lease = await claim(storage);
      await finish(storage, lease, await begin(storage, lease));

      await storage.commit([remove]);

      expect(await storage.sessions.list({ limit: 9, workers: true })).toEqual([]);
      expect(await storage.inbox.list({})).toEqual([]);
    });
  });

  describe('notes', () => {
    test('stand in the transcript at once where no turn is open, and once each', async () => {
      const storage = await open();
      await storage.commit([{ op: 'put-session', session: session('cli:a') }]);

      await storage.commit([note('n1')]);
      await storage.commit([note('n1', 'something else')]);

      expect(await texts(storage)).toEqual(['note n1']);
    });

    test('wait for the end of an open turn', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1')]);
      const lease = await claim(storage);
      const opened = await begin(storage, lease);

      await storage.commit([note('n1'), note('n2')]);
      const during = await texts(storage);
      await storage.commit([append('cli:a', opened.id, 'the last word')], lease);
      await finish(storage, lease, opened);

      expect(during.filter((text) => text.startsWith('note'))).toEqual([]);
      expect((await texts(storage)).slice(-3)).toEqual(['the last word', 'note n1', 'note n2']);
    });

    test('are put back when a transcript is made anew', async () => {
      const storage = await open();
      await storage.commit([{ op: 'put-session', session: session('cli:a') }]);
      await storage.commit([note('n1')]);

      await storage.commit([
        { op: 'clear-messages', sessionKey: 'cli:a' },
        append('cli:a', 't1', 'said before'),
      ]);

      expect(await texts(storage)).toEqual(['said before', 'note n1']);
    });

    test('for a session that is not there change nothing, and those of a deleted one go with it', async () => {
      const storage = await open();
      await storage.commit([note('n1')]);
      await storage.commit([{ op: 'put-session', session: session('cli:a') }, note('n2')]);

      await storage.commit([{ op: 'delete-session', sessionKey: 'cli:a' }]);
      await storage.commit([{ op: 'put-session', session: session('cli:a') }]);
      await storage.commit([{ op: 'clear-messages', sessionKey: 'cli:a' }]);

      expect(await texts(storage)).toEqual([]);
    });
  });
}

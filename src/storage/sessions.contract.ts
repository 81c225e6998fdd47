import { describe, expect, test } from 'vitest';
import type { Session } from '../protocol/session.ts';
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
} from './samples.contract.ts';
import type { Storage } from './storage.ts';

/** One of everything, under the key of one chat. */
function everything(chatId: string): Operation[] {
  const sessionKey = `cli:${chatId}`;
  const turnId = `t-${chatId}`;
  const names = { sessionKey, turnId };
  const artifact = {
    id: `art-${chatId}`,
    ...names,
    kind: 'output' as const,
    mediaType: 'text/plain',
    bytes: 1,
    createdAt: 1,
  };
  const allowance = {
    id: `allow-${chatId}`,
    scope: 'session' as const,
    sessionKey,
    principal: 'cli:1000',
    tool: 'exec',
    pattern: 'x',
    createdAt: 1,
  };
  const change = { ...names, stepName: 'tool_0_0', path: 'a.txt', undone: false, at: 1 };
  const receipt = { traceId: `r-${chatId}`, sessionKey, channel: 'cli', reason: 'x', at: 1 };
  return [
    { op: 'put-session', session: session(sessionKey) },
    { op: 'put-turn', turn: turn(turnId, chatId, { state: 'done' }) },
    { op: 'put-step', step: step(turnId, 'tool_0_0') },
    { op: 'put-effect', effect: effect(`key-${chatId}`, turnId) },
    { op: 'put-effect', effect: effect(`direct-${chatId}`, `${sessionKey}#1`) },
    { op: 'settle-inbound', id: `m${chatId}`, state: 'done' },
    append(sessionKey, turnId, 'hello'),
    { op: 'enqueue-delivery', event: outbound(`d-${chatId}`, chatId), turnId },
    { op: 'put-usage', usage: usageOf(turnId, 'llm_0', { sessionKey }) },
    { op: 'put-approval', approval: approval(`p-${chatId}`, turnId, { sessionKey }) },
    { op: 'put-allowance', allowance },
    { op: 'put-artifact', artifact, content: new Uint8Array([7]) },
    { op: 'put-todos', sessionKey, items: [{ id: '1', text: 'x', status: 'open' }] },
    { op: 'put-file-view', view: { sessionKey, path: 'a.txt', hash: 'h', at: 1 } },
    { op: 'put-file-change', change },
    { op: 'put-receipt', receipt: { ...receipt, outcome: 'busy' } },
  ];
}

/** How much there is under the key of one chat, by kind. */
async function countEverything(storage: Storage, chatId: string): Promise<Record<string, number>> {
  const sessionKey = `cli:${chatId}`;
  const turnId = `t-${chatId}`;
  const one = (record: unknown) => (record === undefined ? 0 : 1);
  return {
    session: one(await storage.sessions.get(sessionKey)),
    inbox: (await storage.inbox.list({ sessionKey })).length,
    turns: (await storage.turns.list({ sessionKey })).length,
    steps: (await storage.turns.steps(turnId)).length,
    effects: (await storage.effects.list(turnId)).length,
    direct: (await storage.effects.list(`${sessionKey}#1`)).length,
    messages: (await storage.messages.list(sessionKey)).length,
    deliveries: (await storage.outbox.list({ sessionKey, limit: 9 })).length,
    usage: (await storage.usage.list({ turnId })).length,
    approvals: (await storage.approvals.list({ sessionKey, limit: 9 })).length,
    allowances: (await storage.approvals.allowances({ sessionKey, principal: 'cli:1000' })).length,
    artifact: one(await storage.artifacts.get(`art-${chatId}`)),
    content: one(await storage.artifacts.read(`art-${chatId}`)),
    todos: (await storage.sessions.todos(sessionKey)).length,
    views: one(await storage.sessions.fileView(sessionKey, 'a.txt')),
    changes: (await storage.sessions.fileChanges(turnId)).length,
    receipts: (await storage.receipts.list({ sessionKey, limit: 9 })).length,
    leases: (await storage.leases.list()).filter((lease) => lease.sessionKey === sessionKey).length,
  };
}

export function sessionsContract(open: OpenForContract): void {
  describe('sessions', () => {
    test('are put whole and listed, most recently used first, in pages that miss none', async () => {
      const storage = await open();
      const keys = Array.from({ length: 9 }, (_, n) => `cli:${n}`);
      await storage.commit(
        keys.map((key, n) => ({
          op: 'put-session' as const,
          session: session(key, { updatedAt: Math.floor(n / 4) }),
        })),
      );

      const seen: string[] = [];
      for (let page = await storage.sessions.list({ limit: 2 }); page.length > 0; ) {
        seen.push(...page.map(({ key }) => key));
        const { updatedAt: before = 0, key: beforeKey = '' } = page.at(-1) ?? {};
        page = await storage.sessions.list({ limit: 2, before, beforeKey });
      }

      expect(seen).toEqual(keys.toReversed());
    });

    test('are listed by principal and by channel', async () => {
      const storage = await open();
      await storage.commit([
        { op: 'put-session', session: session('cli:1', { principal: 'cli:1' }) },
        { op: 'put-session', session: session('telegram:1', { principal: 'telegram:1' }) },
        { op: 'put-session', session: session('telegram:2', { principal: 'telegram:2' }) },
      ]);

      const telegram = await storage.sessions.list({ channel: 'telegram', limit: 9 });
      const first = await storage.sessions.list({
        channel: 'telegram',
        principal: 'telegram:1',
        limit: 9,
      });

      expect(telegram.map(({ key }) => key)).toEqual(['telegram:2', 'telegram:1']);
      expect(first.map(({ key }) => key)).toEqual(['telegram:1']);
    });

    test('putting again replaces, without leaving what is gone', async () => {
      const storage = await open();
      const chosen = session('cli:a', { model: 'offline/offline' });
      await storage.commit([{ op: 'put-session', session: chosen }]);

      await storage.commit([{ op: 'put-session', session: session('cli:a', { title: 'New' }) }]);

      expect(await storage.sessions.get('cli:a')).toEqual(session('cli:a', { title: 'New' }));
    });

    test('updating changes the named fields only, also beside a whole put of others', async () => {
      const storage = await open();
      await storage.commit([{ op: 'put-session', session: session('cli:a', { model: 'a/b' }) }]);
      const update = (change: Partial<Session>) =>
        storage.commit([{ op: 'update-session', sessionKey: 'cli:a', change }]);

      await Promise.all([
        update({ model: 'offline/offline' }),
        update({ updatedAt: 9 }),
        update({ introduced: true }),
      ]);

      const updated = { model: 'offline/offline', updatedAt: 9, introduced: true };
      expect(await storage.sessions.get('cli:a')).toEqual(session('cli:a', updated));
      expect(await storage.sessions.list({ limit: 1, before: 10 })).toHaveLength(1);
    });

    test('updating one that is not there puts what was given for that, and else nothing', async () => {
      const storage = await open();
      const change = { updatedAt: 9 };
      const orElse = session('cli:b', { title: 'New' });

      await storage.commit([
        { op: 'update-session', sessionKey: 'cli:a', change },
        { op: 'update-session', sessionKey: 'cli:b', change, orElse },
      ]);

      expect(await storage.sessions.get('cli:a')).toBeUndefined();
      expect(await storage.sessions.get('cli:b')).toEqual(orElse);
    });

    test('to-dos, views and changes of files are kept and replaced', async () => {
      const storage = await open();
      const view = { sessionKey: 'cli:a', path: 'a.txt', hash: 'h1', at: 1 };
      const change = {
        turnId: 't1',
        stepName: 'tool_0_0',
        sessionKey: 'cli:a',
        path: 'a.txt',
        beforeArtifactId: 'art1',
        beforeMode: 0o644,
        afterHash: 'h2',
        undone: false,
        at: 1,
      };
      await storage.commit([
        { op: 'put-file-view', view },
        { op: 'put-file-change', change },
        { op: 'put-file-change', change: { ...change, path: 'b.txt' } },
        { op: 'put-todos', sessionKey: 'cli:a', items: [{ id: '1', text: 'x', status: 'open' }] },
      ]);

      await storage.commit([
        { op: 'put-file-view', view: { ...view, hash: 'h2' } },
        { op: 'put-file-change', change: { ...change, undone: true } },
        { op: 'put-todos', sessionKey: 'cli:a', items: [] },
      ]);

      expect(await storage.sessions.fileView('cli:a', 'a.txt')).toMatchObject({ hash: 'h2' });
      expect(await storage.sessions.fileView('cli:b', 'a.txt')).toBeUndefined();
      const changes = await storage.sessions.fileChanges('t1');
      expect(changes).toEqual([
        { ...change, undone: true },
        { ...change, path: 'b.txt' },
      ]);
      expect(await storage.sessions.todos('cli:a')).toEqual([]);
      expect(await storage.sessions.todos('cli:b')).toEqual([]);
    });
  });

  describe('deleting a session', () => {
    test('removes everything under its key and nothing else', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('ma', 'a'), inbound('mb', 'b')]);
      await claim(storage);
      await claim(storage);
      await storage.commit([...everything('a'), ...everything('b')]);
      const before = await countEverything(storage, 'b');

      await storage.commit([{ op: 'delete-session', sessionKey: 'cli:a' }]);

      const left = Object.entries(await countEverything(storage, 'a'));
      expect(left.filter(([, count]) => count !== 0)).toEqual([]);
      expect(Object.values(before)).not.toContain(0);
      expect(await countEverything(storage, 'b')).toEqual(before);
    });

    test('is refused while it has a queued message or an open turn, also one accepted a moment before', async () => {
      const storage = await open();
      await storage.commit([
        { op: 'put-session', session: session('cli:a') },
        { op: 'put-turn', turn: turn('t1', 'b', { state: 'waiting' }) },
      ]);

      const accepting = storage.inbox.accept(inbound('m1', 'a'), NO_LIMITS);
      const deleting = ['cli:a', 'cli:b'].map((sessionKey) =>
        storage.commit([{ op: 'delete-session', sessionKey }]),
      );

      for (const deleted of deleting) {
        await expect(deleted).rejects.toMatchObject({ code: 'conflict' });
      }
      expect((await accepting).outcome).toBe('accepted');
      expect(await storage.inbox.get('m1')).toMatchObject({ state: 'queued' });
      expect(await storage.turns.get('t1')).toMatchObject({ state: 'waiting' });
    });

    test('ends the right of its worker, also when a session of that name comes again', async () => {
      const storage = await open();
      await acceptAll(storage, [inbound('m1')]);
      const old = await claim(storage, 'one');
      await storage.commit([{ op: 'settle-inbound', id: 'm1', state: 'done' }]);
      await storage.commit([{ op: 'delete-session', sessionKey: 'cli:a' }]);

      const ghost = storage.commit([append('cli:a', 't1', 'ghost')], old);
      await expect(ghost).rejects.toMatchObject({ code: 'stale_lease' });
      await storage.inbox.accept(inbound('m2'), NO_LIMITS);
      await claim(storage, 'one');

      const later = storage.commit([append('cli:a', 't1', 'ghost')], old);
      await expect(later).rejects.toMatchObject({ code: 'stale_lease' });
      expect(await storage.messages.list('cli:a')).toEqual([]);
    });

    test('of a session that is not there is no error', async () => {
      const storage = await open();

      const deleted = storage.commit([{ op: 'delete-session', sessionKey: 'cli:nobody' }]);

      await expect(deleted).resolves.toBeUndefined();
    });
  });
}

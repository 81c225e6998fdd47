import { describe, expect, test } from 'vitest';
import {
  acceptAll,
  append,
  approval,
  inbound,
  NO_LIMITS,
  outbound,
  session,
  step,
  turn,
  writtenIn,
} from '../../samples.contract.ts';
import type { Storage } from '../../storage.ts';
import { createStorage } from '../create-storage.ts';
import { type Database, openDatabase } from '../database.ts';
import { createGroupCommit } from '../group-commit.ts';
import { migrate } from '../migrate.ts';
import { createProblemLog } from '../problem-log.ts';
import { MIGRATIONS } from '../schema.ts';

function openWithDatabase(): { storage: Storage; database: Database } {
  const database = openDatabase(':memory:');
  migrate(database, MIGRATIONS);
  const queue = createGroupCommit({ database, assertInPlace: () => undefined });
  const problems = createProblemLog();
  const now = () => 7;
  const release = () => undefined;
  return { database, storage: createStorage({ database, queue, problems, now, release }) };
}

/** `what` is a table and a condition. */
function damage(database: Database, what: string, body = '{"half":'): void {
  const [table, condition] = what.split(' where ');
  database.run(`update ${table} set body = ? where ${condition}`, body);
}

describe('US6 a damaged row', () => {
  test.each([
    ['not JSON', '{"role":"user"', 'it is not JSON'],
    ['JSON of another shape', '{"role":"user","content":7}', 'field message.principal'],
  ])('hits its own session, by name: %s', async (_what, body, reason) => {
    const { storage, database } = openWithDatabase();
    await storage.commit([
      append('cli:a', 't1', 'fine'),
      append('cli:a', 't2', 'broken'),
      append('cli:b', 't3', 'elsewhere'),
    ]);
    damage(database, "messages where turn_id = 't2'", body);

    const read = storage.messages.list('cli:a');

    await expect(read).rejects.toMatchObject({
      code: 'storage_damaged',
      message: expect.stringContaining(reason),
      details: { table: 'messages', key: 'cli:a#2' },
    });
    expect((await storage.messages.list('cli:b')).map(writtenIn)).toEqual(['elsewhere']);
    expect((await storage.messages.list('cli:a', { limit: 1 })).map(writtenIn)).toEqual(['fine']);
    expect(storage.problems()).toMatchObject([
      { where: 'messages/cli:a#2', messageId: 'storage.row_damaged', at: 7 },
    ]);
  });

  test('is told once, says nothing of its content, and goes when the session is rebuilt', async () => {
    const { storage, database } = openWithDatabase();
    await storage.commit([append('cli:a', 't1', 'hello')]);
    damage(database, "messages where turn_id = 't1'", '{"secret hunter2');
    const failures = await Promise.allSettled([1, 2].map(() => storage.messages.list('cli:a')));

    await storage.commit([
      { op: 'clear-messages', sessionKey: 'cli:a' },
      append('cli:a', 't1', 'hello'),
    ]);

    expect(JSON.stringify([failures, storage.problems()])).not.toContain('hunter2');
    expect(storage.problems()).toHaveLength(1);
    expect((await storage.messages.list('cli:a')).map(writtenIn)).toEqual(['hello']);
  });

  test('is left out of lists across sessions, which name it in the problems', async () => {
    const { storage, database } = openWithDatabase();
    await acceptAll(storage, [inbound('m1', 'a'), inbound('n1', 'b')]);
    await storage.commit([
      { op: 'put-turn', turn: turn('t1', 'a') },
      { op: 'put-turn', turn: turn('t2', 'b') },
      { op: 'put-approval', approval: approval('p1', 't1') },
      { op: 'put-approval', approval: approval('p2', 't2') },
      append('cli:a', 't1', 'apple'),
      append('cli:b', 't2', 'apple'),
    ]);
    for (const table of ['inbox', 'turns', 'approvals', 'messages']) {
      damage(database, `${table} where position = 1`);
    }
    damage(database, `sessions where key = 'cli:a'`);

    const lists = await Promise.all([
      storage.sessions.list({ limit: 9 }),
      storage.inbox.list({}),
      storage.turns.list({}),
      storage.approvals.list({ limit: 9 }),
      storage.messages.search({ text: 'apple', limit: 9 }),
    ]);

    expect(lists.map((list) => list.length)).toEqual([1, 1, 1, 1, 1]);
    expect(
      storage
        .problems()
        .map(({ where }) => where)
        .sort(),
    ).toEqual(['approvals/p1', 'inbox/m1', 'messages/cli:a#1', 'sessions/cli:a', 'turns/t1']);
  });

  test('fails for who asks for it alone, its session or its turn', async () => {
    const { storage, database } = openWithDatabase();
    await acceptAll(storage, [inbound('m1')]);
    await storage.commit([
      { op: 'put-turn', turn: turn('t1') },
      { op: 'put-step', step: step('t1', 'llm_0') },
      { op: 'put-todos', sessionKey: 'cli:a', items: [] },
    ]);
    for (const table of ['inbox', 'turns', 'steps', 'todos', 'sessions']) {
      damage(database, `${table} where true`);
    }

    const reads = await Promise.allSettled([
      storage.inbox.get('m1'),
      storage.inbox.list({ sessionKey: 'cli:a' }),
      storage.inbox.accept(inbound('m1'), NO_LIMITS),
      storage.turns.open('cli:a'),
      storage.turns.list({ sessionKey: 'cli:a' }),
      storage.turns.steps('t1'),
      storage.sessions.get('cli:a'),
      storage.sessions.todos('cli:a'),
      storage.commit([{ op: 'request-stop', turnId: 't1' }]),
    ]);

    const codes = reads.map((read) => read.status === 'rejected' && read.reason.code);
    expect(codes).toEqual(Array(9).fill('storage_damaged'));
  });

  test('is healed by putting the record again', async () => {
    const { storage, database } = openWithDatabase();
    await storage.commit([
      { op: 'put-session', session: session('cli:a') },
      { op: 'put-turn', turn: turn('t1') },
    ]);
    damage(database, 'sessions where true');
    damage(database, 'turns where true');

    await storage.commit([
      { op: 'put-session', session: session('cli:a') },
      { op: 'put-turn', turn: turn('t1', 'a', { state: 'failed' }) },
    ]);

    expect(await storage.sessions.get('cli:a')).toEqual(session('cli:a'));
    expect((await storage.turns.get('t1'))?.state).toBe('failed');
  });

  test('on its way out fails, and does not hold up its chat', async () => {
    const { storage, database } = openWithDatabase();
    await storage.commit([
      { op: 'enqueue-delivery', event: outbound('d1') },
      { op: 'enqueue-delivery', event: outbound('d2') },
    ]);
    damage(database, `deliveries where id = 'd1'`);
    const request = { now: 1, limit: 9, channels: ['cli'] };

    const rounds = [await storage.outbox.claimDue(request), await storage.outbox.claimDue(request)];

    expect(rounds.flat().map(({ event }) => event.id)).toEqual(['d2']);
    expect(storage.problems()).toMatchObject([{ where: 'deliveries/d1' }]);
  });
});

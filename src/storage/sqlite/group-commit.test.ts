import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { append, inbound, NO_LIMITS, session } from '../samples.contract.ts';
import { createStorage } from './create-storage.ts';
import { type Database, openDatabase } from './database.ts';
import { createGroupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';
import { createProblemLog } from './problem-log.ts';
import { MIGRATIONS } from './schema.ts';
import { openAt, temporaryFolder } from './workshop.contract.ts';

const KILOBYTE = 1_024;

/** A database that counts its transactions, with a table `kept`. */
function countedDatabase() {
  const database = openDatabase(':memory:');
  database.exec('create table kept (n integer not null unique)');
  let commits = 0;
  const counted: Database = {
    ...database,
    run(sql, ...values) {
      if (sql === 'commit') commits += 1;
      return database.run(sql, ...values);
    },
  };
  const queue = createGroupCommit({ database: counted, assertInPlace: () => undefined });
  const keep = (n: number) => queue.submit(() => database.run('insert into kept values (?)', n));
  const kept = () =>
    database.all<{ n: number }>('select n from kept order by rowid').map(({ n }) => n);
  return { database, queue, keep, kept, commits: () => commits };
}

function big(id: string, bytes: number) {
  const content = new Uint8Array(bytes).fill(7);
  const names = { id, sessionKey: 'cli:a', mediaType: 'text/plain', createdAt: 1 };
  const artifact = { ...names, kind: 'output' as const, bytes };
  return [{ op: 'put-artifact' as const, artifact, content }];
}

/** Of this process: writing beyond fails in the operating system, as on a full disk. */
function limitFileSize(limit: string): void {
  execFileSync('/usr/bin/prlimit', ['--pid', String(process.pid), `--fsize=${limit}:`]);
}

describe('group commit', () => {
  test('writes the requests of one turn of the event loop in one transaction', async () => {
    const { keep, kept, commits } = countedDatabase();

    await Promise.all([1, 2, 3].map(keep));
    await keep(4);

    expect(kept()).toEqual([1, 2, 3, 4]);
    expect(commits()).toBe(2);
  });

  test('a great many at once go into several transactions, in order', async () => {
    const { keep, kept, commits } = countedDatabase();
    const numbers = Array.from({ length: 1_000 }, (_, n) => n);

    await Promise.all(numbers.map(keep));

    expect(kept()).toEqual(numbers);
    expect(commits()).toBe(4);
  });

  test('a request that fails takes back its own writes and nobody else’s', async () => {
    const { keep, kept, queue, database } = countedDatabase();

    const results = await Promise.allSettled([
      keep(1),
      queue.submit(() => {
        database.run('insert into kept values (8)');
        database.run('insert into kept values (1)');
      }),
      keep(2),
    ]);

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: { code: 'conflict' } });
    expect(kept()).toEqual([1, 2]);
  });

  test('nothing is acknowledged when the commit fails, and the next group works', async () => {
    const { database, kept } = countedDatabase();
    let broken = true;
    const failing: Database = {
      ...database,
      run(sql, ...values) {
        if (sql === 'commit' && broken) throw new Error('the disk is gone');
        return database.run(sql, ...values);
      },
    };
    const queue = createGroupCommit({ database: failing, assertInPlace: () => undefined });
    const keep = (n: number) => queue.submit(() => database.run('insert into kept values (?)', n));

    const results = await Promise.allSettled([keep(1), keep(2)]);
    broken = false;
    await keep(3);

    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(kept()).toEqual([3]);
  });

  test('closing writes what is waiting', async () => {
    const { keep, kept, queue } = countedDatabase();
    const waiting = [keep(1), keep(2)];

    queue.close();

    expect(kept()).toEqual([1, 2]);
    await Promise.all(waiting);
    await expect(keep(3)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a disk that refuses', { timeout: 60_000 }, () => {
  test('full: the group is refused with what to do, reads go on, and space brings writing back', async () => {
    const database = openDatabase(join(temporaryFolder(), 'full.db'));
    migrate(database, MIGRATIONS);
    const queue = createGroupCommit({ database, assertInPlace: () => undefined });
    const now = () => 1;
    const problems = createProblemLog();
    const storage = createStorage({ database, queue, problems, now, release: () => undefined });
    onTestFinished(() => storage.close());
    await storage.inbox.accept(inbound('before'), NO_LIMITS);
    const { page_count: pages } = database.get<{ page_count: number }>('pragma page_count') ?? {};
    database.exec(`pragma max_page_count = ${(pages ?? 0) + 5}`);

    const results = await Promise.allSettled([
      storage.inbox.accept(inbound('small'), NO_LIMITS),
      storage.commit([append('cli:a', 't1', 'half'), ...big('large', 64 * KILOBYTE)]),
    ]);
    const known = await storage.inbox.get('before');
    database.exec('pragma max_page_count = 100000');
    const again = await storage.inbox.accept(inbound('small'), NO_LIMITS);
    await storage.commit(big('large', 64 * KILOBYTE));

    const full = { code: 'storage_unwritable', messageId: 'storage.disk_full' };
    expect(results).toMatchObject([{ reason: full }, { reason: full }]);
    expect(await storage.messages.list('cli:a')).toEqual([]);
    expect(known).toBeDefined();
    expect(again.outcome).toBe('accepted');
    expect(await storage.artifacts.read('large')).toHaveLength(64 * KILOBYTE);
  });

  test.runIf(process.platform === 'linux')(
    'in the middle of a commit: all of the group are refused, and later ones work',
    async () => {
      const storage = await openAt(temporaryFolder(), { durability: 'full' });
      await storage.inbox.accept(inbound('before'), NO_LIMITS);
      limitFileSize(`${128 * KILOBYTE}`);
      onTestFinished(() => limitFileSize('unlimited'));

      const refused = await Promise.allSettled([
        storage.inbox.accept(inbound('small'), NO_LIMITS),
        storage.commit(big('large', 512 * KILOBYTE)),
      ]);
      const known = await storage.inbox.get('before');
      limitFileSize('unlimited');
      const accepted = await storage.inbox.accept(inbound('small'), NO_LIMITS);

      const unwritable = { status: 'rejected', reason: { code: 'storage_unwritable' } };
      expect(refused).toMatchObject([unwritable, unwritable]);
      expect(known).toBeDefined();
      expect(await storage.artifacts.get('large')).toBeUndefined();
      expect(accepted.outcome).toBe('accepted');
    },
  );

  test('moved or deleted under a running owner: nothing more is acknowledged', async () => {
    const folder = temporaryFolder();
    const storage = await openAt(folder);
    const path = join(folder, 'echo-agent.db');
    renameSync(path, `${path}.elsewhere`);

    const lost = storage.inbox.accept(inbound('m1'), NO_LIMITS);

    await expect(lost).rejects.toMatchObject({
      code: 'storage_unwritable',
      messageId: 'storage.moved',
    });
    renameSync(`${path}.elsewhere`, path);
    const accepted = await storage.inbox.accept(inbound('m1'), NO_LIMITS);
    expect(accepted.outcome).toBe('accepted');
  });
});

describe('V38 500 sessions', { timeout: 60_000 }, () => {
  test('the event loop stays free while all are accepted, claimed and worked on', async () => {
    const storage = await openAt(temporaryFolder(), { durability: 'full' });
    const sessions = Array.from({ length: 500 }, (_, n) => `chat${n}`);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();

    await Promise.all(
      sessions.flatMap((chat) =>
        [1, 2, 3, 4].map((n) => storage.inbox.accept(inbound(`${chat}-${n}`, chat), NO_LIMITS)),
      ),
    );
    const leases = await Promise.all(
      sessions.map((_, n) => storage.leases.claim({ owner: `w${n}`, now: 0, leaseMs: 1_000 })),
    );
    await Promise.all(
      sessions.map((chat) =>
        storage.commit([
          { op: 'put-session', session: session(`cli:${chat}`, { title: 'Worked on' }) },
          append(`cli:${chat}`, `t-${chat}`, 'an answer of some length '.repeat(40)),
        ]),
      ),
    );
    const found = await storage.messages.search({ text: 'nowhere', limit: 10 });
    delay.disable();

    expect(new Set(leases.map((lease) => lease?.sessionKey)).size).toBe(500);
    expect(found).toEqual([]);
    // The aim is 200 ms, a figure of the bench; what other programs do to the disk is in here too.
    expect(delay.max / 1e6).toBeLessThan(2_000);
  });
});

import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { acceptAll, inbound, NO_LIMITS } from '../../samples.contract.ts';
import { openDatabase } from '../database.ts';
import { MIGRATIONS } from '../schema.ts';
import {
  everyLine,
  killNow,
  nextLine,
  openAt,
  runProgram,
  temporaryFolder,
} from '../workshop.contract.ts';
import { fill, hashesOf, now } from './filled-storage.contract.ts';
import { restoreSqlite } from './restore.ts';

describe('UO3 F6 restoring', { timeout: 60_000 }, () => {
  test('restoring keeps what was there before under another name', async () => {
    const folder = temporaryFolder();
    const dataDir = join(folder, 'data');
    const backupPath = join(folder, 'backup.db');
    const first = await openAt(dataDir);
    await fill(first, 'old');
    await first.backup(backupPath);
    await fill(first, 'new');
    await first.close();
    const present = hashesOf(join(dataDir, 'echo-agent.db'));

    const report = await restoreSqlite({ backupPath, dataDir, now });

    expect(report.keptAs).toMatch(/echo-agent\.db\.before-restore-\d+T\d+Z$/);
    expect(hashesOf(report.keptAs ?? '')).toEqual(present);
    const storage = await openAt(dataDir);
    expect((await storage.sessions.list({ limit: 9 })).map(({ key }) => key)).toEqual(['cli:old']);
  });

  test('what a killed owner had committed is kept aside with its log', async () => {
    const folder = temporaryFolder();
    const backupPath = join(folder, 'backup.db');
    await (await openAt(':memory:')).backup(backupPath);
    const dataDir = join(folder, 'data');
    const program = `const storage = await openSqliteStorage({ dataDir: folder, durability: 'full', now: Date.now });
      await storage.inbox.accept(inbound('m1'), NO_LIMITS);
      process.kill(process.pid, 'SIGKILL');`;
    await everyLine(runProgram(program, dataDir));

    const { keptAs = '' } = await restoreSqlite({ backupPath, dataDir, now });

    const database = openDatabase(keptAs, { readOnly: true });
    expect(database.all('select id from inbox')).toEqual([{ id: 'm1' }]);
    database.close();
    const storage = await openAt(dataDir);
    expect(await storage.inbox.list({})).toEqual([]);
  });

  test('restoring is refused while a runtime has the folder', async () => {
    const folder = temporaryFolder();
    const backupPath = join(folder, 'backup.db');
    await (await openAt(':memory:')).backup(backupPath);
    const dataDir = join(folder, 'data');
    const owner = runProgram(
      `const storage = await openSqliteStorage({ dataDir: folder, durability: 'normal', now: Date.now });
      await storage.inbox.accept(inbound('m1'), NO_LIMITS);
      say('open');
      setInterval(() => {}, 1000);`,
      dataDir,
    );
    await nextLine(owner);

    const refused = restoreSqlite({ backupPath, dataDir, now });

    await expect(refused).rejects.toMatchObject({
      code: 'storage_locked',
      values: { pid: owner.pid },
    });
    await killNow(owner);
    const storage = await openAt(dataDir);
    expect(await storage.inbox.get('m1')).toBeDefined();
  });

  test.each([
    ['missing.db', { code: 'not_found', messageId: 'storage.backup_missing' }],
    ['note.txt', { code: 'invalid_input', messageId: 'storage.backup_foreign' }],
    ['foreign.db', { code: 'invalid_input', messageId: 'storage.backup_foreign' }],
    ['cut.db', { code: 'storage_damaged', messageId: 'storage.backup_damaged' }],
    ['future.db', { code: 'storage_too_new', messageId: 'storage.too_new' }],
  ])('what is no sound backup is refused and changes nothing: %s', async (name, failure) => {
    const folder = temporaryFolder();
    const dataDir = join(folder, 'data');
    const storage = await openAt(dataDir);
    await fill(storage, 'a');
    await storage.backup(join(folder, 'cut.db'));
    await storage.close();
    truncateSync(join(folder, 'cut.db'), 40_960);
    writeFileSync(join(folder, 'note.txt'), 'a note '.repeat(1_000));
    const foreign = openDatabase(join(folder, 'foreign.db'));
    foreign.exec('create table cats (name text)');
    foreign.close();
    const future = [...MIGRATIONS, 'create table later (x integer) strict'];
    await (await openAt(':memory:', {}, future)).backup(join(folder, 'future.db'));
    const before = hashesOf(join(dataDir, 'echo-agent.db'));
    const names = readdirSync(dataDir);

    const refused = restoreSqlite({ backupPath: join(folder, name), dataDir, now });

    await expect(refused).rejects.toMatchObject(failure);
    expect(hashesOf(join(dataDir, 'echo-agent.db'))).toEqual(before);
    expect(readdirSync(dataDir)).toEqual(names);
    expect(existsSync(join(dataDir, 'runtime.lock'))).toBe(false);
  });

  test('a restored database goes on: new messages, claims and numbers', async () => {
    const folder = temporaryFolder();
    const backupPath = join(folder, 'backup.db');
    const first = await openAt(':memory:');
    await acceptAll(first, [inbound('m1')]);
    await first.backup(backupPath);
    const dataDir = join(folder, 'data');
    await restoreSqlite({ backupPath, dataDir, now });

    const storage = await openAt(dataDir);
    const accepted = await storage.inbox.accept(inbound('m2'), NO_LIMITS);

    expect(accepted).toMatchObject({ outcome: 'accepted', record: { seq: 2 } });
    const lease = await storage.leases.claim({ owner: 'w', now: 0, leaseMs: 1 });
    expect(lease?.sessionKey).toBe('cli:a');
  });
});

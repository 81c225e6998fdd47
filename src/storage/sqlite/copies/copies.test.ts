import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import {
  acceptAll,
  append,
  inbound,
  NO_LIMITS,
  outbound,
  turn,
  writtenIn,
} from '../../samples.contract.ts';
import type { Storage } from '../../storage.ts';
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
import { restoreSqlite } from './restore.ts';

const now = () => 5_000;

async function fill(storage: Storage, name: string, count = 20): Promise<void> {
  await acceptAll(
    storage,
    Array.from({ length: count }, (_, n) => inbound(`${name}${n}`, name)),
  );
  const names = { id: `art-${name}`, sessionKey: `cli:${name}`, mediaType: 'text/plain' };
  const artifact = { ...names, kind: 'output' as const, bytes: 3, createdAt: 1 };
  await storage.commit([
    ...Array.from({ length: count }, (_, n) => append(`cli:${name}`, `t-${name}${n}`, `text ${n}`)),
    { op: 'put-turn', turn: turn(`t-${name}`, name) },
    { op: 'enqueue-delivery', event: outbound(`d-${name}`, name) },
    { op: 'put-artifact', artifact, content: new Uint8Array([1, 2, 3]) },
  ]);
}

/** One digest a table, over all its rows. */
function hashesOf(path: string): Record<string, string> {
  const database = openDatabase(path, { readOnly: true });
  const sql = `select name from sqlite_schema where type = 'table' order by name`;
  const hashes = database.all<{ name: string }>(sql).map(({ name }) => {
    const rows = database.all(`select * from ${name}`).map((row) => JSON.stringify(row));
    return [name, createHash('sha256').update(rows.sort().join('\n')).digest('hex')];
  });
  database.close();
  return Object.fromEntries(hashes);
}

describe('UO3 F6 backup and restore', { timeout: 60_000 }, () => {
  test('backup, wipe, restore: every row is the same', async () => {
    const folder = temporaryFolder();
    const dataDir = join(folder, 'data');
    const backupPath = join(folder, 'backup.db');
    const storage = await openAt(dataDir);
    await fill(storage, 'a');

    const report = await storage.backup(backupPath);
    await storage.close();
    const before = hashesOf(join(dataDir, 'echo-agent.db'));
    rmSync(dataDir, { recursive: true });
    const restored = await restoreSqlite({ backupPath, dataDir, now });

    expect(report).toMatchObject({ path: backupPath, sessions: 1, messages: 20 });
    expect(report.bytes).toBe(statSync(backupPath).size);
    expect(restored).toEqual({ sessions: 1, messages: 20 });
    expect(hashesOf(join(dataDir, 'echo-agent.db'))).toEqual(before);
    const again = await openAt(dataDir);
    expect(await again.artifacts.read('art-a')).toEqual(new Uint8Array([1, 2, 3]));
    expect(again.problems()).toEqual([]);
  });

  test('a backup is one file for its owner only', async () => {
    const folder = temporaryFolder();
    const storage = await openAt(join(folder, 'data'));
    const place = join(folder, 'backups');
    mkdirSync(place);

    await storage.backup(join(place, 'backup.db'));

    expect(readdirSync(place)).toEqual(['backup.db']);
    expect(statSync(join(place, 'backup.db')).mode & 0o777).toBe(0o600);
  });

  test('a backup taken while others write is one moment of it, and holds nobody up', async () => {
    const folder = temporaryFolder();
    const storage = await openAt(join(folder, 'data'));
    await fill(storage, 'a', 2_000);
    const backupPath = join(folder, 'backup.db');
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    let finished = false;
    const backup = storage.backup(backupPath).finally(() => {
      finished = true;
    });

    let written = 0;
    while (!finished) {
      written += 1;
      const text = `pair ${written}`;
      await storage.commit([
        append('cli:one', `one-${written}`, text),
        append('cli:two', `two-${written}`, text),
      ]);
    }
    await backup;
    delay.disable();

    const dataDir = join(folder, 'restored');
    await restoreSqlite({ backupPath, dataDir, now });
    const copy = await openAt(dataDir);
    const [one, two] = await Promise.all(
      ['cli:one', 'cli:two'].map((key) => copy.messages.list(key)),
    );
    expect(one?.map(writtenIn)).toEqual(two?.map(writtenIn));
    expect(one?.length).toBeLessThanOrEqual(written);
    expect(await copy.messages.list('cli:a')).toHaveLength(2_000);
    expect(written).toBeGreaterThan(0);
    expect(delay.max / 1e6).toBeLessThan(2_000);
  });

  test('a backup holds everything that resolved before it was asked for, two at once too', async () => {
    const folder = temporaryFolder();
    const storage = await openAt(join(folder, 'data'));
    await fill(storage, 'a');

    const reports = await Promise.all([
      storage.backup(join(folder, 'same.db')),
      storage.backup(join(folder, 'same.db')),
    ]);

    expect(reports.map(({ messages }) => messages)).toEqual([20, 20]);
  });

  test('works from memory and beside a running owner', async () => {
    const folder = temporaryFolder();
    const memory = await openAt(':memory:');
    await fill(memory, 'a');
    const owner = await openAt(join(folder, 'data'));
    await fill(owner, 'b');
    const reader = await openAt(join(folder, 'data'), { readOnly: true });

    const fromMemory = await memory.backup(join(folder, 'memory.db'));
    const fromReader = await reader.backup(join(folder, 'reader.db'));

    expect([fromMemory.messages, fromReader.messages]).toEqual([20, 20]);
    expect(readdirSync(folder).sort()).toEqual(['data', 'memory.db', 'reader.db']);
  });

  test('a backup replaces an older one, and nothing else', async () => {
    const folder = temporaryFolder();
    const storage = await openAt(join(folder, 'data'));
    const path = join(folder, 'backup.db');
    const note = join(folder, 'note.txt');
    writeFileSync(note, 'mine');
    await storage.backup(path);
    await fill(storage, 'a');

    const second = await storage.backup(path);
    const refusals = await Promise.allSettled([
      storage.backup(note),
      storage.backup(folder),
      storage.backup(join(folder, 'data', 'echo-agent.db')),
      storage.backup(join(folder, 'missing', 'backup.db')),
    ]);

    expect(second.messages).toBe(20);
    expect(refusals).toMatchObject([
      { reason: { code: 'conflict', messageId: 'storage.backup_in_the_way' } },
      { reason: { code: 'conflict' } },
      { reason: { code: 'conflict' } },
      { reason: { code: 'not_found', messageId: 'storage.backup_no_folder' } },
    ]);
    expect(readFileSync(note, 'utf8')).toBe('mine');
  });

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

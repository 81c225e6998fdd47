import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inbound, NO_LIMITS } from '../samples.contract.ts';
import { MIGRATIONS } from './schema.ts';
import { everyLine, openAt, runProgram, temporaryFolder } from './workshop.contract.ts';

function modesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder);
  return Object.fromEntries(
    names.map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
  );
}

/** What opening says, in a process without the rights of root. */
async function openAsNobody(folder: string): Promise<readonly string[]> {
  const program = `
    if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534); }
    try {
      await openSqliteStorage({ dataDir: folder, durability: 'normal', now: Date.now });
      say('open');
    } catch (error) {
      say([error.code, error.messageId, error.values.path].join(' '));
    }
    process.exit();`;
  return everyLine(runProgram(program, folder));
}

describe('opening', { timeout: 60_000 }, () => {
  test('makes a folder and files for their owner only', async () => {
    const folder = join(temporaryFolder(), 'deep', 'data');

    const storage = await openAt(folder);
    await storage.inbox.accept(inbound('m1'), NO_LIMITS);

    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
    expect((statSync(join(folder, '..')).mode & 0o777).toString(8)).toBe('700');
    expect(modesIn(folder)).toEqual({
      'echo-agent.db': '600',
      'echo-agent.db-shm': '600',
      'echo-agent.db-wal': '600',
      'runtime.guard': '600',
      'runtime.lock': '600',
    });
  });

  test('takes the rights of others from a database, but leaves a folder that was there as it is', async () => {
    const folder = temporaryFolder();
    await (await openAt(folder)).close();
    chmodSync(join(folder, 'echo-agent.db'), 0o644);
    chmodSync(folder, 0o755);

    await openAt(folder);

    expect(modesIn(folder)).toMatchObject({ 'echo-agent.db': '600', 'echo-agent.db-wal': '600' });
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('755');
  });

  test('leaves one file, besides the empty guard, after an orderly end', async () => {
    const folder = temporaryFolder();
    const storage = await openAt(folder);
    await storage.inbox.accept(inbound('m1'), NO_LIMITS);

    await storage.close();

    expect(readdirSync(folder).sort()).toEqual(['echo-agent.db', 'runtime.guard']);
  });

  test('a file in the place of the folder is refused with its name', async () => {
    const path = join(temporaryFolder(), 'data');
    writeFileSync(path, 'a note');

    const opened = openAt(path);

    await expect(opened).rejects.toMatchObject({
      code: 'storage_unwritable',
      messageId: 'storage.not_a_folder',
      values: { path },
    });
    expect(readFileSync(path, 'utf8')).toBe('a note');
  });

  test('a folder that may not be written, or not even entered, is refused with its name', async () => {
    const parent = temporaryFolder();
    chmodSync(parent, 0o755);
    const said: string[] = [];

    for (const mode of [0o555, 0o700]) {
      const folder = join(parent, mode.toString(8));
      mkdirSync(folder);
      chmodSync(folder, mode);
      if (process.getuid?.() !== 0 && mode === 0o700) chmodSync(folder, 0o000);
      said.push(...(await openAsNobody(folder)));
    }

    const refused = 'storage_unwritable storage.not_permitted';
    expect(said).toEqual([
      `${refused} ${join(parent, '555')}`,
      `${refused} ${join(parent, '700')}`,
    ]);
  });

  test('F6 a database from the future is refused and not touched', async () => {
    const folder = temporaryFolder();
    await (
      await openAt(folder, {}, [...MIGRATIONS, 'create table later (x integer) strict'])
    ).close();
    const path = join(folder, 'echo-agent.db');
    const before = readFileSync(path);

    const opened = openAt(folder);

    await expect(opened).rejects.toMatchObject({
      code: 'storage_too_new',
      messageId: 'storage.too_new',
      values: { path, found: MIGRATIONS.length + 1, known: MIGRATIONS.length },
    });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['echo-agent.db', 'runtime.guard']);
    await expect(openAt(folder, { readOnly: true })).rejects.toMatchObject({
      code: 'storage_too_new',
    });
  });

  test('F6 a database from the future whose format is only in its log is refused and not touched', async () => {
    const folder = temporaryFolder();
    const source = temporaryFolder();
    await (await openAt(source)).close();
    await openAt(source, {}, [...MIGRATIONS, 'create table later (x integer) strict']);
    for (const name of ['echo-agent.db', 'echo-agent.db-wal']) {
      copyFileSync(join(source, name), join(folder, name));
    }
    const before = ['', '-wal'].map((end) => readFileSync(join(folder, `echo-agent.db${end}`)));

    const opened = openAt(folder);

    await expect(opened).rejects.toMatchObject({ code: 'storage_too_new' });
    const after = ['', '-wal'].map((end) => readFileSync(join(folder, `echo-agent.db${end}`)));
    expect(after.map((bytes, n) => before[n]?.equals(bytes))).toEqual([true, true]);
  });
});

describe('opening to read', { timeout: 60_000 }, () => {
  test('a folder that does not exist, or holds no database, is not found, and nothing is made', async () => {
    const folder = temporaryFolder();
    const missing = join(folder, 'missing');

    const reader = { readOnly: true };

    const notFound = { code: 'not_found', messageId: 'storage.nothing_there' };
    await expect(openAt(missing, reader)).rejects.toMatchObject(notFound);
    await expect(openAt(folder, reader)).rejects.toMatchObject(notFound);
    expect(existsSync(missing)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('works when nobody has the database open', async () => {
    const folder = temporaryFolder();
    const owner = await openAt(folder);
    await owner.inbox.accept(inbound('m1'), NO_LIMITS);
    await owner.close();

    const reader = await openAt(folder, { readOnly: true });

    expect(existsSync(join(folder, 'runtime.lock'))).toBe(false);
    expect(await reader.inbox.get('m1')).toBeDefined();
  });

  test('sees what a process had committed that was killed', async () => {
    const folder = temporaryFolder();
    const killed = runProgram(
      `const storage = await openSqliteStorage({ dataDir: folder, durability: 'full', now: Date.now });
      await storage.inbox.accept(inbound('m1'), NO_LIMITS);
      process.kill(process.pid, 'SIGKILL');`,
      folder,
    );
    await everyLine(killed);

    const reader = await openAt(folder, { readOnly: true });

    expect(await reader.inbox.get('m1')).toBeDefined();
  });

  test('a database of an older format is refused with what to do', async () => {
    const folder = temporaryFolder();
    await (await openAt(folder)).close();

    const opened = openAt(folder, { readOnly: true }, [...MIGRATIONS, 'select 1']);

    await expect(opened).rejects.toMatchObject({
      code: 'unavailable',
      messageId: 'storage.too_old',
    });
  });

  test('does not leave the lock of an owner that is closed later', async () => {
    const folder = temporaryFolder();
    const owner = await openAt(folder);
    const reader = await openAt(folder, { readOnly: true });
    await reader.close();

    await owner.inbox.accept(inbound('m1'), NO_LIMITS);

    await expect(openAt(folder)).rejects.toMatchObject({ code: 'storage_locked' });
  });
});

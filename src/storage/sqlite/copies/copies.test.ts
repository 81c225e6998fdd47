import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { append, writtenIn } from '../../samples.contract.ts';
import { openAt, temporaryFolder } from '../workshop.contract.ts';
import { fill, hashesOf, now } from './filled-storage.contract.ts';
import { restoreSqlite } from './restore.ts';

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
});

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inbound, NO_LIMITS } from '../../samples.contract.ts';
import {
  everyLine,
  killNow,
  nextLine,
  openAt,
  runProgram,
  temporaryFolder,
} from '../workshop.contract.ts';
import { dataFolder } from './data-folder.ts';
import { ownIdentity } from './process-identity.ts';
import { takeFolder } from './runtime-lock.ts';

const HOLD = `
  const storage = await openSqliteStorage({ dataDir: folder, durability: 'normal', now: Date.now });
  say('open');
  setInterval(() => {}, 1000);`;

function lockOf(folder: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, 'runtime.lock'), 'utf8'));
}

describe('the lock of the data folder', { timeout: 60_000 }, () => {
  test('keeps a second opening in the same process away, and names the process', async () => {
    const folder = temporaryFolder();
    await openAt(folder);

    const second = openAt(folder);

    await expect(second).rejects.toMatchObject({
      code: 'storage_locked',
      messageId: 'storage.locked',
      values: { pid: process.pid, path: folder },
    });
    expect(lockOf(folder)).toMatchObject({ pid: process.pid });
  });

  test('keeps a second process away and names the first', async () => {
    const folder = temporaryFolder();
    const owner = runProgram(HOLD, folder);
    await nextLine(owner);

    const second = openAt(folder);

    await expect(second).rejects.toMatchObject({
      code: 'storage_locked',
      values: { pid: owner.pid },
    });
  });

  test('is given back on close', async () => {
    const folder = temporaryFolder();
    const first = await openAt(folder);
    await first.close();

    await openAt(folder);

    expect(lockOf(folder)).toMatchObject({ pid: process.pid });
  });

  test('is given back once: doing it again takes nothing from the next owner', async () => {
    const folder = temporaryFolder();
    const first = await takeFolder(dataFolder(folder));
    first.release();
    const second = await takeFolder(dataFolder(folder));

    first.release();

    expect(lockOf(folder)).toMatchObject({ pid: process.pid });
    await expect(openAt(folder)).rejects.toMatchObject({ code: 'storage_locked' });
    second.release();
  });

  test('of a killed process is taken over, with everything that it had accepted', async () => {
    const folder = temporaryFolder();
    const owner = runProgram(
      `${HOLD}
      for (let n = 0; ; n += 1) {
        await storage.inbox.accept(inbound('m' + n), NO_LIMITS);
        say(String(n));
      }`,
      folder,
    );
    const said = await everyLine(owner, { killAfter: 50 });
    const acknowledged = said.filter((line) => line !== 'open').map(Number);

    const storage = await openAt(folder);

    const kept = new Set((await storage.inbox.list({})).map(({ event }) => event.id));
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(acknowledged.filter((n) => !kept.has(`m${n}`))).toEqual([]);
    expect(storage.problems()).toEqual([]);
  });

  test('goes to exactly one of many that start at once, also over the lock of a killed one', async () => {
    const folder = temporaryFolder();
    const killed = runProgram(HOLD, folder);
    await nextLine(killed);
    await killNow(killed);
    const contenders = Array.from({ length: 6 }, () =>
      runProgram(
        `await new Promise((resolve) => process.stdin.once('data', resolve));
        try {
          const storage = await openSqliteStorage({ dataDir: folder, durability: 'normal', now: Date.now });
          say('won ' + process.pid);
          process.stdin.once('data', async () => { await storage.close(); process.exit(); });
        } catch (error) {
          say(error.code + ' ' + error.values.pid);
          process.exit();
        }`,
        folder,
      ),
    );

    for (const contender of contenders) contender.stdin?.write('go');
    const said = await Promise.all(contenders.map(nextLine));

    const winners = said.filter((line) => line.startsWith('won '));
    expect(winners).toHaveLength(1);
    const pid = winners[0]?.slice('won '.length);
    const losers = said.filter((line) => !line.startsWith('won '));
    expect(new Set(losers)).toEqual(new Set([`storage_locked ${pid}`]));
  });

  test('of a process number that another process has now is taken over', async () => {
    const folder = temporaryFolder();
    const other = runProgram(`say('up'); setInterval(() => {}, 1000);`, folder);
    await nextLine(other);
    const stale = { ...ownIdentity(), pid: other.pid, startedAt: '1' };
    writeFileSync(join(folder, 'runtime.lock'), JSON.stringify(stale));

    await openAt(folder);

    expect(lockOf(folder)).toMatchObject({ pid: process.pid });
  });

  test.each([
    ['that is gone', { ...ownIdentity(), pid: 4_194_304 }],
    ['of another machine', { ...ownIdentity(), pid: 1, host: 'elsewhere' }],
    ['from before the machine restarted', { ...ownIdentity(), pid: 1, bootId: 'earlier' }],
    ['that left nonsense', 'not json'],
  ])('of a process %s is taken over', async (_what, left) => {
    const folder = temporaryFolder();
    const text = typeof left === 'string' ? left : JSON.stringify(left);
    writeFileSync(join(folder, 'runtime.lock'), text);

    await openAt(folder);

    expect(lockOf(folder)).toMatchObject({ pid: process.pid });
  });

  test('holds while its owner runs, also when the guard was deleted', async () => {
    const folder = temporaryFolder();
    const owner = runProgram(HOLD, folder);
    await nextLine(owner);
    rmSync(join(folder, 'runtime.guard'));

    const second = openAt(folder);

    await expect(second).rejects.toMatchObject({
      code: 'storage_locked',
      values: { pid: owner.pid },
    });
  });

  test('is not left behind by an opening that fails', async () => {
    const folder = temporaryFolder();
    const future = await openAt(folder, {}, ['create table future (x integer) strict', 'select 1']);
    await future.close();

    const failed = openAt(folder, {}, ['create table future (x integer) strict']);

    await expect(failed).rejects.toMatchObject({ code: 'storage_too_new' });
    expect(existsSync(join(folder, 'runtime.lock'))).toBe(false);
    await openAt(folder, {}, ['create table future (x integer) strict', 'select 1']);
  });

  test('does not stop readers, who see the commits of the owner', async () => {
    const folder = temporaryFolder();
    const owner = await openAt(folder);
    const reader = await openAt(folder, { readOnly: true });

    await owner.inbox.accept(inbound('m1'), NO_LIMITS);

    expect(await reader.inbox.get('m1')).toMatchObject({ state: 'queued' });
    const written = reader.inbox.accept(inbound('m2'), NO_LIMITS);
    await expect(written).rejects.toMatchObject({ code: 'storage_locked' });
    const committed = reader.commit([]);
    await expect(committed).rejects.toMatchObject({ messageId: 'storage.read_only' });
  });
});

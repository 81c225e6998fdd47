import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStorage } from '../../src/storage/index.ts';
import { MIGRATIONS } from '../../src/storage/sqlite/schema.ts';
import {
  type CliEnd,
  type CliOptions,
  createProcessHome,
  PATIENCE,
  type ProcessHome,
} from '../tools/process-home.ts';

const WRITE = ['run', '--yes', '--session', 'diary', 'write hello to note.txt'];
const LIST = ['run', '--session', 'diary', 'list the files'];

/** One sentence on the error stream, nothing on the other, exit code 1. */
function expectRefusal(end: CliEnd, told: RegExp) {
  expect(end).toMatchObject({ exitCode: 1, stdout: '' });
  expect(end.stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(end.stderr).toMatch(told);
  expect(end.stderr).not.toMatch(/ {4}at |Error:|SQLITE/);
}

/** What was said before is still there, and work goes on. */
async function expectNothingLost(home: ProcessHome) {
  const next = await home.run(LIST);
  const said = await home.read(({ messages }) => messages.list('cli:diary'));
  expect(next.exitCode).toBe(0);
  expect(JSON.stringify(said)).toMatch(/write hello to note\.txt.*list the files/);
}

/** A user who may not do everything. Root may, so it hands its place to another. */
function asPlainUser({ root }: ProcessHome): CliOptions {
  if (process.getuid?.() !== 0) return {};
  execFileSync('chown', ['-R', '65534:65534', root]);
  return { through: ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] };
}

/** A full disk under the data folder: a small one where it may be mounted, else a limit on the size of files. */
function createDisk({ dataDir }: ProcessHome) {
  const filler = join(dataDir, 'filler');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'none', dataDir], {
      stdio: 'ignore',
    });
  } catch {
    return { fill: (): CliOptions => ({ through: ['prlimit', '--fsize=20000'] }), free: () => {} };
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', dataDir]));
  return {
    fill(): CliOptions {
      const file = openSync(filler, 'w');
      try {
        for (;;) writeSync(file, Buffer.alloc(4_096));
      } catch {
        closeSync(file);
      }
      return {};
    },
    free: () => rmSync(filler),
  };
}

describe('a data folder that cannot be used', PATIENCE, () => {
  test('because it is read-only or unreadable says so, and goes on once it is not', async () => {
    const home = createProcessHome();
    const dataDir = join(home.root, 'data');
    const user = asPlainUser(home);
    const list = () => home.run(['--data-dir', dataDir, ...LIST], user);
    await list();

    chmodSync(dataDir, 0o500);
    const readOnly = await list();
    chmodSync(dataDir, 0o000);
    const unreadable = await list();
    chmodSync(dataDir, 0o700);
    const next = await list();

    expectRefusal(readOnly, /data cannot be read or written.*right to do so/);
    expectRefusal(unreadable, /data cannot be read or written.*right to do so/);
    expect(next.exitCode).toBe(0);
  });

  test('because a file is in its place says so', async () => {
    const home = createProcessHome();
    writeFileSync(join(home.root, 'file'), 'mine');

    const end = await home.run(['--data-dir', join(home.root, 'file'), ...LIST]);

    expectRefusal(end, /file is in the way/);
  });

  test('because its disk is full says so, and loses nothing', async () => {
    const home = createProcessHome();
    const disk = createDisk(home);
    await home.run(WRITE);

    const limits = disk.fill();
    const refused = await home.run(LIST, limits);
    disk.free();

    expectRefusal(refused, /is full\. Free some space|Check the disk/);
    await expectNothingLost(home);
  });

  test('because another program has it and does not answer says so', async () => {
    const home = createProcessHome();
    const { dataDir } = home;
    await home.run(WRITE);

    const other = await openStorage('sqlite', { dataDir, durability: 'full', now: Date.now });
    const refused = await home.run(LIST);
    const shown = await home.run(['sessions', 'show', 'diary']);
    await other.close();

    expectRefusal(refused, new RegExp(`${process.pid}`));
    expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
    expect(shown.stdout).toContain('write hello to note.txt');
  });

  test('F6 because its database is from the future says so, and leaves it as it is', async () => {
    const home = createProcessHome();
    await home.run(WRITE);
    const versionOf = (version: number) => {
      const file = openSync(join(home.dataDir, 'echo-agent.db'), 'r+');
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(version);
      writeSync(file, bytes, 0, 4, 60);
      closeSync(file);
    };

    versionOf(4_000);
    const refused = await home.run(LIST);

    expectRefusal(refused, /newer Echo Agent.*4000.*Update Echo Agent/);
    versionOf(MIGRATIONS.length);
    await expectNothingLost(home);
  });

  test('because its database is no database sets that aside by name, and goes on', async () => {
    const home = createProcessHome();
    await home.run(WRITE);
    writeFileSync(join(home.dataDir, 'echo-agent.db'), 'not a database at all');

    const next = await home.run(LIST);

    const aside = readdirSync(home.dataDir).filter((name) => name.includes('damaged'));
    expect(next.exitCode).toBe(0);
    expect(aside).toHaveLength(1);
    expect(next.stderr).toContain(aside[0]);
  });
});

describe('a workspace where keys or the own data are', PATIENCE, () => {
  test('is refused before anything is done in it', async () => {
    const home = createProcessHome();
    const data = join(home.root, 'data');
    const keys = join(home.root, 'data', 'workspace', '..', 'logs');

    const same = await home.run(['--data-dir', data, '--workspace', data, ...LIST]);
    const inside = await home.run(['--data-dir', data, '--workspace', keys, ...LIST]);

    expectRefusal(same, /no tool may use/);
    expectRefusal(inside, /no tool may use/);
    expect(existsSync(data)).toBe(false);
  });
});

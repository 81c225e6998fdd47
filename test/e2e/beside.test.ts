import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createProcessHome, PATIENCE, type ProcessHome } from '../tools/process-home.ts';
import { wordsOf } from '../tools/strict-chat.ts';
import { connectStrictModel } from '../tools/strict-model.ts';
import { later, says } from '../tools/strict-provider.ts';

/** A command line whose turn lasts until it is released. */
async function startLongTurn(home: ProcessHome) {
  const release = Promise.withResolvers<void>();
  onTestFinished(() => release.resolve());
  const provider = await connectStrictModel(home, (messages) => {
    const waits = messages.some((message) => wordsOf(message).includes('take your time'));
    return waits ? later(release.promise, says('At last.')) : says('At once.');
  });
  const process = home.start(['run', '--session', 'long', 'take your time']);
  while (provider.taken.length === 0) await sleep(20);
  return { process, release: release.resolve };
}

describe('a second command line beside a running one', PATIENCE, () => {
  test('uses its runtime, reads beside it, and copies its database', async () => {
    const home = createProcessHome();
    const long = await startLongTurn(home);
    const backup = join(home.root, 'copy.db');

    const status = await home.run(['status', '--json']);
    const other = await home.run(['run', '--session', 'short', 'quick']);
    const copied = await home.run(['backup', backup]);
    const list = await home.run(['sessions', 'list']);
    const restored = await home.run(['restore', '--yes', backup]);
    long.release();
    const end = await long.process.ended;

    expect(JSON.parse(status.stdout)).toMatchObject({
      running: true,
      pid: long.process.pid,
      runningTurns: 1,
      model: 'strict/one',
    });
    expect(other).toMatchObject({ exitCode: 0, stdout: 'At once.\n' });
    expect(copied.exitCode).toBe(0);
    expect(existsSync(backup)).toBe(true);
    expect(list.stdout).toMatch(/cli:short[\s\S]*cli:long/);
    expect(restored).toMatchObject({ exitCode: 1, stdout: '' });
    expect(restored.stderr.trim().split('\n')).toHaveLength(1);
    expect(end).toMatchObject({ exitCode: 0, stdout: 'At last.\n' });
  });

  test('shares one runtime with another that starts in the same moment', async () => {
    const home = createProcessHome();
    await connectStrictModel(home, () => says('Fine.'));

    const ends = await Promise.all(
      ['a', 'b', 'c'].map((session) => home.run(['run', '--session', session, 'hello'])),
    );

    expect(ends.map(({ exitCode, stdout }) => [exitCode, stdout])).toEqual(
      ends.map(() => [0, 'Fine.\n']),
    );
  });

  test('takes over the folder of one that was killed', async () => {
    const home = createProcessHome();
    const long = await startLongTurn(home);

    long.process.kill('SIGKILL');
    await long.process.ended;
    const left = existsSync(join(home.dataDir, 'runtime.sock'));
    const status = await home.run(['status']);
    const next = await home.run(['run', '--session', 'short', 'quick']);

    expect(left).toBe(true);
    expect(status).toMatchObject({ exitCode: 0 });
    expect(status.stdout).toContain('No runtime is running');
    expect(next).toMatchObject({ exitCode: 0, stdout: 'At once.\n' });
  });
});

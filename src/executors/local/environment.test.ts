import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { local } from './index.ts';
import { baseEnvironment, createLocalBed, never } from './local-bed.contract.ts';

let cwd: string;
let run: ReturnType<typeof createLocalBed>['run'];

beforeEach(() => {
  ({ cwd, run } = createLocalBed());
});

describe('X1 S13 the environment', () => {
  test('is clean: five variables of the user, settings of git, what was asked for, and a mark', async () => {
    const { stdout } = await run('env', { env: { EXTRA: 'yes' } });

    const names = stdout.head.split('\n').map((line) => line.replace(/=.*/, ''));
    const shells = ['PWD', 'OLDPWD', 'SHLVL', '_', ''];
    expect(names.filter((name) => !shells.includes(name)).sort()).toEqual([
      'ECHO_AGENT_EXECUTION',
      'EXTRA',
      'GIT_CONFIG_PARAMETERS',
      'HOME',
      'LANG',
      'PATH',
      'TERM',
    ]);
    expect(stdout.head).not.toContain('secret');
  });

  test('looks for programs in absolute folders only', async () => {
    writeFileSync(join(cwd, 'ls'), '#!/bin/sh\necho hostile\n', { mode: 0o755 });
    const careless = { ...baseEnvironment, PATH: `.:${baseEnvironment.PATH}:` };
    const executing = local.create({}, { clock: systemClock, baseEnvironment: careless });

    const result = await executing.execute(
      { command: 'ls', cwd, timeoutMs: 15_000, maxOutputBytes: 1_000 },
      never(),
    );

    expect(result.stdout.head).toBe('ls\n');
  });

  test('lets no ordinary files pose as a repository that starts programs', async () => {
    const config = `[core]\nbare = false\nworktree = ${cwd}\nfsmonitor = "touch started; false"\n`;
    writeFileSync(join(cwd, 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(cwd, 'config'), config);
    for (const folder of ['objects', 'refs']) mkdirSync(join(cwd, folder));

    const posed = await run('git status');
    await run('mkdir sub && git init -q sub && cp config sub/.git/config && git -C sub status');

    expect(posed.exitCode).not.toBe(0);
    expect(existsSync(join(cwd, 'started'))).toBe(false);
  });

  test('takes nothing from the start files of the shell, also when there is input', async () => {
    for (const name of ['.bashrc', '.profile', '.bash_profile']) {
      writeFileSync(join(cwd, name), 'export API_KEY=secret; echo noise');
    }

    const result = await run('cat; env', { stdin: 'given\n', env: { HOME: cwd } });

    expect(result.stdout.head).toMatch(/^given\n/);
    expect(result.stdout.head).not.toMatch(/API_KEY|noise/);
    expect(result.stderr.head).toBe('');
  });
});

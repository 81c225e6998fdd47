import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { createLocalExecutor } from './index.ts';
import { baseEnvironment, createLocalBed, executor, never } from './local-bed.contract.ts';
import { NO_SHELL } from './start-problems.ts';

let cwd: string;
let run: ReturnType<typeof createLocalBed>['run'];

beforeEach(() => {
  ({ cwd, run } = createLocalBed());
});

describe('a command that cannot start', () => {
  test.each([
    ['its folder is missing', { cwd: '/nowhere/at/all' }, /does not exist/],
    ['its folder is a file', { cwd: '/etc/hostname' }, /is a file/],
    ['it is too long', { command: `echo ${'x'.repeat(200_000)}` }, /too long/],
    ['it holds a NUL', { command: 'echo \0' }, /NUL/],
  ])('says so when %s', async (_, request, problem) => {
    const result = await run('echo x', request);

    expect(result).toMatchObject({ ended: 'not_started', exitCode: undefined });
    expect(result.problem).toMatch(problem);
  });

  test('is foreseen by readiness where there is no shell, and goes once there is one', async () => {
    const shell = join(cwd, 'sh');
    const alone = { ...baseEnvironment, PATH: cwd };
    const bare = createLocalExecutor({ clock: systemClock, baseEnvironment: alone }, shell);
    const request = { command: 'echo x', cwd, timeoutMs: 15_000, maxOutputBytes: 100 };

    const before = [await bare.readiness(), await bare.execute(request, never())];
    symlinkSync('/bin/sh', shell);
    const after = [await bare.readiness(), await bare.execute(request, never())];

    expect(before).toMatchObject([
      { ready: false, reason: NO_SHELL },
      { ended: 'not_started', problem: NO_SHELL },
    ]);
    expect(after).toMatchObject([{ ready: true }, { ended: 'exited', exitCode: 0 }]);
    expect(await executor.readiness()).toEqual({ ready: true });
  });
});

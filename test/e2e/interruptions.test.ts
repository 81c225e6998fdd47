import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRuntime } from '../../src/app/create-runtime.ts';
import { loadSettings } from '../../src/app/load-settings.ts';
import { createEnvironment } from '../../src/config/environment.ts';
import {
  createProcessHome,
  eventsOf,
  PATIENCE,
  type ProcessHome,
  turnEndOf,
} from '../tools/process-home.ts';
import { wordsOf } from '../tools/strict-chat.ts';
import { connectStrictModel } from '../tools/strict-model.ts';
import { calls, later, says } from '../tools/strict-provider.ts';

const RUN = ['run', '--json', '--yes', '--session', 'work'];

/** A command that leaves a mark each time it begins, then takes a minute. */
function putSlowCommand({ workspace }: ProcessHome) {
  const mark = join(workspace, 'mark');
  const program = `require('node:fs').appendFileSync('mark', process.pid + '\\n');
setTimeout(() => {}, 60_000);`;
  writeFileSync(join(workspace, 'slow.cjs'), program);
  const pids = () =>
    existsSync(mark) ? readFileSync(mark, 'utf8').split('\n').filter(Boolean).map(Number) : [];
  onTestFinished(() => {
    for (const pid of pids().filter(isAlive)) process.kill(pid, 'SIGKILL');
  });
  return {
    pids,
    async began() {
      while (pids().length === 0) await sleep(20);
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Runs the slow command when asked to, and says what it was told last otherwise. */
const model = (messages: readonly Parameters<typeof wordsOf>[0][]) => {
  const last = messages.at(-1);
  const words = last === undefined ? '' : wordsOf(last);
  if (last?.role === 'user' && words.includes('be slow'))
    return calls('exec', { command: 'node slow.cjs' });
  return says(last?.role === 'tool' ? 'That did not end well.' : 'Fine.');
};

describe('a run that is interrupted', PATIENCE, () => {
  test('US9 V8 ends its command at Ctrl-C, and its session goes on with the strictest provider', async () => {
    const home = createProcessHome();
    const provider = await connectStrictModel(home, model);
    const slow = putSlowCommand(home);

    const first = home.start([...RUN, 'be slow']);
    await slow.began();
    first.kill('SIGINT');
    const end = await first.ended;

    expect(end.exitCode).toBe(130);
    expect(turnEndOf(end)).toMatchObject({ outcome: 'stopped', toolCalls: 1 });
    expect(slow.pids().filter(isAlive)).toEqual([]);

    const next = await home.run([...RUN, 'and now?']);

    expect(next).toMatchObject({ exitCode: 0, stderr: '' });
    expect(eventsOf(next)).toContainEqual(
      expect.objectContaining({ type: 'reply', text: 'Fine.' }),
    );
    expect(provider.violations).toEqual([]);
    expect(provider.taken).toHaveLength(2);
  });

  test('L3 V20 by kill -9 in a command is taken up again, and the command is not repeated but told as unknown', async () => {
    const home = createProcessHome();
    const provider = await connectStrictModel(home, model);
    const slow = putSlowCommand(home);

    const first = home.start([...RUN, 'be slow']);
    await slow.began();
    first.kill('SIGKILL');
    const { signal } = await first.ended;
    const next = await home.run(['run', '--yes', '--session', 'work', 'and now?']);

    expect(signal).toBe('SIGKILL');
    expect(slow.pids()).toHaveLength(1);
    expect(next.exitCode).toBe(0);
    expect(next.stdout).toContain('That did not end well.');
    expect(next.stdout).toContain('Nobody can say whether this happened: node slow.cjs');
    expect(next.stdout.trimEnd()).toMatch(/Fine\.$/);
    expect(provider.violations).toEqual([]);
    const outcomes = await home.read(async ({ turns }) => {
      const [, interrupted] = await turns.list({ sessionKey: 'cli:work' });
      const steps = await turns.steps(interrupted?.id ?? '');
      return steps.map(({ name, outcome }) => `${name} ${outcome}`);
    });
    expect(outcomes).toContain('tool_0_0 unknown');
  });

  test('V14 by SIGTERM while the model thinks is answered at the next start, first things first', async () => {
    const home = createProcessHome();
    const thinking = Promise.withResolvers<void>();
    const provider = await connectStrictModel(home, (messages, index) =>
      index === 0
        ? later(thinking.promise, says('Too late.'))
        : says(
            `Answer to ${wordsOf(messages.at(-1) ?? fail())
              .split('\n')
              .at(-1)}`,
          ),
    );
    onTestFinished(() => thinking.resolve());

    const first = home.start([...RUN, 'question one']);
    while (provider.taken.length === 0) await sleep(20);
    first.kill('SIGTERM');
    const { exitCode } = await first.ended;
    const next = await home.run(['run', '--session', 'work', 'question two']);

    expect(exitCode).toBe(143);
    expect(next.exitCode).toBe(0);
    expect(next.stdout).toMatch(/Answer to .*question one[\s\S]*Answer to .*question two/);
    expect(next.stdout).not.toContain('Too late.');
    expect(provider.violations).toEqual([]);
    expect(provider.taken.map((messages) => messages.length)).toEqual([2, 2, 4]);
  });
});

describe('a direct call that is interrupted', PATIENCE, () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('by %s ends its command before the process does', async (signal, code) => {
    const home = createProcessHome();
    const slow = putSlowCommand(home);
    const command = JSON.stringify({ command: 'node slow.cjs' });

    const call = home.start(['tools', 'call', 'exec', '--yes', '--json', command]);
    await slow.began();
    call.kill(signal);
    const { exitCode } = await call.ended;

    expect(exitCode).toBe(code);
    expect(slow.pids().filter(isAlive)).toEqual([]);
  });

  test('over the socket of another process ends its command there, and that process goes on', async () => {
    const home = createProcessHome();
    const slow = putSlowCommand(home);
    const command = JSON.stringify({ command: 'node slow.cjs' });
    const settings = await loadSettings({
      cwd: home.workspace,
      home: home.home,
      environment: createEnvironment({ PATH: process.env['PATH'] }),
      overrides: {},
    });
    const runtime = await createRuntime(settings);
    onTestFinished(runtime.close);

    const call = home.start(['tools', 'call', 'exec', '--yes', '--json', command]);
    await slow.began();
    call.kill('SIGTERM');
    const { exitCode, stderr } = await call.ended;
    while (slow.pids().some(isAlive)) await sleep(20);

    expect([exitCode, stderr]).toEqual([143, expect.stringContaining('told to stop')]);
    expect(await runtime.client.tools()).not.toEqual([]);
  });
});

function fail(): never {
  throw new Error('The model was asked nothing.');
}

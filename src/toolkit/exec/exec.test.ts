import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { executors } from '../../executors/index.ts';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../testing/temporary-workspace.ts';
import type { ToolResult } from '../../tools/tool.ts';
import { createExec } from './index.ts';

const executor = executors.local.create(
  {},
  { clock: systemClock, baseEnvironment: { PATH: '/usr/local/bin:/usr/bin:/bin' } },
);

let workspace: TemporaryWorkspace;

beforeEach(() => {
  workspace = createTemporaryWorkspace();
});

afterEach(() => workspace.remove());

function run(input: Record<string, unknown>, signal?: AbortSignal): Promise<ToolResult> {
  const tool = createExec(workspace.open, executor);
  return tool.execute(tool.input.parse(input), workspace.context(signal && { signal }));
}

function textOf(result: ToolResult): string {
  return result.success ? result.output : result.error;
}

describe('T12 exec', () => {
  test('gives exit code, duration and both streams by name', async () => {
    const result = await run({ command: 'echo out; echo err >&2' });

    expect(textOf(result)).toMatch(/^Exit code 0 after [\d.]+s\.\nstdout:\nout\nstderr:\nerr$/);
    expect(result).toMatchObject({
      success: true,
      metadata: { exitCode: 0, commandFailed: false, executor: 'local', truncated: false },
      origin: { source: 'command', trust: 'trusted' },
    });
  });

  test('tells a command that fails from a tool that fails', async () => {
    const failed = await run({ command: 'echo seen; exit 3' });
    const killed = await run({ command: 'kill -KILL $$' });

    expect(failed).toMatchObject({
      success: false,
      outcome: 'error',
      metadata: { exitCode: 3, commandFailed: true },
    });
    expect(textOf(failed)).toMatch(/^Exit code 3 .*\nstdout:\nseen$/);
    expect(killed).toMatchObject({ metadata: { commandFailed: true } });
    expect(textOf(killed)).toMatch(/^Ended by SIGKILL/);
  });

  test('keeps the end of a long output, says what was left out, and hands over the whole', async () => {
    const result = await run({ command: 'seq 1 20000; echo oops >&2; exit 1' });
    const text = textOf(result);

    expect(text.length).toBeLessThan(16_000);
    expect(text).toMatch(/^Exit code 1 .*\nstdout:\n1\n2\n/);
    expect(text).toMatch(/\[… [\d,]+ characters left out …\]\n\d+\n/);
    expect(text).toMatch(/\n19999\n20000\nstderr:\noops$/);
    expect(text.indexOf('left out')).toBeLessThan(text.length / 2);
    expect(result).toMatchObject({ metadata: { truncated: true } });
    expect(result.full).toContain('\n10000\n10001\n');
  });

  test('gives both streams room when both are long', async () => {
    const text = textOf(await run({ command: 'seq 1 20000; seq 30001 50000 >&2' }));

    expect(text).toMatch(/\n20000\nstderr:\n30001\n/);
    expect(text).toMatch(/\n50000$/);
  });

  test('shows what a terminal would have shown, without its codes', async () => {
    const command = String.raw`printf '\033[31mred\033[0m \033]0;title\007ok\r\n10%%\r50%%\r100%%\n\000\010end\n'`;

    expect(textOf(await run({ command }))).toMatch(/\nstdout:\nred ok\n100%\nend$/);
  });

  test('says when there was no output, and what was left running', async () => {
    expect(textOf(await run({ command: 'true' }))).toMatch(/\nNo output\.$/);
    expect(textOf(await run({ command: 'sleep 315.5 &' }))).toMatch(
      /1 process left running in the background ended with it/,
    );
  });

  test('passes stdin', async () => {
    expect(textOf(await run({ command: 'wc -c', stdin: '12345' }))).toMatch(/stdout:\n5$/);
  });
});

describe('T5 exec', () => {
  test('says after how long a command was ended, with its output so far', async () => {
    const result = await run({ command: 'echo begun; sleep 90', timeoutMs: 1_000 });

    expect(result).toMatchObject({ success: false, outcome: 'timeout' });
    expect(textOf(result)).toMatch(
      /timed out after 1s; what could be found of it was ended\..*\nstdout:\nbegun$/s,
    );
    expect((await run({ command: 'echo next' })).success).toBe(true);
  });

  test('US9 V8 says that it was cancelled', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 200);

    const result = await run({ command: 'sleep 90' }, controller.signal);

    expect(result).toMatchObject({ success: false, metadata: { ended: 'cancelled' } });
    expect(textOf(result)).toMatch(/^Cancelled after/);
  });

  test('has more time than any command may take', () => {
    const { timeoutMs = 0, input } = createExec(workspace.open, executor);

    expect(timeoutMs).toBeGreaterThan(600_000);
    expect(input.safeParse({ command: 'x', timeoutMs: 600_001 }).success).toBe(false);
  });

  test('keeps to the limits of the owner', async () => {
    const limits = { timeoutMs: 1_000, maxOutputBytes: 2_000 };
    const tool = createExec(workspace.open, executor, limits);
    const go = (command: string) =>
      tool.execute(tool.input.parse({ command }), workspace.context());

    const late = await go('sleep 90');
    const long = await go('seq 1 20000');

    expect(late).toMatchObject({ success: false, outcome: 'timeout' });
    expect(tool.input.safeParse({ command: 'x', timeoutMs: 1_001 }).success).toBe(false);
    expect(textOf(long).length).toBeLessThan(3_000);
    expect(textOf(long)).toMatch(/\n20000$/);
  });
});

describe('X1 the folder of a command', () => {
  test('is the workspace, or one in it', async () => {
    mkdirSync(join(workspace.path, 'sub'));

    expect(textOf(await run({ command: 'pwd' }))).toContain(`\n${workspace.path}`);
    expect(textOf(await run({ command: 'pwd', cwd: 'sub' }))).toContain(`${workspace.path}/sub`);
  });

  test.each([
    ['..', /outside the workspace/, 'deny'],
    ['up', /outside the workspace/, 'deny'],
    ['runtime', /stay private/, 'deny'],
    ['absent', /no folder of the workspace/, 'allow'],
    ['a.txt', /no folder of the workspace/, 'allow'],
  ])('is never %s', async (cwd, error, action) => {
    workspace.write('a.txt', '');
    symlinkSync('..', join(workspace.path, 'up'));
    const { guard, input } = createExec(workspace.open, executor);

    const decision = await guard?.(input.parse({ command: 'pwd', cwd }), workspace.guardContext);

    expect(decision).toMatchObject({ action });
    expect(await run({ command: 'pwd', cwd })).toMatchObject({
      success: false,
      error: expect.stringMatching(error),
    });
  });

  test.each([
    ['cat notes', 'deny', 'private_path'],
    ['head -n 3 "notes" sub/own', 'deny', 'private_path'],
    ['cat sub/own', 'deny', 'private_path'],
    ['wc -l < elsewhere/diary', 'ask', 'unreadable_command'],
    ['cat plain inner', 'allow', 'none'],
    ['tools/sh build.sh', 'allow', 'none'],
    ['echo no-such-file', 'allow', 'none'],
  ])('holds the links that "%s" names: %s', async (command, action, patternKey) => {
    for (const name of ['plain', 'runtime/data', 'sub/x', 'tools/x']) workspace.write(name, '');
    symlinkSync('/etc/passwd', join(workspace.path, 'notes'));
    symlinkSync('../runtime/data', join(workspace.path, 'sub/own'));
    symlinkSync('plain', join(workspace.path, 'inner'));
    symlinkSync('/usr/bin/env', join(workspace.path, 'tools/sh'));
    const outside = createTemporaryWorkspace();
    outside.write('diary', '');
    symlinkSync(outside.path, join(workspace.path, 'elsewhere'));
    const { guard, input } = createExec(workspace.open, executor);

    const decision = await guard?.(input.parse({ command }), workspace.guardContext);
    outside.remove();

    expect(decision).toMatchObject({ action, patternKey });
  });

  test('is part of what the person is asked about', () => {
    const { summarize, input } = createExec(workspace.open, executor);

    expect(summarize(input.parse({ command: 'make', cwd: 'sub' }))).toBe('make  (in sub)');
  });
});

describe('the input of a command', () => {
  const said = (command: string, stdin: string) => {
    const { summarize, input } = createExec(workspace.open, executor);
    return summarize(input.parse({ command, stdin }));
  };

  test('is shown to the person who is asked', () => {
    expect(said('python3 -', 'import os\nos.remove("a")')).toBe(
      'python3 -\nstdin:\nimport os\nos.remove("a")',
    );
  });

  test('is named for what is missing of it when it is long', () => {
    expect(said('wc', `first ${'x'.repeat(9_000)} last`)).toMatch(
      /^wc\nstdin:\nfirst x+\n\[… 5,011 characters are not shown …\]\nx+ last$/,
    );
  });
});

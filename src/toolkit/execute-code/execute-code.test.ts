import { readdirSync } from 'node:fs';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { createLocalExecutor } from '../../executors/local/index.ts';
import { createGuard } from '../../security/guard.ts';
import { createTemporaryWorkspace } from '../../testing/temporary-workspace.ts';
import { createExecuteCode } from './index.ts';

const clock = systemClock;
const PATH = '/usr/local/bin:/usr/bin:/bin';
const guard = createGuard({ home: '/home/ada', protectedPaths: [] });

function createBed({ path = PATH, nodePath = process.execPath } = {}) {
  const workspace = createTemporaryWorkspace();
  onTestFinished(() => workspace.remove());
  const executor = createLocalExecutor({ clock, baseEnvironment: { PATH: path } });
  const tool = createExecuteCode(workspace.open, {
    executor,
    clock,
    judge: (input, around) => guard({ capabilities: ['process.exec'], input }, around).decision,
    nodePath,
    limits: { timeoutMs: 60_000, maxOutputBytes: 100_000 },
  });
  const run = (language: string, code: string, more = {}) =>
    tool.execute(tool.input.parse({ language, code, ...more }), workspace.context());
  return { workspace, tool, run };
}

let bed: ReturnType<typeof createBed>;

beforeEach(() => {
  bed = createBed();
});

/** Text that a shell would make something else of. */
const AWKWARD = `'"$HOME\`id\`$(id)\\\\n!!`;

describe('execute_code', () => {
  test.each([
    ['python', `import sys\nprint(r'''${AWKWARD}''')\nprint("err", file=sys.stderr)\nsys.exit(3)`],
    [
      'javascript',
      `console.log(String.raw\`${AWKWARD.replaceAll('`', "'")}\`);\nconsole.error('err');\nprocess.exitCode = 3;`,
    ],
    ['bash', `cat <<'E'\n${AWKWARD}\nE\necho err >&2\nexit 3`],
  ])('runs %s as it was written, with exit code and both streams', async (language, code) => {
    const result = await bed.run(language, code);

    const printed = language === 'javascript' ? AWKWARD.replaceAll('`', "'") : AWKWARD;
    expect(result).toMatchObject({ success: false, metadata: { exitCode: 3, language } });
    expect(!result.success && result.error).toMatch(/^Exit code 3 after/);
    expect(!result.success && result.error).toContain(`stdout:\n${printed}\nstderr:\nerr`);
    expect(readdirSync(bed.workspace.path)).toEqual([]);
  });

  test('runs JavaScript with our own Node, as a module where it is one', async () => {
    const code = `import { sep } from 'node:path';\nconsole.log(await Promise.resolve(process.version + sep));`;

    expect(await bed.run('javascript', code)).toMatchObject({
      success: true,
      output: expect.stringContaining(`${process.version}/`),
    });
  });

  test('leaves a command of a bash program no line of the program to read', async () => {
    const result = await bed.run('bash', 'cat\necho after');

    expect(result).toMatchObject({ output: expect.stringMatching(/stdout:\nafter$/) });
  });

  test('sees the files of its folder', async () => {
    bed.workspace.write('sub/data.txt', '42');

    const result = await bed.run('python', 'print(open("data.txt").read())', { cwd: 'sub' });

    expect(result).toMatchObject({ output: expect.stringMatching(/stdout:\n42$/) });
  });

  test('T5 ends a program that takes too long', async () => {
    const result = await bed.run('python', 'while True: pass', { timeoutMs: 300 });

    expect(result).toMatchObject({ success: false, outcome: 'timeout' });
  });

  test('T13 cuts a flood and keeps the whole', async () => {
    const result = await bed.run('javascript', 'for (let i = 0; i < 9000; i++) console.log(i)');

    expect(result).toMatchObject({ success: true, metadata: { truncated: true } });
    expect(result.full).toMatch(/\n4500\n/);
  });

  test.each([
    ['of a folder outside', { cwd: '..' }, /outside the workspace/],
    ['of a file', { cwd: 'file' }, /no folder of the workspace/],
  ])('runs nothing %s', async (_, more, error) => {
    bed.workspace.write('file', '');

    expect(await bed.run('bash', 'true', more)).toMatchObject({
      success: false,
      error: expect.stringMatching(error),
    });
  });
});

describe('the languages', () => {
  test('that are missing are named with those that are there', async () => {
    const { run, tool } = createBed({ path: '/nowhere', nodePath: process.execPath });

    const result = await run('python', 'print(1)');

    expect(await tool.readiness?.()).toEqual({ ready: true });
    expect(result).toMatchObject({
      success: false,
      error: 'There is no python here. There is: javascript.',
    });
  });

  test('must be one at least', async () => {
    const { tool } = createBed({ path: '/nowhere', nodePath: '/nowhere/node' });

    expect(await tool.readiness?.()).toEqual({
      ready: false,
      reason: 'None of python3, node and bash is installed.',
    });
  });
});

describe('S8 the guard of execute_code', () => {
  const judge = (input: Record<string, unknown>) =>
    bed.tool.guard?.(bed.tool.input.parse(input), bed.workspace.guardContext);

  test.each([
    [{ language: 'bash', code: 'rm -rf /' }, 'deny'],
    [{ language: 'bash', code: 'echo x' }, 'allow'],
    [{ language: 'python', code: 'print(1)', cwd: '/etc' }, 'deny'],
    [{ language: 'python', code: 'print(1)' }, 'allow'],
  ])('judges %o: %s', async (input, action) => {
    expect((await judge(input))?.action).toBe(action);
  });

  test('leaves it to the person, who sees the code', () => {
    const { decision } = guard(
      { capabilities: bed.tool.capabilities, input: { language: 'python', code: 'x' } },
      { workspace: bed.workspace.path, networkPolicy: 'allow' },
    );
    const input = bed.tool.input.parse({ language: 'python', code: 'print(1)\nprint(2)' });

    expect(decision).toMatchObject({ action: 'ask', patternKey: 'unguarded_code' });
    expect(bed.tool.summarize(input)).toBe('run python\ncode:\nprint(1)\nprint(2)');
  });
});

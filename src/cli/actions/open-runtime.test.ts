import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RuntimeClient } from '../../app/runtime-client.ts';
import { createCliHome } from '../../testing/cli-home.ts';
import { EXIT } from '../exit-codes.ts';

let home: ReturnType<typeof createCliHome>;
let running: RuntimeClient;

beforeEach(async () => {
  home = createCliHome();
  const { app } = home.stage().deps;
  running = await app.openClient(await app.loadSettings({ set: [] }));
});

afterEach(async () => {
  await running.close();
  home.remove();
});

async function runBeside(
  argv: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<{ code: number; notes: string; output: string }> {
  const stage = home.stage({ variables });
  stage.endInput();
  const code = await stage.run(...argv);
  return { code, notes: stage.notes(), output: stage.output() };
}

const WRITE = ['run', 'write "x" to made.txt'];

describe('a command beside a running runtime', () => {
  test('is served when it says nothing else', async () => {
    const { code } = await runBeside(WRITE);

    expect(code).toBe(EXIT.done);
    expect(home.list(home.cwd)).toEqual(['made.txt']);
  });

  test.each([
    ['run', WRITE],
    ['a call of a tool', ['tools', 'call', 'list_dir']],
    ['a chat', ['chat']],
  ])('is refused for another workspace: %s', async (_name, argv) => {
    const other = join(home.home, 'other');
    mkdirSync(other);

    const { code, notes, output } = await runBeside(['--workspace', other, ...argv]);

    expect(code).toBe(EXIT.failed);
    expect(notes).toContain(`works in ${home.cwd}, not in ${other}`);
    expect(output).toBe('');
    expect(home.list(home.cwd)).toEqual([]);
  });

  test.each([
    ['a flag', ['--set', 'tools.exec.enabled=false'], {}],
    ['a variable', [], { ECHO_AGENT_TOOLS__EXEC__ENABLED: 'false' }],
  ])('is refused for another setting by %s', async (_name, flags, variables) => {
    const { code, notes } = await runBeside([...flags, ...WRITE], variables);

    expect(code).toBe(EXIT.failed);
    expect(notes).toContain('with other settings than given here: tools.exec.enabled');
    expect(home.list(home.cwd)).toEqual([]);
  });

  test('is served when what it says holds there too', async () => {
    const { code } = await runBeside(
      ['--set', 'execution.networkPolicy=deny', '--workspace', home.cwd, ...WRITE],
      { HTTPS_PROXY: 'http://127.0.0.1:9' },
    );

    expect(code).toBe(EXIT.done);
  });

  test('backs up whatever the workspace is', async () => {
    const target = join(home.home, 'copy.bak');

    const { code } = await runBeside(['--workspace', home.home, 'backup', target]);

    expect(code).toBe(EXIT.done);
  });
});

describe('a workspace that cannot be made', () => {
  test('is wrong usage, and leaves nothing locked', async () => {
    await running.close();
    home.write(join(home.home, 'file'), '');

    const refused = await runBeside(['--workspace', join(home.home, 'file', 'inner'), ...WRITE]);
    const after = await runBeside(WRITE);

    expect(refused.code).toBe(EXIT.usage);
    expect(refused.notes).toContain('is no folder and cannot be made');
    expect(after.code).toBe(EXIT.done);
  });
});

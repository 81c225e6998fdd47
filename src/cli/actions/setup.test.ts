import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CliHome, createCliHome } from '../../testing/cli-home.ts';

let home: CliHome;

beforeEach(() => {
  home = createCliHome();
});

afterEach(() => home.remove());

describe('F3 setup without questions', () => {
  test('writes what the flags say to a file that only its owner can read', async () => {
    const { run, output } = home.stage();

    const code = await run(
      ...['setup', '--provider', 'deepseek', '--network-policy', 'restricted'],
      ...['--workspace', 'work', '--yes'],
    );

    expect(code).toBe(0);
    expect(home.read(home.file)).toBe(
      [
        'models:',
        '  default: deepseek/deepseek-flash',
        'workspace:',
        `  path: ${join(home.cwd, 'work')}`,
        'execution:',
        '  networkPolicy: restricted',
        '',
      ].join('\n'),
    );
    expect(statSync(home.file).mode & 0o777).toBe(0o600);
    expect(output()).toContain('+ models:');
  });

  test('keeps everything else in the file, its comments too, and a copy of it as it was', async () => {
    const before = '# mine\nagent:\n  name: Mia # short\nmodels:\n  default: offline/offline\n';
    home.write(home.file, before);
    const { run, output } = home.stage();

    await run('setup', '--provider', 'openai', '--model', 'openai/gpt-x', '--yes');

    const [backup = ''] = home.list(home.dataDir).filter((name) => name.endsWith('.bak'));
    expect(home.read(home.file)).toBe(before.replace('offline/offline', 'openai/gpt-x'));
    expect(home.read(join(home.dataDir, backup))).toBe(before);
    expect(output()).toContain('  -   default: offline/offline\n  +   default: openai/gpt-x\n');
  });

  test('changes nothing the second time, nor when nothing is asked for', async () => {
    const { run, output } = home.stage();
    const flags = ['setup', '--provider', 'offline', '--yes'];

    await run(...flags);
    const files = home.list(home.dataDir);
    const again = await run(...flags);
    const nothing = await run('setup', '--yes');

    expect([again, nothing]).toEqual([0, 0]);
    expect(home.list(home.dataDir)).toEqual(files);
    expect(output().match(/Nothing is to be changed/g)).toHaveLength(2);
  });

  test('F2 refers to a key by its variable or its file, and shows it nowhere', async () => {
    const keyFile = join(home.home, 'key.txt');
    home.write(keyFile, 'sk-very-secret');
    const { run, output } = home.stage({ variables: { MY_KEY: 'sk-other-secret' } });

    await run('setup', '--provider', 'openai', '--key-variable', 'MY_KEY', '--yes');
    const first = home.read(home.file);
    await run('setup', '--provider', 'deepseek', '--key-file', keyFile, '--yes');

    expect(first).toMatch(/apiKey: \$\{MY_KEY\}/);
    expect(home.read(home.file)).toContain(`{file:${keyFile}}`);
    expect(output() + home.read(home.file)).not.toContain('secret');
  });

  test.each([
    [['--provider', 'deepseek'], {}, 1],
    [['--provider', 'deepseek'], { DEEPSEEK_API_KEY: 'k' }, 0],
    [['--provider', 'ollama', '--model', 'm'], {}, 0],
    [['--provider', 'offline'], {}, 0],
  ])('says that a key is missing: %j with %j', async (flags, variables, times) => {
    const { run, output } = home.stage({ variables });

    await run('setup', ...flags, '--yes');

    expect(output().match(/There is no key yet: set DEEPSEEK_API_KEY/g) ?? []).toHaveLength(times);
  });

  test('leaves a configuration behind that nothing is to be said about', async () => {
    const { run, output } = home.stage();

    await run('setup', '--provider', 'offline', '--yes');
    await run('config', 'check');

    expect(output()).not.toContain('! ');
  });

  test('speaks of the file itself when a change is refused', async () => {
    const { run, notes } = home.stage();

    await run('setup', '--provider', 'openai', '--key-variable', 'NOPE', '--yes');

    expect(notes()).toContain('~/.echo-agent/echo-agent.yaml');
    expect(notes()).not.toContain('preview');
  });

  test('writes nothing where nobody said yes and nobody can be asked', async () => {
    const { run, notes } = home.stage();

    const code = await run('setup', '--provider', 'offline');

    expect(code).toBe(3);
    expect(notes()).toContain('add `--yes`');
    expect(home.list(home.home)).not.toContain('echo-agent.yaml');
    expect(home.list(home.dataDir)).toEqual([]);
  });

  test.each([
    ['a provider nobody knows', ['--provider', 'opnai'], 'cannot be opnai'],
    ['a model without a provider', ['--model', 'gpt'], '--provider'],
    ['a provider that has no usual model', ['--provider', 'azure'], '--model'],
    ['a policy nobody knows', ['--network-policy', 'open'], 'deny, restricted, allow'],
    [
      'an address that is none',
      ['--provider', 'vllm', '--model', 'm', '--base-url', 'x'],
      'baseUrl',
    ],
    ['a variable that is not set', ['--provider', 'openai', '--key-variable', 'NOPE'], 'NOPE'],
  ])('refuses %s and writes nothing', async (_name, flags, said) => {
    const { run, notes } = home.stage();

    const code = await run('setup', ...flags, '--yes');

    expect(code).toBe(2);
    expect(notes()).toContain(said);
    expect(home.list(home.home)).toEqual(['project']);
  });
});

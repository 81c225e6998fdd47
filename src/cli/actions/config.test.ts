import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CliHome, createCliHome } from '../../testing/cli-home.ts';

let home: CliHome;

beforeEach(() => {
  home = createCliHome();
});

afterEach(() => home.remove());

describe('F1 config show', () => {
  test('prints each value with where it came from: file, variable, flag or default', async () => {
    home.write(home.file, 'agent:\n  name: Mia\nexecution:\n  networkPolicy: allow\n');
    const { run, output } = home.stage({ variables: { ECHO_AGENT_LOG__LEVEL: 'debug' } });

    const code = await run('config', 'show', '--set', 'execution.networkPolicy=deny');

    const shown = output();
    expect(code).toBe(0);
    expect(shown).toMatch(/^agent\.name +"Mia" +~\/\.echo-agent\/echo-agent\.yaml:2$/m);
    expect(shown).toMatch(/^log\.level +"debug" +ECHO_AGENT_LOG__LEVEL$/m);
    expect(shown).toMatch(/^execution\.networkPolicy +"deny" +--set$/m);
    expect(shown).toMatch(/^agent\.language +"auto" +default$/m);
  });

  test('prints the workspace that a command would work in, and why', async () => {
    const { run, output } = home.stage();

    await run('config', 'show', 'workspace');
    await run('config', 'show', 'workspace', '--set', 'workspace.path=/elsewhere');

    const [unsaid = '', said = ''] = output().trim().split('\n');
    expect(unsaid).toMatch(/^workspace\.path +"(.*)" +current folder$/);
    expect(unsaid).toContain(home.cwd);
    expect(said).toMatch(/^workspace\.path +"\/elsewhere" +--set$/);
  });

  test('F2 masks secrets, in tables and in JSON', async () => {
    home.write(home.file, 'providers:\n  deepseek:\n    apiKey: sk-very-secret-value\n');
    const { run, output } = home.stage();

    await run('config', 'show');
    await run('config', 'show', 'providers', '--json');

    expect(output()).toContain('providers.deepseek.apiKey');
    expect(output()).not.toContain('very-secret');
  });

  test('prints one key, or the keys below it', async () => {
    const { run, output } = home.stage();

    await run('config', 'show', 'agent.caps', '--json');

    const paths = output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).path);
    expect(paths).toContain('agent.caps.tokens');
    expect(paths.every((path) => path.startsWith('agent.caps.'))).toBe(true);
  });
});

describe('config check', () => {
  test('names every problem with its place and ends with a failure', async () => {
    home.write(home.file, 'agnet:\n  name: x\nlog:\n  level: loud\n');
    const { run, output } = home.stage();

    const code = await run('config', 'check');

    expect(code).toBe(1);
    expect(output().trim().split('\n')).toHaveLength(2);
    expect(output()).toContain('agent');
    expect(output()).toContain('echo-agent.yaml:1');
  });

  test('says that all is well, in Chinese too', async () => {
    const { run, output } = home.stage({ variables: { LANG: 'zh_CN.UTF-8' } });

    expect(await run('config', 'check')).toBe(0);
    expect(output()).toBe('配置有效。没有配置文件，使用默认值。\n');
  });
});

describe('F3 config migrate', () => {
  test('rewrites the old names, keeps the old file, and does nothing twice', async () => {
    home.write(home.file, 'execution:\n  network_policy: deny # safe\n');
    const { run, output } = home.stage();

    await run('config', 'migrate');
    await run('config', 'migrate');

    expect(home.read(home.file)).toBe('execution:\n  networkPolicy: deny # safe\n');
    expect(home.list(home.dataDir).filter((name) => name.endsWith('.bak'))).toHaveLength(1);
    expect(output()).toContain('Nothing was changed.');
  });
});

describe('config path and schema', () => {
  test('prints the file in use: the one named, that of the folder, else that of the person', async () => {
    const { run, output } = home.stage();

    await run('config', 'path');
    home.write(`${home.cwd}/echo-agent.yaml`, '');
    await run('config', 'path');
    home.write(`${home.cwd}/other.yaml`, '');
    await run('config', 'path', '-c', 'other.yaml');

    expect(output().trim().split('\n')).toEqual([
      home.file,
      `${home.cwd}/echo-agent.yaml`,
      `${home.cwd}/other.yaml`,
    ]);
  });

  test('prints JSON Schema that names the sections of adapters', async () => {
    const { run, output } = home.stage();

    await run('config', 'schema');

    const schema = JSON.parse(output());
    expect(Object.keys(schema.properties)).toEqual(
      expect.arrayContaining(['agent', 'providers', 'channels']),
    );
  });
});

describe('bad configuration in any command', () => {
  test.each([
    ['a missing file', ['-c', 'gone.yaml', 'sessions', 'list'], 'gone.yaml'],
    ['an unknown key', ['--set', 'agent.nmae=x', 'status'], 'agent.name'],
    ['a wrong type', ['--set', 'agent.caps.tokens=many', 'doctor'], 'agent.caps.tokens'],
  ])('says one plain sentence about %s', async (_name, argv, named) => {
    const { run, output, notes } = home.stage();

    const code = await run(...argv);

    const said = (notes() + output())
      .trim()
      .split('\n')
      .filter((line) => line.includes(named));
    expect(code).toBe(argv.includes('doctor') ? 1 : 2);
    expect(said).toHaveLength(1);
    expect(notes()).not.toContain('    at ');
  });

  test('says where YAML is malformed', async () => {
    home.write(home.file, 'agent: {name: x\n');
    const { run, notes } = home.stage();

    const code = await run('status');

    expect(code).toBe(2);
    expect(notes()).toContain('echo-agent.yaml');
  });
});

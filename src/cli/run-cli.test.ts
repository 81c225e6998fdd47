import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCliStage } from '../testing/cli-stage.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'echo-cli-'));
});

afterEach(() => rmSync(home, { recursive: true }));

const OPENS_NOTHING = {
  app: {
    loadSettings: () => Promise.reject(new TypeError('This opens nothing.')),
    openReader: () => Promise.reject(new TypeError('This opens nothing.')),
  },
};

describe('help', () => {
  test('opens nothing and names every command', async () => {
    const { run, output } = createCliStage(OPENS_NOTHING);

    const code = await run('--help');

    const names = output().matchAll(/^ {2}([a-z]+) .*$/gm);
    expect(code).toBe(0);
    expect(Array.from(names, ([, name]) => name)).toEqual([
      'chat',
      'run',
      'sessions',
      'trace',
      'tools',
      'mcp',
      'config',
      'setup',
      'doctor',
      'status',
      'backup',
      'restore',
      'help',
    ]);
  });

  test.each([
    [['--lang', 'zh', '--help'], {}],
    [['run', '--help', '--lang=zh'], {}],
    [['--help'], { LANG: 'zh_CN.UTF-8' }],
    [['--help'], { LC_ALL: 'zh_TW.UTF-8', LANG: 'en_US.UTF-8' }],
  ])('speaks Chinese for %j %j', async (argv, variables) => {
    const { run, output } = createCliStage({ ...OPENS_NOTHING, variables });

    expect(await run(...argv)).toBe(0);
    expect(output()).toContain('用法：');
    expect(output()).not.toMatch(/Usage|Options|Commands|display help/);
  });

  test('prints the version', async () => {
    const { run, output } = createCliStage(OPENS_NOTHING);

    expect([await run('-V'), output()]).toEqual([0, '9.9.9\n']);
  });
});

describe('wrong usage', () => {
  test.each([
    [['sesions'], 'Did you mean sessions?'],
    [['frobnicate'], 'There is no command frobnicate.'],
    [['sessions', 'lst'], 'Did you mean list?'],
    [['config', 'frobnicate'], 'There is no command frobnicate here. Add `--help`'],
    [['sessions'], '--help'],
    [['run', '--jsn', 'x'], 'Did you mean --json?'],
    [['--frobnicate'], 'There is no option --frobnicate here.'],
    [['run'], 'The argument prompt is missing.'],
    [['backup', 'a', 'b'], 'too many arguments'],
    [['tools', 'call', 'exec', '{}'], 'with `--json`'],
    [['sessions', 'list', '--limit', 'some'], 'whole number'],
    [['sessions', 'list', '-c'], 'needs a value'],
    [['--lang', 'fr', 'status'], 'It can be: en, zh.'],
    [['sessions', 'export', 'x', '-f', 'pdf'], 'It can be: markdown, jsonl.'],
  ])('is one plain sentence and exit code 2: %j', async (argv, said) => {
    const { run, output, notes } = createCliStage(OPENS_NOTHING);

    const code = await run(...argv);

    expect([code, output()]).toEqual([2, '']);
    expect(notes()).toContain(said);
    expect(notes().trim().split('\n')).toHaveLength(1);
  });

  test('lets no escape sequence of an argument reach the terminal', async () => {
    const { run, notes } = createCliStage(OPENS_NOTHING);

    await run('--\u001b[2J');

    expect(notes()).not.toContain('\u001b');
  });
});

describe('the language', () => {
  const ENGLISH = 'No runtime is running';
  const CHINESE = '没有正在运行的运行时';
  const chinese = { LANG: 'zh_CN.UTF-8' };

  test.each([
    { flags: [], language: 'zh', variables: {}, said: CHINESE },
    { flags: ['--lang', 'en'], language: 'zh', variables: chinese, said: ENGLISH },
    { flags: [], language: 'en', variables: chinese, said: ENGLISH },
    { flags: [], language: 'auto', variables: chinese, said: CHINESE },
    { flags: [], language: 'auto', variables: { LC_MESSAGES: 'zh_TW' }, said: CHINESE },
  ])('is that of the flag, else the configuration, else the terminal: %j', async (given) => {
    const { run, output } = createCliStage({
      app: { connect: async () => undefined },
      variables: given.variables,
      config: { agent: { language: given.language } },
    });

    await run('status', ...given.flags);

    expect(output()).toContain(given.said);
  });
});

describe('L13 a failure that nobody foresaw', () => {
  test('is a generic sentence with an error id, and its cause is in the log only', async () => {
    const cause = new TypeError('apiKey=sk-abcdefghijklmnop is undefined');
    const { run, notes } = createCliStage({
      home,
      app: { loadSettings: () => Promise.reject(cause) },
    });

    const code = await run('status');

    const path = join(home, '.echo-agent', 'logs', 'cli.jsonl');
    const errorId = /err_\w+/.exec(notes())?.[0];
    const logged = readFileSync(path, 'utf8');
    expect(code).toBe(1);
    expect(notes()).toContain('Something went wrong. Error id: ');
    expect(notes()).toContain(path);
    expect(notes()).not.toContain('undefined');
    expect(logged).toContain(errorId);
    expect(logged).toContain('is undefined');
    expect(logged).not.toContain('sk-abcdefghijklmnop');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

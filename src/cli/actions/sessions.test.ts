import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '../../storage/index.ts';
import { append, session } from '../../storage/samples.contract.ts';
import type { Storage } from '../../storage/storage.ts';
import { createCliStage } from '../../testing/cli-stage.ts';
import { createScriptedClient } from '../../testing/scripted-client.ts';

let storage: Storage;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'echo-sessions-'));
  storage = await openStorage('sqlite', { dataDir: ':memory:', durability: 'full', now: () => 1 });
  await storage.commit([
    { op: 'put-session', session: session('cli:main', { title: '修复 构建', updatedAt: 2_000 }) },
    { op: 'put-session', session: session('web:7', { principal: 'web:eve', title: '\u001b[2Jx' }) },
    append('cli:main', 't1', 'the build is red'),
    append('web:7', 't2', 'my build is green'),
  ]);
});

afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

function stage(options: Parameters<typeof createCliStage>[0] = {}) {
  return createCliStage({
    storage,
    cwd: folder,
    config: { agent: { timeZone: 'UTC' } },
    ...options,
  });
}

describe('sessions list', () => {
  test('lists conversations with the latest first, harmless for a terminal', async () => {
    const { run, output } = stage();

    const code = await run('sessions', 'list');

    expect(code).toBe(0);
    expect(output()).toBe(
      'cli:main  1970-01-01 00:00:02  修复 构建\nweb:7     1970-01-01 00:00:00  ␛[2Jx\n',
    );
  });

  test('leaves out what agents and their workers say to each other, unless asked', async () => {
    const worker = { title: 'count them', parent: 'cli:main', updatedAt: 3_000 };
    await storage.commit([{ op: 'put-session', session: session('agent:1-a', worker) }]);
    const few = stage();
    const all = stage();

    await few.run('sessions', 'list');
    await all.run('sessions', 'list', '--all');

    expect(few.output()).not.toContain('agent:1-a');
    expect(all.output()).toMatch(/^agent:1-a {2}.*\[worker of cli:main\] count them\ncli:main /);
  });

  test('prints one JSON object a line', async () => {
    const { run, output } = stage();

    await run('sessions', 'list', '--json', '--limit', '1');

    expect(
      output()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).key),
    ).toEqual(['cli:main']);
  });

  test('says so when there is no database yet, and prints nothing into a pipe', async () => {
    const { run, output, notes } = createCliStage();

    const code = await run('--lang', 'zh', 'sessions', 'list');

    expect([code, output(), notes()]).toEqual([0, '', '还没有会话。\n']);
  });
});

describe('sessions show', () => {
  test('prints the transcript of a conversation by its short name', async () => {
    const { run, output } = stage();

    await run('sessions', 'show', 'main');

    expect(output()).toBe('you  1970-01-01 00:00:00\nthe build is red\n\n');
  });

  test('names a conversation that does not exist', async () => {
    const { run, notes } = stage();

    const code = await run('sessions', 'show', 'nobody');

    expect(code).toBe(1);
    expect(notes()).toContain('There is no conversation nobody.');
  });
});

describe('L18 sessions search', () => {
  test("finds everybody's messages, because the owner searches", async () => {
    const { run, output } = stage();

    await run('sessions', 'search', 'build');

    const found = output()
      .trim()
      .split('\n')
      .map((line) => line.split('  ')[0]);
    expect(found.sort()).toEqual(['cli:main', 'web:7']);
  });

  test('wants every word', async () => {
    const { run, output, notes } = stage();

    await run('sessions', 'search', 'build', 'red');
    await run('sessions', 'search', 'purple build');

    expect(output().trim().split('\n')).toHaveLength(1);
    expect(notes()).toContain('No message holds all of these words: purple build');
  });
});

describe('sessions export', () => {
  test('writes to a new file that only its owner can read', async () => {
    const { run, notes } = stage();

    const code = await run('sessions', 'export', 'main', '-f', 'jsonl', '-o', 'out.jsonl');

    const path = join(folder, 'out.jsonl');
    expect([code, notes()]).toEqual([0, `Written to ${path}.\n`]);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('never overwrites a file', async () => {
    const { run, notes } = stage();

    await run('sessions', 'export', 'main', '-o', 'out.md');
    const code = await run('sessions', 'export', 'web:7', '-o', 'out.md');

    expect(code).toBe(1);
    expect(notes()).toContain('exists already');
    expect(readFileSync(join(folder, 'out.md'), 'utf8')).toContain('red');
  });

  test('prints to the standard output without a file', async () => {
    const { run, output } = stage();

    await run('sessions', 'export', 'main');

    expect(output()).toMatch(/^# 修复 构建\n/);
  });
});

describe('sessions delete', () => {
  function deleting(options: Parameters<typeof createCliStage>[0] = {}) {
    const deleted: string[] = [];
    const { client } = createScriptedClient({
      overrides: { deleteSession: async (key) => void deleted.push(key) },
    });
    return { deleted, ...stage({ client, ...options }) };
  }

  test('deletes through the runtime once it is told that it is meant', async () => {
    const { run, deleted, notes } = deleting();

    const code = await run('sessions', 'delete', 'main', '--yes');

    expect([code, deleted, notes()]).toEqual([0, ['cli:main'], 'Deleted: cli:main.\n']);
  });

  test('deletes nothing where nobody can be asked', async () => {
    const { run, deleted, notes } = deleting();

    const code = await run('sessions', 'delete', 'main');

    expect([code, deleted]).toEqual([3, []]);
    expect(notes()).toContain('add `--yes`');
  });

  test('takes nothing for an answer that was typed before the question', async () => {
    const { run, deleted, sees, type } = deleting({ terminal: { columns: 120 } });
    type('y\n');

    const ended = run('sessions', 'delete', 'main');
    await sees('[y/N]');
    type('n\n');

    expect([await ended, deleted]).toEqual([1, []]);
  });

  test.each([
    ['y', 0, ['cli:main']],
    ['', 1, []],
    ['yes please', 1, []],
  ])('takes the answer %j at a terminal', async (answer, code, keys) => {
    const { run, deleted, sees, type } = deleting({ terminal: { columns: 120 } });

    const ended = run('sessions', 'delete', 'main');
    await sees('[y/N]');
    type(`${answer}\r`);

    expect([await ended, deleted]).toEqual([code, keys]);
  });
});

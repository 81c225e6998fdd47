import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProcessHome, PATIENCE } from '../tools/process-home.ts';

const REFUSE = join(import.meta.dirname, '../tools/refuse-network.mjs');

/** What lets no process out, and where it writes down who tried. */
function noNetwork(root: string) {
  const log = join(root, 'refused.log');
  return {
    variables: { NODE_OPTIONS: `--import=${REFUSE}`, REFUSED_LOG: log },
    tries: () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []),
  };
}

describe('UO7 UO10 UO12 the offline model', PATIENCE, () => {
  test('lists, searches, edits, runs and chains in two languages, without a server and without a way out', async () => {
    const home = createProcessHome();
    const network = noNetwork(home.root);
    mkdirSync(join(home.workspace, 'src'));
    writeFileSync(join(home.workspace, 'src/a.js'), 'let a = 1; // TODO: rename a\n');
    home.configure({ models: { default: 'offline/offline' } });
    const run = async (prompt: string) => {
      const args = ['run', '--yes', '--session', 'work', prompt];
      const { exitCode, stdout } = await home.run(args, network);
      return `${exitCode} ${stdout}`;
    };
    const file = (path: string) => readFileSync(join(home.workspace, path), 'utf8');

    const listed = await run('list the files');
    const edited = await run('replace "let a" with "const a" in src/a.js');
    const ran = await run('run wc -l src/a.js');
    const chained = await run('find TODO in src and write them to todo.md');
    const chinese = await run('在 src 中搜索 TODO 并写入 待办.md');

    expect(listed).toMatch(/^0 List `\.`[\s\S]*src\/[\s\S]*offline model/);
    expect(edited).toMatch(/^0 Edit `src\/a\.js`: done/);
    expect(file('src/a.js')).toBe('const a = 1; // TODO: rename a\n');
    expect(ran).toMatch(/^0 [\s\S]*Exit code 0[\s\S]*1 src\/a\.js/);
    expect(chained).toMatch(/^0 Search for `TODO`[\s\S]*Write `todo\.md`: done/);
    expect(file('todo.md')).toContain('src/a.js:1: const a = 1;');
    expect(chinese).toMatch(/^0 在 `src` 中搜索 `TODO`[\s\S]*写入 `待办\.md`：完成/);
    expect(file('待办.md')).toBe(file('todo.md'));
    expect(network.tries()).toEqual([]);
  });

  test('is found with no configuration at all, looking no further than this machine', async () => {
    const home = createProcessHome();
    const network = noNetwork(home.root);

    const end = await home.run(['run', 'hello'], network);

    expect(end).toMatchObject({ exitCode: 0 });
    expect(end.stdout).toContain('offline model');
    expect(
      network.tries().filter((tried) => !/(127\.0\.0\.1|localhost):11434$/.test(tried)),
    ).toEqual([]);
  });

  test('is proven by a guard that does notice', () => {
    const { root } = createProcessHome();
    const network = noNetwork(root);
    const program = "fetch('http://127.0.0.1:8089/').catch(() => undefined)";

    spawnSync(process.execPath, ['-e', program], { env: { ...network.variables } });

    expect(network.tries()).toEqual([expect.stringMatching(/connect .*:8089$/)]);
  });
});

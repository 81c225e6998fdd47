import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../testing/temporary-workspace.ts';
import { createListDir } from './index.ts';

let workspace: TemporaryWorkspace;

beforeEach(() => {
  workspace = createTemporaryWorkspace();
});

afterEach(() => workspace.remove());

function list(path = '.', depth = 1) {
  return createListDir(workspace.open).execute({ path, depth }, workspace.context());
}

async function linesOf(path?: string, depth?: number): Promise<string[]> {
  const result = await list(path, depth);
  return result.success ? result.output.split('\n') : [result.error];
}

describe('list_dir', () => {
  test('shows folders first, then files with sizes, hidden ones too, in one order', async () => {
    workspace.write('b.txt', 'x'.repeat(1_500));
    workspace.write('.hidden', '');
    workspace.write('文档/a.md', 'x');
    workspace.write('B/x', '');

    expect(await linesOf()).toEqual([
      '. (2 folders, 2 files)',
      'B/',
      '文档/',
      '.hidden  0 B',
      'b.txt  1.5 kB',
    ]);
  });

  test('shows subfolders to the depth asked for, but not inside .git and node_modules', async () => {
    workspace.write('src/deep/er/x.ts', '');
    workspace.write('.git/config', '');
    workspace.write('node_modules/zod/index.js', '');

    expect(await linesOf('.', 2)).toEqual([
      '. (4 folders, 0 files)',
      '.git/',
      'node_modules/',
      'src/',
      '  deep/',
    ]);
    expect(await linesOf('node_modules')).toEqual(['node_modules (1 folder, 0 files)', 'zod/']);
  });

  test('marks links with where they lead, and what is no file', async () => {
    workspace.write('real/x', '');
    symlinkSync('real', join(workspace.path, 'inside'));
    symlinkSync('/etc', join(workspace.path, 'outside'));
    symlinkSync('absent', join(workspace.path, 'dangling'));
    execFileSync('/usr/bin/env', ['mkfifo', join(workspace.path, 'pipe')]);

    expect(await linesOf('.', 3)).toEqual([
      '. (1 folder, 5 files)',
      'real/',
      '  x  0 B',
      'dangling -> absent (leads nowhere, or out of the workspace)',
      'inside -> real/',
      'outside -> /etc (leads nowhere, or out of the workspace)',
      'pipe (pipe)',
    ]);
  });

  test('does not look into what belongs to the runtime', async () => {
    workspace.write('runtime/state.db', '');

    expect(await linesOf('.', 2)).toEqual(['. (1 folder, 0 files)', 'runtime/ (not accessible)']);
    expect(await linesOf('runtime')).toEqual([expect.stringMatching(/stay private/)]);
  });

  test('is bounded and counts what it leaves out', async () => {
    mkdirSync(join(workspace.path, 'many'));
    for (let index = 0; index < 1_000; index += 1) workspace.write(`many/${index}`, '');

    const result = await list('many');

    expect(result).toMatchObject({ metadata: { files: 1_000, truncated: true } });
    expect(result.success && result.output.split('\n').at(-1)).toBe('… and 700 more entries');
  });

  test('stays short when names are long', async () => {
    for (let index = 0; index < 100; index += 1) workspace.write(`${index}${'x'.repeat(240)}`, '');

    const result = await list();

    expect(result.success && result.output.length).toBeLessThan(15_500);
    expect(result).toMatchObject({ metadata: { truncated: true } });
  });

  test('keeps a name with a line feed on its own line', async () => {
    workspace.write('a\nfake.txt  9 B', '');

    expect(await linesOf()).toEqual(['. (0 folders, 1 file)', 'a\\u{a}fake.txt  9 B  0 B']);
  });

  test('of an empty folder, a file, a missing one and one outside says what is the matter', async () => {
    mkdirSync(join(workspace.path, 'empty'));
    workspace.write('a.txt', '');

    expect(await linesOf('empty')).toEqual(['empty (0 folders, 0 files)']);
    expect(await linesOf('a.txt')).toEqual([expect.stringMatching(/not a folder.*read_file/)]);
    expect(await linesOf('emtpy')).toEqual([expect.stringMatching(/Did you mean empty\?/)]);
    expect(await linesOf('..')).toEqual([expect.stringMatching(/outside/)]);
  });
});

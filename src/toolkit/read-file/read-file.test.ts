import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../testing/temporary-workspace.ts';
import { contentHash } from '../shared/content-hash.ts';
import { createReadFile } from './index.ts';

let workspace: TemporaryWorkspace;

beforeEach(() => {
  workspace = createTemporaryWorkspace();
});

afterEach(() => workspace.remove());

function read(path: string, range: { startLine?: number; endLine?: number } = {}) {
  const tool = createReadFile(workspace.open);
  return tool.execute({ path, ...range }, workspace.context());
}

describe('read_file', () => {
  test('gives a text as it is, with its extent, and remembers what was seen', async () => {
    workspace.write('src/a.ts', 'one\n\ttwo\n');

    const result = await read('src/a.ts');

    expect(result).toMatchObject({ success: true, output: 'src/a.ts (2 lines)\none\n\ttwo' });
    expect(await workspace.memory.fileView(join(workspace.path, 'src/a.ts'))).toBe(
      contentHash(Buffer.from('one\n\ttwo\n')),
    );
  });

  test('gives the lines that were asked for, and says that more follow', async () => {
    workspace.write('a', Array.from({ length: 9 }, (_, index) => `l${index + 1}`).join('\n'));

    const middle = await read('a', { startLine: 4, endLine: 5 });
    const end = await read('a', { startLine: 8, endLine: 99 });

    expect(middle).toMatchObject({
      output: 'a (lines 4-5 of 9, no newline at the end)\nl4\nl5',
    });
    expect(end).toMatchObject({ output: 'a (lines 8-9 of 9, no newline at the end)\nl8\nl9' });
  });

  test('cuts a long file at a whole line and says how to read on', async () => {
    workspace.write('long.txt', `${'x'.repeat(99)}\n`.repeat(1_000));

    const first = await read('long.txt');
    const next = await read('long.txt', { startLine: 151 });

    expect(first).toMatchObject({ metadata: { truncated: true, endLine: 150 } });
    expect(first.success && first.output.split('\n').at(-1)).toBe(
      '[850 more lines. Read on with startLine 151.]',
    );
    expect(next).toMatchObject({ metadata: { startLine: 151, endLine: 300 } });
  });

  test('cuts a line that is longer than a reading', async () => {
    workspace.write('min.js', `${'y'.repeat(50_000)}\nend\n`);

    const result = await read('min.js');

    expect(result.success && result.output.length).toBeLessThan(16_000);
    expect(result).toMatchObject({ output: expect.stringContaining('50,000 characters') });
  });

  test.each([
    ['windows.txt', Buffer.from('a\r\nb\r\n'), 'windows.txt (2 lines, CRLF line ends)\na\nb'],
    ['mark.txt', Buffer.from('\ufeffa\n'), 'mark.txt (1 line, utf-8 with BOM)\na'],
    ['gbk.txt', Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0a]), 'gbk.txt (1 line, gb18030)\n你好'],
    ['empty.txt', Buffer.alloc(0), 'empty.txt is empty.'],
  ])('says what is unusual about %s', async (name, bytes, output) => {
    workspace.write(name, bytes);

    expect(await read(name)).toMatchObject({ success: true, output });
  });

  test.each([
    ['pic.png', /not text.*Use exec/],
    ['folder', /is a folder.*list_dir/],
    ['packge.json', /does not exist. Did you mean package.json\?/],
    ['../outside.txt', /outside the workspace.*Use files of the workspace/],
    ['runtime/state.db', /stay private/],
    ['a\0b', /not a usable path/],
  ])('explains why %o cannot be read, and what to do', async (path, error) => {
    workspace.write('pic.png', Buffer.from([0x89, 0x50, 0, 0, 0, 0xff]));
    workspace.write('package.json', '{}');
    workspace.write('runtime/state.db', 'x');
    mkdirSync(join(workspace.path, 'folder'));

    const result = await read(path);

    expect(result).toMatchObject({ success: false, error: expect.stringMatching(error) });
  });

  test.each([
    [{ startLine: 5 }, /only 2 lines/],
    [{ startLine: 2, endLine: 1 }, /comes before/],
  ])('refuses the range %o', async (range, error) => {
    workspace.write('a', '1\n2\n');

    expect(await read('a', range)).toMatchObject({
      success: false,
      error: expect.stringMatching(error),
    });
    expect(await workspace.memory.fileView(join(workspace.path, 'a'))).toBeUndefined();
  });
});

describe('S8 the guard of read_file', () => {
  test.each([
    ['a.txt', 'allow', 'none'],
    ['absent.txt', 'allow', 'none'],
    ['../a.txt', 'deny', 'outside_workspace'],
    ['~/x', 'allow', 'none'],
    ['link/passwd', 'deny', 'private_path'],
    ['runtime', 'deny', 'private_path'],
    ['/proc/self/environ', 'deny', 'system_path'],
  ])('judges %s: %s', async (path, action, patternKey) => {
    workspace.write('a.txt', '');
    symlinkSync('/etc', join(workspace.path, 'link'));
    const { guard } = createReadFile(workspace.open);

    const decision = await guard?.({ path }, workspace.guardContext);

    expect(decision).toMatchObject({ action, patternKey });
    expect(Boolean(decision?.alternative)).toBe(action === 'deny');
  });
});

describe('T13 a long result that was kept whole', () => {
  test('is read in parts by its id', async () => {
    workspace.memory.artifacts.set('art_1', 'one\ntwo\nthree\n');

    const result = await read('artifact:art_1', { startLine: 2, endLine: 2 });

    expect(result).toMatchObject({
      success: true,
      output: 'artifact:art_1 (lines 2-2 of 3)\ntwo',
    });
  });

  test('is not found under the id of another conversation', async () => {
    const result = await read('artifact:art_other');

    expect(result).toMatchObject({ success: false, error: expect.stringMatching('no artifact') });
  });

  test('needs no path that the guard would have to judge', async () => {
    const { guard } = createReadFile(workspace.open);

    const decision = await guard?.({ path: 'artifact:art_1' }, workspace.guardContext);

    expect(decision?.action).toBe('allow');
  });
});

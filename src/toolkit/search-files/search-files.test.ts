import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../testing/temporary-workspace.ts';
import { encodeText } from '../shared/text-encoding.ts';
import { createSearchFiles } from './index.ts';

let workspace: TemporaryWorkspace;
let programs = '';

beforeEach(() => {
  workspace = createTemporaryWorkspace();
  programs = mkdtempSync(join(tmpdir(), 'echo-programs-'));
});

afterEach(() => {
  workspace.remove();
  rmSync(programs, { recursive: true });
});

interface Options {
  readonly searchPath?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

function search(input: Record<string, unknown>, options: Options = {}) {
  const { searchPath = '', timeoutMs = 15_000, signal } = options;
  const tool = createSearchFiles(workspace.open, { clock: systemClock, searchPath, timeoutMs });
  return tool.execute(tool.input.parse(input), workspace.context(signal && { signal }));
}

async function linesOf(input: Record<string, unknown>): Promise<readonly string[]> {
  const result = await search(input);
  return result.success ? result.output.split('\n').slice(1) : [result.error];
}

describe('search_files', () => {
  test('gives path, line and text in a stable order, with how much was searched', async () => {
    workspace.write('b.txt', 'none\r\nTODO two\r\n');
    workspace.write('a/x.ts', '// TODO one\nfoo // TODO three');
    workspace.write('a.txt', 'todo in small letters');

    expect(await search({ query: 'TODO' })).toMatchObject({
      success: true,
      output: [
        '3 matches for "TODO" in the workspace, in 2 files (3 files searched):',
        'a/x.ts:1: // TODO one',
        'a/x.ts:2: foo // TODO three',
        'b.txt:2: TODO two',
      ].join('\n'),
      metadata: { matches: 3, files: 2, truncated: false },
    });
  });

  test('is literal by default, and a pattern when told', async () => {
    workspace.write('a', 'f(x)\nfax\nF(Y)\n');

    expect(await linesOf({ query: 'f(x)' })).toEqual(['a:1: f(x)']);
    expect(await linesOf({ query: 'f(a|\\()x', regex: true })).toEqual(['a:1: f(x)', 'a:2: fax']);
    expect(await linesOf({ query: 'f(', ignoreCase: true })).toEqual(['a:1: f(x)', 'a:3: F(Y)']);
    expect(await linesOf({ query: '[a\\-z]x', regex: true })).toEqual(['a:2: fax']);
  });

  test('finds Chinese in UTF-8, UTF-16 and GB18030', async () => {
    workspace.write('utf8.md', '标题：知识库\n');
    workspace.write(
      'wide.txt',
      encodeText('知识库\n', { encoding: 'utf-16le', hasMark: true }) ?? '',
    );
    workspace.write(
      'gbk.txt',
      encodeText('知识库\n', { encoding: 'gb18030', hasMark: false }) ?? '',
    );

    expect(await linesOf({ query: '知识' })).toEqual([
      'gbk.txt:1: 知识库',
      'utf8.md:1: 标题：知识库',
      'wide.txt:1: 知识库',
    ]);
  });

  test('leaves out .git, node_modules, what .gitignore names, and what is no text', async () => {
    for (const name of ['.git/a', 'node_modules/p/a', 'src/node_modules/a', 'out/a', 'src/a.log']) {
      workspace.write(name, 'needle');
    }
    workspace.write('.gitignore', '# comment\nout/\n*.log\n!keep.log\n');
    workspace.write('src/.gitignore', 'secret.txt\n/a.md\n');
    workspace.write('src/secret.txt', 'needle');
    workspace.write('src/a.md', 'needle');
    workspace.write('src/deep/a.md', 'needle');
    workspace.write('src/keep.log', 'needle');
    workspace.write('.hidden', 'needle');
    workspace.write('blob.bin', Buffer.from('needle\0\0\0\x01'));

    expect(await linesOf({ query: 'needle' })).toEqual([
      '.hidden:1: needle',
      'src/deep/a.md:1: needle',
      'src/keep.log:1: needle',
    ]);
    expect(await linesOf({ query: 'needle', path: 'node_modules' })).toEqual([
      'node_modules/p/a:1: needle',
    ]);
    expect(await linesOf({ query: 'needle', path: 'src' })).toEqual([
      'src/deep/a.md:1: needle',
      'src/keep.log:1: needle',
    ]);
  });

  test('keeps to a glob, a folder or one file', async () => {
    for (const name of ['a.ts', 'a.md', 'src/b.ts', 'src/deep/c.ts'])
      workspace.write(name, 'needle');

    expect(await linesOf({ query: 'needle', glob: '*.md' })).toEqual(['a.md:1: needle']);
    expect(await linesOf({ query: 'needle', glob: 'src/*.ts' })).toEqual(['src/b.ts:1: needle']);
    expect(await linesOf({ query: 'needle', path: 'src', glob: 'deep/*' })).toEqual([
      'src/deep/c.ts:1: needle',
    ]);
    expect(await linesOf({ query: 'needle', path: 'src/b.ts' })).toEqual(['src/b.ts:1: needle']);
  });

  test('cuts long lines around the match, and long results with a note', async () => {
    workspace.write('min.js', `${'x'.repeat(5_000)}needle${'y'.repeat(5_000)}`);
    workspace.write('many.txt', 'needle\n'.repeat(150));

    const [line = ''] = await linesOf({ query: 'needle', glob: 'min.js' });
    const many = await search({ query: 'needle', glob: 'many.txt' });

    expect(line).toMatch(/^min\.js:1: …x+needley+…$/);
    expect(line.length).toBeLessThan(330);
    expect(many).toMatchObject({ metadata: { matches: 100, truncated: true } });
    expect(many.success && many.output).toMatch(/^More than 100 matches/);
    expect(many.success && many.output).toMatch(/Only the first 100 are shown. Narrow it/);
  });

  test('says that there is nothing, that a pattern is broken, or what is wrong with a path', async () => {
    workspace.write('a.txt', 'x');

    expect(await search({ query: 'absent' })).toMatchObject({
      success: true,
      output: 'No match for "absent" in the workspace (1 file searched).',
    });
    expect(await linesOf({ query: '(', regex: true })).toEqual([
      expect.stringMatching(/Invalid regular expression.*regex false/),
    ]);
    expect(await linesOf({ query: 'a\nb' })).toEqual([expect.stringMatching(/line break/)]);
    expect(await linesOf({ query: 'x', path: 'absent' })).toEqual([
      expect.stringMatching(/does not exist/),
    ]);
    expect(await linesOf({ query: 'x', path: '..' })).toEqual([expect.stringMatching(/outside/)]);
  });
});

describe('S8 search_files', () => {
  test('sees nothing of the runtime, nothing behind links, no private file by another name', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'echo-outside-'));
    writeFileSync(join(outside, 'secret'), 'needle');
    workspace.write('runtime/state.txt', 'needle');
    workspace.write('ok.txt', 'needle');
    symlinkSync(outside, join(workspace.path, 'folder'));
    symlinkSync(join(outside, 'secret'), join(workspace.path, 'file'));
    linkSync(join(workspace.path, 'runtime/state.txt'), join(workspace.path, 'twin.txt'));

    const lines = await linesOf({ query: 'needle' });
    rmSync(outside, { recursive: true });

    expect(lines).toEqual(['ok.txt:1: needle']);
    expect(await linesOf({ query: 'needle', path: 'runtime' })).toEqual([
      expect.stringMatching(/stay private/),
    ]);
  });
});

describe('T17 a catastrophic pattern', () => {
  test('ends at its time limit while everything else goes on', async () => {
    workspace.write('0.txt', 'aaa first\n');
    workspace.write('bad.txt', `${'a'.repeat(40)}b\n`);
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 20);

    const result = await search({ query: '(a+)+( first)?$', regex: true }, { timeoutMs: 2_000 });
    clearInterval(ticking);

    expect(result).toMatchObject({
      success: false,
      outcome: 'timeout',
      error: expect.stringMatching(/timed out after 2s.*\n0\.txt:1: aaa first/s),
    });
    expect(ticks).toBeGreaterThan(30);
  });

  test('ends at once when the call is cancelled', async () => {
    workspace.write('bad.txt', `${'a'.repeat(40)}b\n`);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 200);
    const startedAt = performance.now();

    const searching = search({ query: '(a+)+$', regex: true }, { signal: controller.signal });

    await expect(searching).rejects.toThrow(/abort/i);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});

/** Stands for ripgrep: writes down its arguments and says what the real one has said. */
function installRipgrep(folder: string, script: string) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'rg'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'rg'), 0o755);
}

describe('search_files with ripgrep', () => {
  test('reads what it finds and keeps it to the same files', async () => {
    workspace.write('a.ts', 'x');
    workspace.write('src/b 1.ts', 'x');
    const output = String.raw`./a.ts\0003:1:one: two\n./src/b 1.ts\00012:1:x\n./gone.ts\0001:1:y\n`;
    installRipgrep(programs, `printf '%s\\n' "$@" > '${programs}/args'; printf '${output}'`);

    const result = await search({ query: '-x', glob: '*.ts' }, { searchPath: `rel:${programs}` });

    expect(result.success && result.output.split('\n').slice(1)).toEqual([
      'a.ts:3: one: two',
      'src/b 1.ts:12: x',
    ]);
  });

  test.each([
    ['it refuses the pattern', 'exit 2'],
    ['it cannot run', 'exec /nowhere'],
  ])('searches by itself when %s', async (_, script) => {
    workspace.write('a.ts', 'foobar');
    installRipgrep(programs, script);

    const result = await search({ query: 'foo(?=bar)', regex: true }, { searchPath: programs });

    expect(result).toMatchObject({ metadata: { matches: 1 } });
  });

  test('ends it at the time limit', async () => {
    installRipgrep(programs, 'exec sleep 60');

    const result = await search({ query: 'x' }, { searchPath: programs, timeoutMs: 300 });

    expect(result).toMatchObject({ outcome: 'timeout' });
  });

  test('never runs a program that lies in the workspace', async () => {
    workspace.write('a.ts', 'needle');
    installRipgrep(join(workspace.path, 'bin'), `touch '${programs}/ran'`);

    const result = await search({ query: 'needle' }, { searchPath: join(workspace.path, 'bin') });

    expect(result).toMatchObject({ metadata: { matches: 1 } });
  });
});

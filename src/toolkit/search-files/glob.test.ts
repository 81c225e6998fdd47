import { describe, expect, test } from 'vitest';
import { parseGlob } from './glob.ts';

describe('a glob', () => {
  test.each([
    ['*.ts', ['a.ts', 'src/deep/b.ts'], ['a.tsx', 'ts', 'a.ts/b']],
    ['src/*.ts', ['src/a.ts'], ['a.ts', 'x/src/a.ts', 'src/b/a.ts']],
    ['/build', ['build'], ['src/build']],
    ['**/test/**', ['test/a', 'a/b/test/c/d'], ['test', 'tests/a']],
    ['src/**/*.md', ['src/a.md', 'src/b/c/a.md'], ['a.md', 'srcs/a.md']],
    ['a?c', ['abc', 'x/a.c'], ['ac', 'a/c']],
    ['[a-c]x', ['ax', 'cx'], ['dx']],
    ['[!a-c]x', ['dx'], ['ax', '/x']],
    ['*.{ts,tsx}', ['a.ts', 'a.tsx'], ['a.js', 'a.{ts,tsx}']],
    ['*.{ts,{md,txt}}', ['a.txt', 'a.ts'], ['a.t']],
    ['文*', ['文档', 'a/文'], ['中文']],
    ['a+(b).$', ['a+(b).$'], ['aab']],
    ['\\*', ['*'], ['a']],
    ['[z-a]', ['[z-a]'], ['z']],
    ['{a', ['a'], ['{a']],
  ])('%s fits what it should and nothing else', (pattern, fitting, others) => {
    const { fits } = parseGlob(pattern);

    expect(fitting.filter((path) => !fits(path))).toEqual([]);
    expect(others.filter(fits)).toEqual([]);
  });

  test('with a slash at its end is for folders', () => {
    expect([parseGlob('out/').onlyFolders, parseGlob('out').onlyFolders]).toEqual([true, false]);
    expect(parseGlob('out/').fits('a/out')).toBe(true);
  });
});

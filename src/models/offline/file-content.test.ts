import { describe, expect, test } from 'vitest';
import { toFileContent } from './file-content.ts';

const read = { kind: 'read', path: 'a.txt' } as const;
const search = { kind: 'search', query: 'TODO' } as const;
const list = { kind: 'list', path: 'src' } as const;
const run = { kind: 'run', command: 'npm test' } as const;

describe('what a result gives to write', () => {
  test.each([
    ['a.txt (2 lines)\none\n\ttwo', 'one\n\ttwo\n'],
    ['a.txt (2 lines)\none\n', 'one\n\n'],
    ['a.txt (1,200 lines, no newline at the end)\none', 'one'],
    ['a (b).txt (lines 4-5 of 9, no newline at the end)\nl4\nl5', 'l4\nl5\n'],
    ['a.txt (2 lines, CRLF line ends)\na\nb', 'a\r\nb\r\n'],
    ['a.txt is empty.', ''],
    ['text of a tool that says nothing about it', 'text of a tool that says nothing about it\n'],
  ])('is the text of the file alone: %o', (result, text) => {
    expect(toFileContent(read, result)).toEqual({ type: 'content', text });
  });

  test('is the lines below the headline of a search or a list', () => {
    const found =
      '1 match for "TODO" in src, in 1 file (3 files searched):\nsrc/a.ts:3: // TODO one';
    const listed = 'src (1 folder, 1 file)\nlib/\na.ts  1.2 kB';

    expect(toFileContent(search, found)).toMatchObject({ text: 'src/a.ts:3: // TODO one\n' });
    expect(toFileContent(list, listed)).toMatchObject({ text: 'lib/\na.ts  1.2 kB\n' });
  });

  test.each([
    ['Exit code 0 after 0.2s.\nstdout:\none\ntwo', 'one\ntwo\n'],
    ['Exit code 1 after 5s.\nstderr:\nbroken', 'broken\n'],
    ['Exit code 0 after 5s.\nstdout:\none\nstderr:\ntwo', 'stdout:\none\nstderr:\ntwo\n'],
  ])('is the output of a command, by stream where there are two: %o', (result, text) => {
    expect(toFileContent(run, result)).toEqual({ type: 'content', text });
  });

  test('is the result as it stands for everything else', () => {
    expect(toFileContent(run, 'ok')).toEqual({ type: 'content', text: 'ok\n' });
  });
});

describe('what is not written', () => {
  test('a line of a file that only looks like a note of ours is written', () => {
    const result = 'a.toml (3 lines)\n[artifact]\n[more lines]\n[left out]';

    expect(toFileContent(read, result)).toMatchObject({ type: 'content' });
  });

  test.each([
    [read, 'a.txt (lines 1-200 of 1000)\nx\n[800 more lines. Read on with startLine 201.]'],
    [read, 'a.txt (1 line)\nx\n[Line 1 has 50,000 characters; only its start is shown. Use exec.]'],
    [read, 'a.txt (1 line, broken bytes shown as \ufffd)\n\ufffd'],
    [read, 'a.txt (9 lines)\nx\n[5000 more characters left out to make room; artifact a1]'],
    [run, 'a\n[… 90000 characters left out; whole text: artifact a1 …]\nb'],
    [run, 'a\n[whole text: artifact a1]'],
    [
      search,
      'More than 100 matches for "x" in ., in 2 files:\na:1: x\n[Only the first 100 are shown. Narrow it.]',
    ],
    [list, '. (at least 0 folders, 900 files)\na\n… and 500 more entries'],
  ] as const)('a part that would pass for the whole: %o', (intent, result) => {
    expect(toFileContent(intent, result)).toEqual({ type: 'obstacle', id: 'incomplete' });
  });

  test.each([
    [search, 'No match for "TODO" in src (12 files searched).'],
    [list, 'src (0 folders, 0 files)'],
    [run, 'Exit code 0 after 0.1s.\nNo output.'],
    [{ kind: 'todo-list' }, 'The list is empty.'],
  ] as const)('nothing: %o', (intent, result) => {
    expect(toFileContent(intent, result)).toEqual({ type: 'obstacle', id: 'nothingFound' });
  });
});

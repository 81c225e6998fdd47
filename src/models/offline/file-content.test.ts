import { describe, expect, test } from 'vitest';
import { toFileContent } from './file-content.ts';

const read = { kind: 'read', path: 'a.txt' } as const;
const search = { kind: 'search', query: 'TODO' } as const;
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

  test('is the result as it stands for everything else', () => {
    expect(toFileContent(run, 'exit code 0\nok')).toEqual({
      type: 'content',
      text: 'exit code 0\nok\n',
    });
  });
});

describe('what is not written', () => {
  test.each([
    'a.txt (lines 1-200 of 1000)\nx\n[800 more lines. Read on with startLine 201.]',
    'a.txt (1 line)\nx\n[Line 1 has 50,000 characters; only its start is shown. Use exec with cut -c.]',
    'a.txt (1 line, broken bytes shown as \ufffd)\n\ufffd',
    'a.txt (9 lines)\nx\n[5,000 more characters left out to make room; artifact a1]\ny',
  ])('a part that would pass for the whole: %o', (result) => {
    expect(toFileContent(read, result)).toEqual({ type: 'obstacle', id: 'incomplete' });
  });

  test('a search that found nothing', () => {
    expect(toFileContent(search, 'No matches for TODO.')).toEqual({
      type: 'obstacle',
      id: 'nothingFound',
    });
  });
});

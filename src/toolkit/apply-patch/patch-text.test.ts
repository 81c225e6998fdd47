import { describe, expect, test } from 'vitest';
import { parsePatch } from './parse-patch.ts';
import { patchText } from './patch-text.ts';

/** The text after the patch. */
function patched(text: string, hunks: string): unknown {
  const [file] = parsePatch(`--- a/a.txt\n+++ b/a.txt\n${hunks}`);
  if (file?.kind !== 'update') return file;
  const result = patchText(text, file.hunks);
  return 'problems' in result ? result.problems : result.text;
}

describe('T16 a hunk', () => {
  test.each([
    ['an insertion', 'a\nb\n', '@@ -1,2 +1,3 @@\n a\n+new\n b\n', 'a\nnew\nb\n'],
    ['an insertion at the start', 'a\n', '@@ -1 +1,2 @@\n+new\n a\n', 'new\na\n'],
    ['lines for an empty file', '', '@@ -0,0 +1 @@\n+new\n', 'new\n'],
    ['a removal', 'a\nb\nc\n', '@@ -1,3 +1,2 @@\n a\n-b\n c\n', 'a\nc\n'],
    ['wrong counts', 'a\nb\nc\n', '@@ -1,9 +1,9 @@\n a\n-b\n+B\n c\n\n', 'a\nB\nc\n'],
    ['no counts', 'a\nb\n', '@@\n a\n-b\n+B\n', 'a\nB\n'],
    ['a counted blank line at its end', 'a\n\nb\n\n', '@@ -1,2 +1,2 @@\n-a\n+A\n\n', 'A\n\nb\n\n'],
    [
      'CRLF line ends',
      'a\r\nb\r\nc\r\n',
      '@@ -1,2 +1,3 @@\n a\n-b\n+B\n+B2\n',
      'a\r\nB\r\nB2\r\nc\r\n',
    ],
    ['mixed line ends', 'a\r\nb\nc\n', '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n', 'a\r\nB\nc\n'],
    ['a patch in CRLF', 'a\nb\n', '@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+B\r\n', 'a\nB\n'],
    ['no newline at the end, unsaid', 'a\nb', '@@ -1,2 +1,3 @@\n a\n-b\n+B\n+c\n', 'a\nB\nc'],
    [
      'no newline before nor after',
      'a\nb',
      '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+B\n\\ No newline at end of file\n',
      'a\nB',
    ],
    [
      'a newline that comes',
      'a\nb',
      '@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n',
      'a\nb\n',
    ],
    [
      'a newline that goes',
      'a\nb\n',
      '@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n',
      'a\nb',
    ],
    [
      'lines that look like the names of a file',
      '-- x\n-- a\nz\n',
      '@@ -1,3 +1,3 @@\n -- x\n--- a\n+++ b\n z\n',
      '-- x\n++ b\nz\n',
    ],
    ['a mail with its end', 'a\n', '@@ -1 +1 @@\n-a\n+b\n-- \n2.39.5\n', 'b\n'],
    ['a code block', 'a\n', '@@ -1 +1 @@\n-a\n+b\n```\n', 'b\n'],
    [
      'two hunks out of order',
      'a\nb\nc\n',
      '@@ -3 +3 @@\n-c\n+C\n@@ -1 +1 @@\n-a\n+A\n',
      'A\nb\nC\n',
    ],
  ] as const)('takes %s', (...row) => {
    const [, was, hunks, is] = row;

    expect(patched(was, hunks)).toBe(is);
  });
});

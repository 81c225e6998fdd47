import { describe, expect, test } from 'vitest';
import { liftQuotes } from './lift-quotes.ts';

function quotedPieces(text: string): (string | undefined)[] {
  const lifted = liftQuotes(text);
  return [...lifted.line].map(lifted.quoted).filter((piece) => piece !== undefined);
}

describe('lifting quotes', () => {
  test.each([
    ['write "hello world" to a.txt', ['hello world']],
    ['把“你好，世界”写到「a b.txt」', ['你好，世界', 'a b.txt']],
    ['run `echo "hi"`', ['echo "hi"']],
    ["replace 'it's' with 'it is' in a.txt", ["it's", 'it is']],
    ['write "say \\"hi\\"" to a.txt', ['say "hi"']],
    ['run ```sh\nnpm ci\nnpm test\n```', ['npm ci\nnpm test\n']],
    ['write "one\ntwo" to a.txt', ['one\ntwo']],
    ['replace "a" with ""', ['a', '']],
  ])('takes the insides of %o', (text, pieces) => {
    expect(quotedPieces(text)).toEqual(pieces);
  });

  test.each([
    "what's in the folder, and what isn't",
    'a "b',
    '5" and 6 inches',
    'a `b\nc` d',
    "don't 'quote\nthis'",
  ])('leaves %o alone', (text) => {
    expect(quotedPieces(text)).toEqual([]);
  });

  test('gives the line back as it was written', () => {
    const text = 'grep "a b" \'c d\' `e` “f” \ue003 g';

    const lifted = liftQuotes(text);

    expect(lifted.restore(lifted.line)).toBe(text);
    expect(lifted.line).toHaveLength('grep ? ? ? ? ? g'.length);
  });

  test('does not take a character of the message for one of its own marks', () => {
    const lifted = liftQuotes('"secret" \ue000');

    expect(lifted.quoted(lifted.line.charAt(2))).toBe('\ue000');
  });

  test('stops at the end of the line, which a quote may hold', () => {
    const lifted = liftQuotes('write "a\nb" to c.txt\nmore "x"');

    expect(lifted.remainder).toBe('\nmore "x"');
    expect(lifted.cut).toBe(false);
  });

  test('says when a line is longer than what it looks at', () => {
    const lifted = liftQuotes(`write to a.txt: ${'x'.repeat(5_000)}`);

    expect(lifted.cut).toBe(true);
    expect(lifted.line.length + lifted.remainder.length).toBe(5_016);
  });
});

import { expect, test } from 'vitest';
import { splitLines } from './split-lines.ts';

function reader(maxBytes: number) {
  const said: unknown[] = [];
  const { push } = splitLines(maxBytes, {
    onLine: (line) => said.push(line),
    onTooLong: (line) => said.push(line),
  });
  return { said, push: (text: string) => push(Buffer.from(text)) };
}

test.each([
  ['in one piece', ['one\ntwo\n']],
  ['byte by byte', [...'one\ntwo\n']],
  ['with the rest still to come', ['one\ntw', 'o\nthr']],
])('lines are found %s', (_, pieces) => {
  const { said, push } = reader(100);

  for (const piece of pieces) push(piece);

  expect(said).toEqual(['one', 'two']);
});

test('a character that comes in two pieces stays whole', () => {
  const lines: string[] = [];
  const { push } = splitLines(100, {
    onLine: (line) => lines.push(line),
    onTooLong: () => undefined,
  });
  const bytes = Buffer.from('多\n');

  push(bytes.subarray(0, 1));
  push(bytes.subarray(1));

  expect(lines).toEqual(['多']);
});

test('of a line over the limit the ends are kept and the rest is counted, and the next is a line again', () => {
  const { said, push } = reader(2_000);

  push(`begin${'x'.repeat(1_990)}`);
  for (let piece = 0; piece < 10; piece += 1) push('x'.repeat(1_000));
  push('end\nnext\n');

  expect(said).toEqual([
    { head: `begin${'x'.repeat(507)}`, tail: `${'x'.repeat(509)}end`, bytes: 11_998 },
    'next',
  ]);
});

test('a line of just the limit is one', () => {
  const { said, push } = reader(5);

  push('12345\n123456\n');

  expect(said).toEqual(['12345', { head: '123456', tail: '123456', bytes: 6 }]);
});

import { expect, test } from 'vitest';
import { createOutputRing } from './output-ring.ts';

test('a ring gives a stream in pieces without breaking a character', () => {
  const ring = createOutputRing(100);
  const bytes = Buffer.from('a字b');

  ring.push(bytes.subarray(0, 2));
  const first = ring.since(0, false);
  ring.push(bytes.subarray(2));
  const second = ring.since(first.position, false);

  expect([first, second]).toEqual([
    { text: 'a', omittedBytes: 0, position: 1 },
    { text: '字b', omittedBytes: 0, position: 5 },
  ]);
});

test('a ring gives what is broken off at the end when nothing follows', () => {
  const ring = createOutputRing(100);
  ring.push(Buffer.from('字').subarray(0, 2));

  expect(ring.since(0, false).text).toBe('');
  expect(ring.since(0, true).text).toBe('\ufffd');
});

test('a ring keeps the latest bytes, counts the others and starts at a character', () => {
  const ring = createOutputRing(4);
  for (const each of ['ab', '字', 'cd']) ring.push(Buffer.from(each));

  expect(ring.since(0, true)).toEqual({ text: 'cd', omittedBytes: 5, position: 7 });
  expect(ring.since(6, true)).toEqual({ text: 'd', omittedBytes: 0, position: 7 });
});

test('a ring takes one chunk that is larger than itself', () => {
  const ring = createOutputRing(3);
  ring.push(Buffer.from('abcdef'));

  expect(ring.since(0, true)).toEqual({ text: 'def', omittedBytes: 3, position: 6 });
});

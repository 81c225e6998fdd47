import { expect, test } from 'vitest';
import { isNestedDeeper } from './nesting.ts';

test.each([
  ['1', 0, false],
  ['[]', 0, false],
  ['[1]', 0, true],
  ['{"a":[{}]}', 2, false],
  ['{"a":[{"b":1}]}', 2, true],
])('%s is compared with %i levels', (text, most, deeper) => {
  expect(isNestedDeeper(JSON.parse(text), most)).toBe(deeper);
});

test('a hundred thousand levels overflow nothing', () => {
  const value = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));

  expect(isNestedDeeper(value, 64)).toBe(true);
});

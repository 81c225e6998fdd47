import { expect, test } from 'vitest';
import { displayWidth, fitWidth, padWidth } from './display-width.ts';

test.each([
  ['abc', 3],
  ['中文', 4],
  ['ｆｕｌｌ', 8],
  ['é', 1],
  ['e\u0301', 1],
  ['👨‍👩‍👧', 2],
  ['한글', 4],
  ['。', 2],
  ['a\u200bb', 2],
  ['─│', 2],
])('%s takes its columns', (text, columns) => {
  expect(displayWidth(text)).toBe(columns);
});

test('fitWidth cuts between characters and never takes more columns than it may', () => {
  expect(fitWidth('short', 10)).toBe('short');
  expect(fitWidth('中文字符', 6)).toBe('中文…');
  expect(fitWidth('中文字符', 5)).toBe('中文…');
  expect(fitWidth('abc', 0)).toBe('');
});

test('padWidth fills up by columns', () => {
  expect(padWidth('中', 4)).toBe('中  ');
  expect(padWidth('long', 2)).toBe('long');
});

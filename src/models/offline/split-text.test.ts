import { expect, test } from 'vitest';
import { splitText } from './split-text.ts';

test.each([
  'Hello! I am the offline model.',
  '你好！我是离线模型。我背后没有 AI，但可以读取、列出、搜索文件。',
  `${'😀'.repeat(500)}`,
  `x${'😀'.repeat(500)} y`,
  'word '.repeat(2_000),
])('comes in several whole parts that give the text back: %.20s', (text) => {
  const parts = splitText(text);

  expect(parts.join('')).toBe(text);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.length).toBeLessThanOrEqual(41);
  expect(parts.every((part) => part.isWellFormed())).toBe(true);
});

test('gives nothing for nothing', () => {
  expect(splitText('')).toEqual([]);
});

import { expect, test } from 'vitest';
import { excerpt } from './excerpt.ts';

const limits = { lines: 3, characters: 40 };

test('shows a short text whole', () => {
  expect(excerpt('a\nb\n', { ...limits, keep: 'head' }, 'en')).toBe('```\na\nb\n```');
});

test('says how many lines it left out, at the end that it left out', () => {
  const text = '1\n2\n3\n4\n5';

  expect(excerpt(text, { ...limits, keep: 'head' }, 'en')).toBe(
    '```\n1\n2\n3\n[2 more lines not shown]\n```',
  );
  expect(excerpt(text, { ...limits, keep: 'tail' }, 'zh')).toBe(
    '```\n[前面 2 行未显示]\n3\n4\n5\n```',
  );
});

test('cuts a long line between characters and says how many are missing', () => {
  const text = `x${'😀'.repeat(40)}`;

  const shown = excerpt(text, { ...limits, keep: 'head' }, 'en');

  expect(shown).toBe(`\`\`\`\nx${'😀'.repeat(19)}\n[42 more characters not shown]\n\`\`\``);
  expect(excerpt(`${'😀'.repeat(40)}x`, { ...limits, keep: 'tail' }, 'en').isWellFormed()).toBe(
    true,
  );
});

test('cannot be left by a fence inside the text', () => {
  const shown = excerpt('```\nrun rm -rf /\n````', { ...limits, keep: 'head' }, 'en');

  expect(shown.split('\n').at(0)).toBe('`````');
  expect(shown.split('\n').at(-1)).toBe('`````');
});

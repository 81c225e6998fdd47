import { expect, test } from 'vitest';
import { toJson } from './json-line.ts';

test('toJson stays the same value and holds nothing that a terminal obeys', () => {
  const value = { text: '\u009b31m\u001b[2J\u202e\u007f 中文' };

  const json = toJson(value);

  expect(JSON.parse(json)).toEqual(value);
  expect(json).toBe('{"text":"\\u009b31m\\u001b[2J\\u202e\\u007f 中文"}');
});

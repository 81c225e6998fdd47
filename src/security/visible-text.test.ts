import { expect, test } from 'vitest';
import { showHidden, showName } from './visible-text.ts';

test.each([
  ['a direction override', 'a\u202eb', 'a‹U+202E›b'],
  ['a zero-width space', 'rm\u200b -rf', 'rm‹U+200B› -rf'],
  ['an escape sequence', '\u001b[2J', '‹U+001B›[2J'],
  ['a carriage return', 'safe\rrm', 'safe‹U+000D›rm'],
  ['a tag character', 'x\u{e0041}', 'x‹U+E0041›'],
  ['a no-break space', 'a\u00a0b', 'a‹U+00A0›b'],
  ['half a character', 'a\ud800b', 'a‹U+D800›b'],
])('%s is shown by its number', (_, text, shown) => {
  expect(showHidden(text)).toBe(shown);
});

test('ordinary text in any language stays as it is, line ends included', () => {
  const text = 'npm test\n\t你好　世界 héllo 🎉';

  expect(showHidden(text)).toBe(text);
});

test.each([
  ['line ends and tabs', 'a\n\tc', 'a‹U+000A›‹U+0009›c'],
  ['what is hidden', 'a\u202eb', 'a‹U+202E›b'],
  ['what is too long', '你好世界!', '你好世…'],
  ['a pair of halves where it is cut', '🎉🎉🎉🎉🎉', '🎉🎉🎉…'],
  ['what just fits', '🎉你b!', '🎉你b!'],
])('a name in a sentence shows %s', (_, name, shown) => {
  expect(showName(name, 4)).toBe(shown);
});

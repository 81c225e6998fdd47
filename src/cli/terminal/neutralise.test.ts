import { describe, expect, test } from 'vitest';
import { neutralise, oneLine, revealHidden } from './neutralise.ts';

describe('neutralise', () => {
  test.each([
    ['an escape sequence', '\u001b[2Jgone', '␛[2Jgone'],
    ['a one-byte sequence', '\u009b31mred', '\\u009b31mred'],
    ['a carriage return that overwrites', 'safe\rEVIL', 'safe␍EVIL'],
    ['bell, backspace and delete', '\u0007\b\u007f', '␇␈␡'],
    ['text that runs backwards', 'a\u202etxt.exe', 'a\\u202etxt.exe'],
  ])('makes %s visible', (_name, text, shown) => {
    expect(neutralise(text)).toBe(shown);
  });

  test('leaves line breaks, tabs and every script alone', () => {
    const text = 'a\tb\n中文 مرحبا 👨‍👩‍👧 é';

    expect(neutralise(text)).toBe(text);
    expect(neutralise('a\r\nb')).toBe('a\nb');
  });

  test('lets no escape through that comes in two pieces', () => {
    const pieces = ['\u001b', ']0;title\u0007'].map(neutralise);

    expect(pieces.join('')).toBe('␛]0;title␇');
  });
});

describe('revealHidden', () => {
  test.each([
    ['a zero-width space', 'rm\u200b -rf', 'rm\\u200b -rf'],
    ['a no-break space', 'rm\u00a0-rf', 'rm\\u00a0-rf'],
    ['a tag character', 'ls\u{e0041}', 'ls\\u{e0041}'],
    ['a line separator', 'a\u2028b', 'a\\u2028b'],
    ['an escape', '\u001b[A', '\\u001b[A'],
    ['an override', '\u202e', '\\u202e'],
  ])('writes out %s', (_name, text, shown) => {
    expect(revealHidden(text)).toBe(shown);
  });

  test('keeps what can be seen', () => {
    expect(revealHidden('git push\n\t中文 é')).toBe('git push\n\t中文 é');
  });
});

test('oneLine leaves one harmless line', () => {
  expect(oneLine(' a\n\u001b[1mb \n')).toBe('a ␛[1mb');
});

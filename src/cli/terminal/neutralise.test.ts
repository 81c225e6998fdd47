import { describe, expect, test } from 'vitest';
import { neutralise, oneLine } from './neutralise.ts';

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

test('oneLine leaves one harmless line', () => {
  expect(oneLine(' a\n\u001b[1mb \n')).toBe('a ␛[1mb');
});

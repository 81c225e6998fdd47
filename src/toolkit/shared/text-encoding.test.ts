import { describe, expect, test } from 'vitest';
import { type DecodedText, decodeText, encodeText } from './text-encoding.ts';

const SAMPLE = '第一行 abc\n第二行：€ “引号” 👍\n';

const bytesOf = (...values: readonly number[]) => Uint8Array.from(values);

describe('the encoding of a file', () => {
  test.each<[string, Pick<DecodedText, 'encoding' | 'hasMark'>]>([
    ['UTF-8', { encoding: 'utf-8', hasMark: false }],
    ['UTF-8 with a mark', { encoding: 'utf-8', hasMark: true }],
    ['UTF-16 little endian', { encoding: 'utf-16le', hasMark: true }],
    ['UTF-16 big endian', { encoding: 'utf-16be', hasMark: true }],
    ['GB18030', { encoding: 'gb18030', hasMark: false }],
  ])('is recognised as %s, and written back byte for byte', (_, like) => {
    const bytes = encodeText(SAMPLE, like) ?? bytesOf();

    const decoded = decodeText(bytes);

    expect(decoded).toEqual({ text: SAMPLE, ...like });
    expect(Buffer.from(encodeText(decoded?.text ?? '', like) ?? [])).toEqual(Buffer.from(bytes));
  });

  test('is seen in UTF-16 without a mark by its zeros', () => {
    const bytes = Buffer.from('plain text\n', 'utf16le');

    expect(decodeText(bytes)).toEqual({
      text: 'plain text\n',
      encoding: 'utf-16le',
      hasMark: false,
    });
    expect(decodeText(Buffer.from(bytes).swap16())?.encoding).toBe('utf-16be');
  });

  test('matches bytes that others have written as GBK', () => {
    expect(decodeText(bytesOf(0xc4, 0xe3, 0xba, 0xc3, 0x0a))).toMatchObject({ text: '你好\n' });
  });

  test.each([
    ['a picture', bytesOf(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d)],
    ['French in Latin-1', Buffer.from('été à la forêt, déjà vu', 'latin1')],
    ['UTF-16 that is broken off', bytesOf(0xff, 0xfe, 0x61)],
  ])('is unknown for %s', (_, bytes) => {
    expect(decodeText(bytes)).toBeUndefined();
  });

  test('is still UTF-8 where a character is broken off, marked as damaged', () => {
    const cut = Buffer.from('日志：第一行\n第二行').subarray(0, -1);

    expect(decodeText(cut)).toEqual({
      text: '日志：第一行\n第二\ufffd',
      encoding: 'utf-8',
      hasMark: false,
      damaged: true,
    });
  });

  test('takes an empty file for UTF-8', () => {
    expect(decodeText(bytesOf())).toEqual({ text: '', encoding: 'utf-8', hasMark: false });
  });
});

test('GB18030 holds every public character of the basic plane, and those beyond', () => {
  const codes = Array.from({ length: 0x11000 }, (_, code) => code);
  const text = codes
    .map((code) => String.fromCodePoint(code))
    .filter((character) => !/[\p{Surrogate}\p{Private_Use}\ufffd]/u.test(character))
    .join('');

  const bytes = encodeText(text, { encoding: 'gb18030', hasMark: false }) ?? bytesOf();

  expect(new TextDecoder('gb18030', { fatal: true }).decode(bytes) === text).toBe(true);
});

test('says so when a character has no place in the encoding', () => {
  expect(encodeText('\ud800', { encoding: 'gb18030', hasMark: false })).toBeUndefined();
});

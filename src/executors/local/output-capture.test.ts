import { describe, expect, test } from 'vitest';
import { createOutputCapture } from './output-capture.ts';

function capture(maxBytes: number, chunks: readonly (string | Buffer)[]) {
  const output = createOutputCapture(maxBytes);
  for (const chunk of chunks) output.push(Buffer.from(chunk as string));
  return output.finish();
}

describe('T12 captured output', () => {
  test('is whole while it fits, to the last byte', () => {
    expect(capture(6, ['ab', 'cd', 'ef'])).toEqual({
      head: 'abcdef',
      tail: '',
      omittedBytes: 0,
      totalBytes: 6,
    });
  });

  test('keeps beginning and end, and counts the middle', () => {
    expect(capture(4, ['abc', 'defg', 'h'])).toEqual({
      head: 'ab',
      tail: 'gh',
      omittedBytes: 4,
      totalBytes: 8,
    });
  });

  test('joins a character that came in two chunks', () => {
    const [first, second] = [Buffer.from('你').subarray(0, 1), Buffer.from('你').subarray(1)];

    expect(capture(10, [first, second]).head).toBe('你');
  });

  test('takes bytes that are no text', () => {
    const noise = Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3]);

    expect(capture(100, [noise])).toMatchObject({ totalBytes: 5, omittedBytes: 0 });
    expect(capture(2, [noise])).toMatchObject({ totalBytes: 5 });
  });

  test.each([0, 1])('holds within %i bytes', (maxBytes) => {
    expect(capture(maxBytes, ['long enough'])).toMatchObject({ totalBytes: 11 });
  });

  test('is a true beginning and a true end, whatever the text, the chunks and the bound', () => {
    const next = seeded(20_261_130);
    const letters = ['a', '\n', 'é', '你', '好', '👍', '🇨🇳', '\0'];

    for (let round = 0; round < 400; round += 1) {
      const text = Array.from({ length: next(200) }, () => letters[next(letters.length)]).join('');
      const bytes = Buffer.from(text);
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length; ) {
        const size = 1 + next(9);
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      const maxBytes = next(150);

      const { head, tail, omittedBytes, totalBytes } = capture(maxBytes, chunks);

      const kept = Buffer.byteLength(head) + Buffer.byteLength(tail);
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      expect(kept + omittedBytes).toBe(bytes.length);
      expect(totalBytes).toBe(bytes.length);
      expect(kept).toBeLessThanOrEqual(maxBytes);
      expect(kept).toBeGreaterThanOrEqual(Math.min(bytes.length, maxBytes - 6));
    }
  });
});

/** Numbers below `limit`, the same ones in every run. */
function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

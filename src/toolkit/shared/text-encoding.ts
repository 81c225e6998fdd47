import { encodeGb18030, looksLikeGb18030 } from './gb18030.ts';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

export interface DecodedText {
  /** Without the byte order mark. */
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly hasMark: boolean;
  /** Set when some bytes are broken and show as `\ufffd`: such a file cannot be written back. */
  readonly damaged?: true;
}

const MARKS: readonly (readonly [TextEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const SAMPLE_BYTES = 8_192;

/** The text of a file; undefined when its bytes are no text in an encoding known here. */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) {
    const [encoding, mark] = marked;
    const text = decode(bytes.subarray(mark.length), encoding);
    return text === undefined ? undefined : { text, encoding, hasMark: true };
  }
  const encoding = guessEncoding(bytes);
  if (encoding === undefined) return undefined;
  const text = decode(bytes, encoding);
  if (text !== undefined) return { text, encoding, hasMark: false };
  if (encoding !== 'utf-8') return undefined;
  const repaired = Buffer.from(bytes).toString('utf8');
  return { text: repaired, encoding, hasMark: false, damaged: true };
}

/** The bytes of `text` as the file had them; undefined when its encoding lacks a character. */
export function encodeText(
  text: string,
  { encoding, hasMark }: Pick<DecodedText, 'encoding' | 'hasMark'>,
): Uint8Array | undefined {
  const body = encodeBody(text, encoding);
  const mark = hasMark ? MARKS.find(([name]) => name === encoding)?.[1] : undefined;
  return body && mark ? Buffer.concat([Buffer.from(mark), body]) : body;
}

function encodeBody(text: string, encoding: TextEncoding): Uint8Array | undefined {
  if (encoding === 'gb18030') return encodeGb18030(text);
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

function guessEncoding(bytes: Uint8Array): TextEncoding | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (sample.includes(0)) return guessWideEncoding(sample);
  if (isMostlyUtf8(bytes)) return 'utf-8';
  const isChinese = looksLikeGb18030(bytes) && decode(bytes, 'gb18030') !== undefined;
  return isChinese ? 'gb18030' : undefined;
}

/** Also for a log that was cut in the middle of a character. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  if (decode(bytes, 'utf-8') !== undefined) return true;
  let sound = 0;
  let broken = 0;
  for (const character of Buffer.from(bytes).toString('utf8')) {
    if (character === '\ufffd') broken += 1;
    else if (character > '\u007f') sound += 1;
  }
  return sound >= 2 * broken;
}

/** UTF-16 without a mark shows in zeros that stand at every other byte only. */
function guessWideEncoding(sample: Uint8Array): TextEncoding | undefined {
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const enough = sample.length / 5;
  if (odd > enough && even === 0) return 'utf-16le';
  return even > enough && odd === 0 ? 'utf-16be' : undefined;
}

function decode(bytes: Uint8Array, encoding: TextEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

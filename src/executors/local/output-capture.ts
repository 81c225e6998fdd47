import type { CapturedOutput } from '../executor.ts';

/** Takes a stream of any length and keeps its beginning and its end. */
export interface OutputCapture {
  push(chunk: Buffer): void;
  finish(): CapturedOutput;
}

const FIRST_SIZE = 4_096;

/** Holds at most `maxBytes`, whatever comes. */
export function createOutputCapture(maxBytes: number): OutputCapture {
  const headLimit = Math.ceil(maxBytes / 2);
  const tailLimit = maxBytes - headLimit;
  let head = Buffer.alloc(Math.min(FIRST_SIZE, headLimit));
  let headLength = 0;
  let tail: Buffer | undefined;
  let tailTotal = 0;

  function toHead(chunk: Buffer): Buffer {
    const taken = Math.min(chunk.length, headLimit - headLength);
    while (head.length < headLength + taken) {
      const larger = Buffer.alloc(Math.min(head.length * 2, headLimit));
      head.copy(larger);
      head = larger;
    }
    chunk.copy(head, headLength, 0, taken);
    headLength += taken;
    return chunk.subarray(taken);
  }

  /** Writes round and round; `tailTotal` says where the oldest byte is. */
  function toTail(chunk: Buffer): void {
    tail ??= Buffer.alloc(tailLimit);
    const last = chunk.subarray(Math.max(0, chunk.length - tailLimit));
    const at = (tailTotal + chunk.length - last.length) % Math.max(1, tailLimit);
    const fits = Math.min(last.length, tailLimit - at);
    last.copy(tail, at, 0, fits);
    last.copy(tail, 0, fits);
    tailTotal += chunk.length;
  }

  function tailBytes(): Buffer {
    if (tail === undefined) return Buffer.alloc(0);
    if (tailTotal <= tailLimit) return tail.subarray(0, tailTotal);
    const oldest = tailTotal % Math.max(1, tailLimit);
    return Buffer.concat([tail.subarray(oldest), tail.subarray(0, oldest)]);
  }

  return {
    push(chunk) {
      const rest = toHead(chunk);
      if (rest.length > 0) toTail(rest);
    },

    finish() {
      const first = head.subarray(0, headLength);
      const totalBytes = headLength + tailTotal;
      if (tailTotal <= tailLimit) {
        const whole = Buffer.concat([first, tailBytes()]).toString('utf8');
        return { head: whole, tail: '', omittedBytes: 0, totalBytes };
      }
      const start = first.subarray(0, first.length - brokenEnd(first));
      const end = tailBytes().subarray(brokenStart(tailBytes()));
      const omittedBytes = totalBytes - start.length - end.length;
      const [kept, last] = [start.toString('utf8'), end.toString('utf8')];
      return { head: kept, tail: last, omittedBytes, totalBytes };
    },
  };
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** How many bytes at the end begin a UTF-8 character that the cut has broken. */
export function brokenEnd(bytes: Buffer): number {
  let back = 1;
  while (back < 4 && isContinuation(bytes.at(-back))) back += 1;
  const lead = bytes.at(-back) ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return length > back ? back : 0;
}

/** How many bytes at the start end a UTF-8 character that the cut has broken. */
export function brokenStart(bytes: Buffer): number {
  let skip = 0;
  while (skip < 3 && isContinuation(bytes[skip])) skip += 1;
  return skip;
}

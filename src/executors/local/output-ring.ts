import type { RecentOutput } from '../executor.ts';
import { brokenEnd, brokenStart } from './output-capture.ts';

/** Takes a stream of any length and keeps its latest bytes. */
export interface OutputRing {
  push(chunk: Buffer): void;
  /** `isOver`: nothing will follow, so that a broken character at the end is given as it is. */
  since(position: number, isOver: boolean): RecentOutput;
}

/** Holds at most `maxBytes` and one chunk, whatever comes. */
export function createOutputRing(maxBytes: number): OutputRing {
  let chunks: Buffer[] = [];
  let kept = 0;
  let total = 0;

  return {
    push(chunk) {
      chunks.push(chunk);
      kept += chunk.length;
      total += chunk.length;
      let dropped = 0;
      for (
        let first = chunks[0];
        first && kept - first.length >= maxBytes;
        first = chunks[dropped]
      ) {
        kept -= first.length;
        dropped += 1;
      }
      if (dropped > 0) chunks = chunks.slice(dropped);
    },

    since(position, isOver) {
      const start = Math.max(position, total - Math.min(kept, maxBytes));
      const bytes = Buffer.concat(chunks).subarray(kept - (total - start));
      const skip = start > position ? brokenStart(bytes) : 0;
      const hold = isOver ? 0 : brokenEnd(bytes);
      const omittedBytes = start - position + skip;
      const text = bytes.toString('utf8', skip, Math.max(skip, bytes.length - hold));
      return { text, omittedBytes, position: total - hold };
    },
  };
}

export interface LineReader {
  onLine(line: string): void;
  /** A line over the limit has ended: its first and last bytes, and how many there were. */
  onTooLong(line: { readonly head: string; readonly tail: string; readonly bytes: number }): void;
}

const NEW_LINE = 0x0a;
/** Kept of each end of a line that is too long. */
const KEPT = 512;

/** Cuts a stream into lines. Never holds more than `maxBytes`, whatever comes. */
export function splitLines(maxBytes: number, { onLine, onTooLong }: LineReader) {
  let parts: Buffer[] = [];
  let bytes = 0;
  let tooLong: { head: string; tail: Buffer } | undefined;

  function keep(part: Buffer) {
    bytes += part.length;
    if (tooLong !== undefined) {
      tooLong.tail = Buffer.from(
        Buffer.concat([tooLong.tail, part.subarray(-KEPT)]).subarray(-KEPT),
      );
      return;
    }
    parts.push(part);
    if (bytes <= maxBytes) return;
    const whole = Buffer.concat(parts);
    tooLong = {
      head: whole.toString('utf8', 0, KEPT),
      tail: Buffer.from(whole.subarray(-KEPT)),
    };
    parts = [];
  }

  function end() {
    const [ended, count, line] = [tooLong, bytes, parts];
    tooLong = undefined;
    bytes = 0;
    parts = [];
    if (ended === undefined) onLine(Buffer.concat(line).toString('utf8'));
    else onTooLong({ head: ended.head, tail: ended.tail.toString('utf8'), bytes: count });
  }

  return {
    push(chunk: Buffer) {
      let from = 0;
      for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, from)) {
        keep(chunk.subarray(from, at));
        end();
        from = at + 1;
      }
      if (from < chunk.length) keep(chunk.subarray(from));
    },
  };
}

/** A text with `\n` only, and the way back to the offsets of the text as it was. */
export interface UnixText {
  readonly text: string;
  /** What most of its lines end with. */
  readonly lineEnd: '\n' | '\r\n';
  /** Offset in the original of an offset in `text`. */
  toOriginal(offset: number): number;
}

export function toUnixText(original: string): UnixText {
  const text = original.replaceAll('\r\n', '\n');
  const removed = text.length === original.length ? [] : carriageReturnsOf(original);
  const lines = text.split('\n').length - 1;

  return {
    text,
    lineEnd: removed.length * 2 > lines ? '\r\n' : '\n',
    toOriginal: (offset) => offset + countBelow(removed, offset),
  };
}

/** Where, in the shortened text, the line feeds stand that had a carriage return before them. */
function carriageReturnsOf(original: string): readonly number[] {
  const offsets: number[] = [];
  for (let at = original.indexOf('\r\n'); at >= 0; at = original.indexOf('\r\n', at + 2)) {
    offsets.push(at - offsets.length);
  }
  return offsets;
}

/** How many of the ascending numbers are smaller than `limit`. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

import type { ToolResult } from '../../tools/tool.ts';
import { failure } from '../shared/failure.ts';
import { MOST_CHARACTERS } from '../shared/result-size.ts';
import { count } from '../shared/text-lines.ts';
import type { ArtifactInput } from './input.ts';

/** These bytes of the text in UTF-8; a character that lies across an edge is given whole. */
export function byteRange(
  name: string,
  text: string,
  { start: startByte = 1, end: endByte }: ArtifactInput,
): ToolResult {
  const bytes = Buffer.from(text);
  if (startByte > bytes.length) {
    return failure(`${name} has only ${count(bytes.length, 'byte')}.`, { bytes: bytes.length });
  }
  const start = startOfCharacter(bytes, startByte - 1);
  const wanted = Math.min(endByte ?? bytes.length, bytes.length);
  const end = endOfCharacter(bytes, Math.min(wanted, start + MOST_CHARACTERS));
  const left = wanted - end;
  const note = [`[${count(left, 'more byte')}. Read on with start ${end + 1}.]`];
  const extent = `bytes ${start + 1}-${end} of ${bytes.length}`;
  return {
    success: true,
    output: [
      `${name} (${extent})`,
      bytes.toString('utf8', start, end),
      ...(left > 0 ? note : []),
    ].join('\n'),
    metadata: { startByte: start + 1, endByte: end, bytes: bytes.length, truncated: left > 0 },
  };
}

const isInside = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

function startOfCharacter(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && isInside(bytes[start])) start -= 1;
  return start;
}

function endOfCharacter(bytes: Buffer, at: number): number {
  let end = at;
  while (isInside(bytes[end])) end += 1;
  return end;
}

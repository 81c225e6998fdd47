import type { ToolResult } from '../../tools/tool.ts';
import { excerptOf } from '../shared/excerpt.ts';
import { failure } from '../shared/failure.ts';
import { count, toLines } from '../shared/text-lines.ts';
import type { ArtifactInput } from './input.ts';

/** As many whole lines as one reading may bring. */
export function lineRange(
  name: string,
  text: string,
  { start: startLine = 1, end: endLine }: ArtifactInput,
): ToolResult {
  const lines = toLines(text);
  if (startLine > lines.length) {
    return failure(`${name} has only ${count(lines.length, 'line')}.`, { lines: lines.length });
  }
  const excerpt = excerptOf(lines, {
    startLine,
    endLine: endLine ?? lines.length,
    words: { start: 'start', otherParts: 'unit byte' },
  });
  const { lastLine, note } = excerpt;
  const isWhole = startLine === 1 && lastLine === lines.length && note.length === 0;
  const extent = isWhole
    ? count(lines.length, 'line')
    : `lines ${startLine}-${lastLine} of ${lines.length}, ${count(Buffer.byteLength(text), 'byte')}`;
  return {
    success: true,
    output: [`${name} (${extent})`, excerpt.text, ...note].join('\n'),
    metadata: { startLine, endLine: lastLine, lines: lines.length, truncated: note.length > 0 },
  };
}

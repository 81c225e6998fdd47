import type { ToolResult } from '../../tools/tool.ts';
import { editMetadata, type FileEdit, hashesOf } from '../shared/change-file.ts';
import { decodeText } from '../shared/text-encoding.ts';
import { byteSize, count, toLines, visibleName } from '../shared/text-lines.ts';
import type { WriteInput } from './input.ts';

export function reportWrite(edit: FileEdit, mode: WriteInput['mode']): ToolResult {
  const { place, before, after } = edit;
  const done = before === undefined ? 'Created' : mode === 'append' ? 'Appended to' : 'Overwrote';
  const lines = toLines(decodeText(after)?.text ?? '').length;
  const was = before === undefined ? '' : `, was ${byteSize(before.length)}`;
  const facts = `${count(lines, 'line')}, ${count(after.length, 'byte')}${was}, ${hashesOf(edit)}`;
  const joined = mode === 'append' && before !== undefined && !endsLine(before);
  const note = joined ? ' The file had no newline at its end, so its last line goes on.' : '';
  return {
    success: true,
    output: `${done} ${visibleName(place.name)} (${facts}).${note}`,
    metadata: editMetadata(edit),
  };
}

function endsLine(bytes: Uint8Array): boolean {
  const text = decodeText(bytes)?.text ?? '';
  return text === '' || text.endsWith('\n');
}

import type { ToolResult } from '../../tools/tool.ts';
import { editMetadata, hashesOf } from '../shared/change-file.ts';
import { count, toLines, visibleName } from '../shared/text-lines.ts';
import type { EditInput } from './input.ts';
import type { EditPlan } from './plan-edit.ts';

const PLACES_SHOWN = 3;
const LINES_AROUND = 2;
const MOST_LINES = 30;
const LONGEST_LINE = 400;

/** What was done, and the changed lines with their numbers as they now stand. */
export function reportEdit({ edit, text, replaced }: EditPlan, input: EditInput): ToolResult {
  const lines = toLines(text);
  const height = toLines(input.newText).length;
  const shown = replaced.lines.slice(0, PLACES_SHOWN);
  const parts = shown.map((line) => numbered(lines, line, height));
  const left = replaced.count - shown.length;
  const changes = count(replaced.count, 'replacement');
  const head = `Edited ${visibleName(edit.place.name)}: ${changes}, now ${count(edit.after.length, 'byte')}, ${hashesOf(edit)}.`;
  const rest = left > 0 ? [`[${count(left, 'more replacement')} not shown]`] : [];
  return {
    success: true,
    output: [head, parts.join('\n…\n'), ...rest].join('\n'),
    metadata: { ...editMetadata(edit), replacements: replaced.count, lines: replaced.lines },
  };
}

function numbered(lines: readonly string[], line: number, height: number): string {
  const first = Math.max(1, line - LINES_AROUND);
  const last = Math.min(lines.length, line + height - 1 + LINES_AROUND);
  const shown = lines.slice(first - 1, Math.min(last, first + MOST_LINES - 1));
  const text = shown.map((content, index) => `${first + index}: ${cut(content)}`);
  const left = last - first + 1 - shown.length;
  return [...text, ...(left > 0 ? [`[${count(left, 'more line')}]`] : [])].join('\n');
}

function cut(line: string): string {
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)}…`;
}

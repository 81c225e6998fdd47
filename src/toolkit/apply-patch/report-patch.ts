import type { ToolResult } from '../../tools/tool.ts';
import { editMetadata, type FileEdit, hashesOf } from '../shared/change-file.ts';
import { contentHash } from '../shared/content-hash.ts';
import { count, visibleName } from '../shared/text-lines.ts';
import type { FilePlan, Removal, Write } from './plan-patch.ts';

/** What became of each file, a line each. */
export function reportPatch(plans: readonly FilePlan[]): ToolResult {
  const head = `Patched ${count(plans.length, 'file')}.`;
  return {
    success: true,
    output: [head, ...plans.map(describe)].join('\n'),
    metadata: { files: plans.flatMap(({ changes }) => changes.map(factsOf)) },
  };
}

function describe({ patch, changes, lines }: FilePlan): string {
  const written = changes.find((change): change is Write => change.kind === 'write')?.edit;
  const removed = changes.find((change): change is Removal => change.kind === 'remove');
  const was = removed && visibleName(removed.place.name);
  if (written === undefined) {
    const before = removed?.before ?? new Uint8Array();
    return `Deleted ${was} (was ${count(before.length, 'byte')}, sha256 ${contentHash(before).slice(0, 16)}).`;
  }
  const name = visibleName(written.place.name);
  if (patch.kind === 'add') return `Created ${name} (${sizeOf(written)}).`;
  const at =
    lines.length === 0 ? '' : ` at ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`;
  const hunks = lines.length === 0 ? 'unchanged' : `${count(lines.length, 'hunk')}${at}`;
  const done = was === undefined ? `Updated ${name}` : `Moved ${was} to ${name}`;
  return `${done}: ${hunks}; now ${sizeOf(written)}.`;
}

function sizeOf(edit: FileEdit): string {
  return `${count(edit.after.length, 'byte')}, ${hashesOf(edit)}`;
}

function factsOf(change: Write | Removal) {
  if (change.kind === 'write') return editMetadata(change.edit);
  const { place, before } = change;
  return { path: place.name, beforeBytes: before.length, beforeHash: contentHash(before) };
}

import type { GuardDecision } from '../../protocol/tool-call.ts';
import type { Place, WorkspaceFiles } from '../../security/workspace-files.ts';
import type { ToolMemory } from '../../tools/tool.ts';
import { contentHash } from '../shared/content-hash.ts';
import { MAX_FILE_BYTES } from '../shared/open-workspace.ts';
import { guardPath } from '../shared/path-guard.ts';
import { judgeWrite } from '../shared/write-guard.ts';
import { type FilePatch, isMove } from './parsed-patch.ts';

/** The strictest that is to be said of any of its files; of what is asked about, all reasons. */
export async function guardPatch(
  files: WorkspaceFiles,
  patches: readonly FilePatch[],
  memory: ToolMemory,
): Promise<GuardDecision> {
  const asked: GuardDecision[] = [];
  for (const patch of patches) {
    for (const decision of await judgeFile(files, patch, memory)) {
      if (decision.action === 'deny') return decision;
      if (decision.action === 'ask') asked.push(decision);
    }
  }
  const [first] = asked;
  if (first === undefined) return NOTHING_SPECIAL;
  return {
    ...first,
    reason: asked.map(({ reason }) => reason).join(' '),
    facts: [...new Set(asked.flatMap(({ facts }) => facts))],
  };
}

const NOTHING_SPECIAL: GuardDecision = {
  action: 'allow',
  reason: 'All paths are inside the workspace.',
  patternKey: 'none',
  facts: [],
};

async function judgeFile(
  files: WorkspaceFiles,
  patch: FilePatch,
  memory: ToolMemory,
): Promise<readonly GuardDecision[]> {
  const judge = async (place: Place) => judgeWrite(place);
  const own = await guardPath(files, patch.path, judge);
  if (isMove(patch)) return [own, await guardPath(files, patch.newPath, judge)];
  if (patch.kind !== 'delete' || own.action === 'deny') return [own];
  return [own, await guardPath(files, patch.path, (place) => judgeDeletion(files, place, memory))];
}

async function judgeDeletion(
  files: WorkspaceFiles,
  place: Place,
  memory: ToolMemory,
): Promise<GuardDecision | undefined> {
  if (place.kind !== 'file') return undefined;
  const view = await memory.fileView(place.path);
  const { bytes } = await files.read(place.path, MAX_FILE_BYTES);
  const unread =
    view === undefined ? ', which has not been read' : ', which has changed since it was read';
  return {
    action: 'ask',
    reason: `${place.name} would be deleted${view === contentHash(bytes) ? '' : unread}.`,
    patternKey: 'file_delete',
    facts: ['file_delete'],
    span: place.name,
  };
}

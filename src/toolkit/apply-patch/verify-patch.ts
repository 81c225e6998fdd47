import { AgentError } from '../../base/errors.ts';
import type { WorkspaceFiles } from '../../security/workspace-files.ts';
import type { FileChange, Tool, ToolExecutionContext } from '../../tools/tool.ts';
import { type PresentFile, readPresent, rememberResult } from '../shared/change-file.ts';
import { contentHash } from '../shared/content-hash.ts';
import { takeBack } from './carry-out.ts';
import { changeCount, type FilePatch } from './parsed-patch.ts';
import { type FilePlan, planPatch } from './plan-patch.ts';
import { reportPatch } from './report-patch.ts';

type Verdict = Awaited<ReturnType<NonNullable<Tool['verify']>>>;

/**
 * Whether this very patch, begun in a process that died, has taken effect. Everything was noted before the first change:
 * where only some files were changed, they are brought back, so that nothing is done; where somebody else has changed
 * one since, nobody can say.
 */
export async function verifyPatch(
  files: WorkspaceFiles,
  patches: readonly FilePatch[],
  context: ToolExecutionContext,
): Promise<Verdict> {
  try {
    const noted = await context.memory.notedFileChanges();
    const found = await Promise.all(noted.map((change) => look(files, change, context)));
    if (found.every(({ state }) => state === 'before')) return { state: 'not_done' };
    if (found.some(({ state }) => state === 'other')) return { state: 'unknown' };
    const done = found.filter(({ state }) => state === 'after');
    if (done.length === changeCount(patches) && done.length === found.length) {
      return await doneBefore(patches, { files, found }, context);
    }
    const stuck = await takeBack(
      files,
      done.map(({ change }) => change),
      context,
    );
    return { state: stuck.length === 0 ? 'not_done' : 'unknown' };
  } catch (thrown) {
    if (thrown instanceof AgentError) return { state: 'unknown' };
    throw thrown;
  }
}

interface Found {
  readonly change: FileChange;
  readonly present: PresentFile;
  readonly state: 'before' | 'after' | 'other';
}

async function look(
  files: WorkspaceFiles,
  change: FileChange,
  { idempotencyKey }: ToolExecutionContext,
): Promise<Found> {
  const present = await readPresent(files, change.path);
  await files.discardLeftover(present.place, idempotencyKey);
  const hash = contentHash(present.bytes);
  if (hash === change.afterHash) return { change, present, state: 'after' };
  const isBefore = hash === contentHash(change.before);
  return { change, present, state: isBefore ? 'before' : 'other' };
}

/** The same result as then: planned once more on what was there before. */
async function doneBefore(
  patches: readonly FilePatch[],
  then: Then,
  context: ToolExecutionContext,
): Promise<Verdict> {
  const plans = await planPatch(patches, {
    present: (path) => beforeThen(then, path),
    whyNot: async () => undefined,
  });
  if ('success' in plans) return { state: 'unknown' };
  for (const { edit } of writesOf(plans)) await rememberResult(edit, context);
  return { state: 'done', result: reportPatch(plans) };
}

function writesOf(plans: readonly FilePlan[]) {
  return plans.flatMap(({ changes }) =>
    changes.flatMap((each) => (each.kind === 'write' ? [each] : [])),
  );
}

interface Then {
  readonly files: WorkspaceFiles;
  readonly found: readonly Found[];
}

async function beforeThen({ files, found }: Then, path: string): Promise<PresentFile> {
  const place = await files.locate(path);
  const one = found.find(({ change }) => change.path === place.path);
  if (one === undefined) throw new AgentError('not_found', `${path} was not noted.`);
  return { place, bytes: one.change.before };
}

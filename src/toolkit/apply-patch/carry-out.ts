import { AgentError } from '../../base/errors.ts';
import type { WorkspaceFiles } from '../../security/workspace-files.ts';
import type { FileChange, ToolExecutionContext } from '../../tools/tool.ts';
import { rememberResult, toFileChange } from '../shared/change-file.ts';
import { type Failure, failure } from '../shared/failure.ts';
import { visibleName } from '../shared/text-lines.ts';
import { undoFileChange } from '../undo-file-change.ts';
import type { Change } from './plan-patch.ts';

/**
 * All changes or none: what was there is noted for all of them before the first one, and what was done is taken back
 * when a later one fails. Resolves to a failure only where something could not be taken back; else throws the cause.
 */
export async function carryOut(
  files: WorkspaceFiles,
  changes: readonly Change[],
  context: ToolExecutionContext,
): Promise<Failure | undefined> {
  const begun: FileChange[] = [];
  // What is removed goes last, so that no content is ever nowhere.
  const ordered = changes.toSorted(
    (a, b) => Number(a.kind === 'remove') - Number(b.kind === 'remove'),
  );
  for (const change of ordered) await context.memory.noteFileChange(toNote(change));
  try {
    for (const change of ordered) {
      context.signal.throwIfAborted();
      begun.push(toNote(change));
      await make(files, change, context);
    }
  } catch (thrown) {
    const stuck = await takeBack(files, begun, context);
    if (stuck.length === 0) throw thrown;
    return halfDone(stuck, thrown);
  }
  for (const change of ordered) {
    if (change.kind === 'write') await rememberResult(change.edit, context);
  }
  return undefined;
}

function toNote(change: Change): FileChange {
  return change.kind === 'write'
    ? toFileChange(change.edit)
    : toFileChange({ ...change, after: undefined });
}

async function make(
  files: WorkspaceFiles,
  change: Change,
  { idempotencyKey: token, signal }: ToolExecutionContext,
): Promise<void> {
  if (change.kind === 'remove') return files.remove(change.place);
  const { edit, mode } = change;
  await files.replace(edit.place, edit.after, {
    token,
    signal,
    ...(mode !== undefined && { mode }),
  });
}

/** Brings back what was there before, newest change first. Resolves to the files that are still changed. */
export async function takeBack(
  files: WorkspaceFiles,
  changes: readonly FileChange[],
  { idempotencyKey }: Pick<ToolExecutionContext, 'idempotencyKey'>,
): Promise<readonly string[]> {
  const stuck: string[] = [];
  for (const { before, ...change } of changes.toReversed()) {
    const undone = undoFileChange(files, { ...change, token: `${idempotencyKey}b` }, before);
    const outcome = await undone.then(
      ({ outcome: each }) => each,
      (thrown: unknown) =>
        before === undefined && isBelowFile(thrown)
          ? ('unchanged' as const)
          : ('conflict' as const),
    );
    if (outcome === 'conflict') stuck.push(change.path);
  }
  return stuck;
}

/** Below a file there is none, so what was to be added there never came to be. */
function isBelowFile(thrown: unknown): boolean {
  return thrown instanceof AgentError && thrown.messageId === 'files.not_folder';
}

function halfDone(stuck: readonly string[], thrown: unknown): Failure {
  const names = stuck.map(visibleName).join(', ');
  return {
    ...failure(
      `The patch broke off (${AgentError.from(thrown).message}), and these files could not be brought back: ${names}. Read them and tell the person.`,
      { changed: stuck },
    ),
    outcome: 'unknown',
  };
}

import { AgentError } from '../../base/errors.ts';
import type { Place, WorkspaceFiles } from '../../security/workspace-files.ts';
import type { FileChange, ToolExecutionContext } from '../../tools/tool.ts';
import { contentHash } from './content-hash.ts';
import { MAX_FILE_BYTES } from './open-workspace.ts';

/** A file and what is in it; `bytes` is undefined when it does not exist. */
export interface PresentFile {
  readonly place: Place;
  readonly bytes: Uint8Array | undefined;
}

/** One file as it was and as it is to be. */
export interface FileEdit {
  readonly place: Place;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array;
  /** Whether parts of the earlier content stay, so that knowing the result takes knowing them. */
  readonly keepsParts: boolean;
}

type Context = Pick<ToolExecutionContext, 'memory' | 'idempotencyKey' | 'signal'>;

export async function readPresent(files: WorkspaceFiles, path: string): Promise<PresentFile> {
  const place = await files.locate(path);
  return place.kind === 'missing' ? { place, bytes: undefined } : files.read(path, MAX_FILE_BYTES);
}

/** Keeps the earlier bytes for undo, then writes the new ones whole. */
export async function applyEdit(
  files: WorkspaceFiles,
  edit: FileEdit,
  context: Context,
): Promise<void> {
  await context.memory.noteFileChange(toFileChange(edit));
  const { idempotencyKey: token, signal } = context;
  await files.replace(edit.place, edit.after, { token, signal });
  await rememberResult(edit, context);
}

/** What is noted before the change; without `after` the file is to be removed. */
export function toFileChange({
  place,
  before,
  after,
}: Pick<FileEdit, 'place' | 'before'> & { readonly after: Uint8Array | undefined }): FileChange {
  return {
    path: place.path,
    ...(after !== undefined && { afterHash: contentHash(after) }),
    ...(before !== undefined && { before }),
    ...(place.stats !== undefined && { beforeMode: place.stats.mode & 0o777 }),
  };
}

/**
 * Whether this very call, begun in a process that died, has changed the file. What it noted before the
 * change tells: nothing noted, nothing done; else the file is as it was before, or as it was to be, or
 * somebody else has changed it since.
 */
export async function verifyEdit(
  files: WorkspaceFiles,
  { path, keepsParts }: { readonly path: string; readonly keepsParts: boolean },
  context: Context,
): Promise<
  { readonly state: 'done'; readonly edit: FileEdit } | { state: 'not_done' | 'unknown' }
> {
  try {
    const { place, bytes } = await readPresent(files, path);
    await files.discardLeftover(place, context.idempotencyKey);
    const noted = (await context.memory.notedFileChanges()).at(-1);
    if (noted === undefined) return { state: 'not_done' };
    const present = contentHash(bytes);
    if (noted.path !== place.path) return { state: 'unknown' };
    if (bytes !== undefined && present === noted.afterHash) {
      const edit = { place, before: noted.before, after: bytes, keepsParts };
      await rememberResult(edit, context);
      return { state: 'done', edit };
    }
    return { state: present === contentHash(noted.before) ? 'not_done' : 'unknown' };
  } catch (thrown) {
    if (thrown instanceof AgentError) return { state: 'unknown' };
    throw thrown;
  }
}

/** A session that had not seen the parts that stay has not seen the result either. */
export async function rememberResult(
  { place, before, after, keepsParts }: FileEdit,
  { memory }: Context,
): Promise<void> {
  const view = await memory.fileView(place.path);
  const isKnown = !keepsParts || before === undefined || view === contentHash(before);
  if (isKnown) await memory.noteFileView(place.path, contentHash(after));
}

/** Facts of a change for the journal and the audit. */
export function editMetadata({ place, before, after }: FileEdit) {
  return {
    path: place.name,
    bytes: after.length,
    beforeBytes: before?.length,
    beforeHash: contentHash(before),
    afterHash: contentHash(after),
  };
}

/** `sha256 1a2b… → 3c4d…`, enough of each to compare. */
export function hashesOf({ before, after }: FileEdit): string {
  const short = (bytes: Uint8Array) => contentHash(bytes).slice(0, 16);
  return `sha256 ${before === undefined ? '' : `${short(before)} → `}${short(after)}`;
}

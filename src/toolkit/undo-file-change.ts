import { AgentError } from '../base/errors.ts';
import type { WorkspaceFiles } from '../security/workspace-files.ts';
import type { FileChangeRecord } from '../storage/records.ts';
import { readPresent } from './shared/change-file.ts';
import { contentHash } from './shared/content-hash.ts';

export type UndoneChange = Pick<FileChangeRecord, 'path' | 'beforeMode' | 'afterHash'> & {
  /** Unique to the undo: letters and digits. */
  readonly token: string;
};

/**
 * `restored`: the earlier bytes are back. `removed`: the file did not exist before and is gone again.
 * `unchanged`: it already is as it was. `conflict`: somebody has changed it since, so it stays as it is.
 */
export interface UndoReport {
  readonly outcome: 'restored' | 'removed' | 'unchanged' | 'conflict';
  /** Relative to the workspace. */
  readonly name: string;
}

/**
 * Takes one change of a file back, if nothing has happened to the file since. `before` is undefined when the
 * change created it. Several changes are taken back newest first. Throws what `WorkspaceFiles` throws.
 */
export async function undoFileChange(
  files: WorkspaceFiles,
  change: UndoneChange,
  before: Uint8Array | undefined,
): Promise<UndoReport> {
  const { place, bytes } = await readPresent(files, change.path);
  const report = (outcome: UndoReport['outcome']) => ({ outcome, name: place.name });
  const present = contentHash(bytes);
  if (present === contentHash(before)) return report('unchanged');
  if (present !== change.afterHash) return report('conflict');
  try {
    if (before === undefined) {
      await files.remove(place);
      return report('removed');
    }
    const { token, beforeMode: mode } = change;
    const signal = new AbortController().signal;
    await files.replace(place, before, { token, signal, ...(mode !== undefined && { mode }) });
    return report('restored');
  } catch (thrown) {
    if (thrown instanceof AgentError && thrown.code === 'conflict') return report('conflict');
    throw thrown;
  }
}

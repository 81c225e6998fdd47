import { copyFile, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileEditing } from '../../config/file-edit.ts';
import { type ConfigChange, updateConfigFile } from '../../config/update-config-file.ts';
import { lineDiff } from './line-diff.ts';

/**
 * The lines that the changes would add and remove, from a copy beside the file, so that the same checks apply.
 * Throws as `updateConfigFile` does; the file itself is not touched.
 */
export async function previewEdit(
  file: string,
  changes: readonly ConfigChange[],
  { editing, id }: { readonly editing: FileEditing; readonly id: string },
): Promise<string[]> {
  const copy = join(dirname(file), `.preview-${id}.yaml`);
  const before = await readFile(file, 'utf8').catch(() => undefined);
  try {
    if (before !== undefined) await copyFile(file, copy);
    const edit = await updateConfigFile(copy, changes, { ...editing, standsFor: file });
    if (edit.backup !== undefined) await rm(edit.backup, { force: true });
    const after = await readFile(copy, 'utf8').catch(() => '');
    return edit.changed ? lineDiff(before ?? '', after) : [];
  } finally {
    await rm(copy, { force: true });
  }
}

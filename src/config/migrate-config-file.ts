import { editFile, requireFile } from './editing/edit-file.ts';
import { type RenamedKey, renameKeys } from './editing/rename-keys.ts';
import type { FileEdit, FileEditing } from './file-edit.ts';
import { composeSchema } from './json-schema.ts';
import { chooseAdapters } from './reading/choose-adapters.ts';
import { isGroup } from './reading/path.ts';
import { createSchemaTree } from './reading/schema-tree.ts';

export interface FileMigration extends FileEdit {
  readonly renamed: readonly RenamedKey[];
}

/**
 * Rewrites a file of the generation before, whose keys were written `network_policy`, and keeps it as it was beside the
 * new one. Names that people chose stay as they are. A second run changes nothing. Throws like `updateConfigFile`.
 */
export async function migrateConfigFile(
  file: string,
  editing: FileEditing,
): Promise<FileMigration> {
  await requireFile(file, editing);
  let renamed: readonly RenamedKey[] = [];
  const edit = await editFile(
    file,
    ({ document, yaml }) => {
      const value: unknown = document.toJS();
      const types = chooseAdapters(isGroup(value) ? value : {}, [], editing.sections);
      const tree = createSchemaTree(composeSchema(editing.sections, types));
      renamed = renameKeys(yaml, document, tree);
    },
    editing,
  );
  return { ...edit, renamed };
}

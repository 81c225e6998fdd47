import type { Document } from 'yaml';
import { AgentError } from '../base/errors.ts';
import { editFile } from './editing/edit-file.ts';
import type { FileEdit, FileEditing } from './file-edit.ts';
import { type Path, parsePath } from './reading/path.ts';

export interface ConfigChange {
  /** As `config show` prints it, such as `models.default`. */
  readonly path: string;
  /** In the form people write; undefined removes the key. */
  readonly value: unknown;
}

/**
 * Changes keys of a configuration file, or makes the file, readable by its owner only. Comments and everything else in
 * it stay, and the file as it was is kept beside it. Throws `invalid_config` when the result would not be valid, and
 * `conflict` when somebody else wrote the file meanwhile; the file is unchanged then.
 */
export function updateConfigFile(
  file: string,
  changes: readonly ConfigChange[],
  editing: FileEditing,
): Promise<FileEdit> {
  const steps = changes.map(({ path, value }) => ({ path: keysOf(path), value }));
  return editFile(
    file,
    (document, yaml) => {
      for (const { path, value } of steps) {
        if (value === undefined) remove(document, path);
        else put({ document, yaml, path, value });
      }
    },
    editing,
  );
}

interface Put {
  readonly document: Document;
  readonly yaml: typeof import('yaml');
  readonly path: Path;
  readonly value: unknown;
}

function put({ document, yaml, path, value }: Put): void {
  for (let length = 1; length < path.length; length += 1) openGroup(path.slice(0, length));
  const before = document.getIn(path, true);
  const node = document.createNode(value);
  if (yaml.isNode(before)) {
    node.comment = before.comment ?? null;
    node.commentBefore = before.commentBefore ?? null;
  }
  document.setIn(path, node);

  /** A group whose lines are all commented out becomes a real one, its comments on top. */
  function openGroup(group: Path): void {
    const empty = document.getIn(group, true);
    if (!yaml.isScalar(empty) || empty.value !== null) return;
    const map = new yaml.YAMLMap(document.schema);
    map.commentBefore = empty.comment ?? null;
    document.setIn(group, map);
  }
}

function remove(document: Document, path: Path): void {
  if (document.hasIn(path)) document.deleteIn(path);
}

function keysOf(path: string): Path {
  const keys = parsePath(path);
  if (keys === undefined) throw new AgentError('invalid_input', `${path} is no key path.`);
  return keys;
}

import { AgentError } from '../base/errors.ts';
import { type EditedFile, editFile } from './editing/edit-file.ts';
import type { FileEdit, FileEditing } from './file-edit.ts';
import { createProblem, toConfigError } from './problem.ts';
import { formatPath, type Path, parsePath } from './reading/path.ts';

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
    (edited) => {
      for (const step of steps) apply(step, edited);
    },
    editing,
  );
}

interface Step {
  readonly path: Path;
  readonly value: unknown;
}

function apply({ path, value }: Step, edited: EditedFile): void {
  const { document, yaml } = edited;
  if (value === undefined) {
    if (document.hasIn(path)) document.deleteIn(path);
    return;
  }
  for (let length = 1; length < path.length; length += 1) openGroup(path.slice(0, length), edited);
  const before = document.getIn(path, true);
  const node = document.createNode(value);
  if (yaml.isNode(before)) {
    node.comment = before.comment ?? null;
    node.commentBefore = before.commentBefore ?? null;
  }
  document.setIn(path, node);
}

/** A group whose lines are all commented out becomes a real one, its comments on top. */
function openGroup(path: Path, { document, yaml, name }: EditedFile): void {
  const node = document.getIn(path, true);
  if (node === undefined || yaml.isMap(node)) return;
  if (!yaml.isScalar(node) || node.value !== null) {
    const place = { origin: { kind: 'file' as const, name }, path: formatPath(path) };
    throw toConfigError([createProblem('config.expected_group', place)]);
  }
  const map = new yaml.YAMLMap(document.schema);
  map.commentBefore = node.comment ?? null;
  document.setIn(path, map);
}

function keysOf(path: string): Path {
  const keys = parsePath(path);
  if (keys === undefined) throw new AgentError('invalid_input', `${path} is no key path.`);
  return keys;
}

import { nearest } from '../../base/nearest.ts';
import { foldKey, isGroup, type Path } from './path.ts';
import type { SchemaNode, SchemaTree } from './schema-tree.ts';

export interface KeyContext {
  readonly tree: SchemaTree;
  /** The value at a path so far: free keys that exist there are matched as well. */
  get(path: Path): unknown;
  /** How a free key that exists nowhere yet is called, from the way it was written. */
  newKey(key: string): string;
}

export type ResolvedKeys =
  | { readonly path: Path; readonly node: SchemaNode }
  /** `parent` exists, `key` below it does not. */
  | { readonly parent: Path; readonly key: string };

/** Matches keys to the schema, without regard to case and underscores; an exact match goes first. */
export function resolveKeys(keys: Path, { tree, get, newKey }: KeyContext): ResolvedKeys {
  let node = tree.root;
  const path: string[] = [];
  for (const key of keys) {
    const match = pick(key, tree.keys(node)) ?? freeKey(key, path, node);
    const child = match === undefined ? undefined : tree.child(node, match);
    if (match === undefined || child === undefined) return { parent: path, key };
    path.push(match);
    node = child;
  }
  return { path, node };

  function freeKey(key: string, path: Path, node: SchemaNode): string | undefined {
    // Set on an object, `__proto__` would change the object itself.
    if (key === '' || key === '__proto__' || tree.entry(node) === undefined) return undefined;
    const existing = get(path);
    return (isGroup(existing) ? pick(key, Object.keys(existing)) : undefined) ?? newKey(key);
  }
}

function pick(key: string, candidates: readonly string[]): string | undefined {
  if (candidates.includes(key)) return key;
  return candidates.find((candidate) => foldKey(candidate) === foldKey(key));
}

/** The name that a free key gets from a variable: `MY_PROXY` is `my-proxy`. */
export function fromVariable(key: string): string {
  return key.toLowerCase().replaceAll('_', '-');
}

/** The path that was probably meant: a like key in the same group, else the same key in another one. */
export function suggestPath(tree: SchemaTree, parent: Path, key: string): Path | undefined {
  const group = tree.at(parent);
  const sibling = group && nearest(key, tree.keys(group));
  if (sibling !== undefined) return [...parent, sibling];
  return leafPaths(tree).find((path) => foldKey(path.at(-1) ?? '') === foldKey(key));
}

/** Every key that the schema names and that holds a value, not a group of keys. */
export function leafPaths(tree: SchemaTree): Path[] {
  const paths: Path[] = [];
  const waiting: [Path, SchemaNode][] = [[[], tree.root]];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [path, node] = next;
    const keys = tree.keys(node);
    if (keys.length === 0) paths.push(path);
    for (const key of path.length > 8 ? [] : keys) {
      const child = tree.child(node, key);
      if (child !== undefined) waiting.push([[...path, key], child]);
    }
  }
  return paths;
}

/** A path as it is written in the name of a variable. */
export function variableName(prefix: string, path: Path): string {
  const words = path.map((key) =>
    key
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replaceAll(/[-.]/g, '_')
      .toUpperCase(),
  );
  return prefix + words.join('__');
}

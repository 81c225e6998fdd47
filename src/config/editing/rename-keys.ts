import type { Document, Pair, YAMLMap } from 'yaml';
import { foldKey, formatPath, type Path } from '../reading/path.ts';
import type { SchemaNode, SchemaTree } from '../reading/schema-tree.ts';

export interface RenamedKey {
  readonly from: string;
  readonly to: string;
}

/** Gives keys written `network_policy` the names that the schema has for them, in place. Free keys stay as they are. */
export function renameKeys(
  yaml: typeof import('yaml'),
  document: Document,
  tree: SchemaTree,
): RenamedKey[] {
  const renamed: RenamedKey[] = [];
  visit(document.contents, tree.root, []);
  return renamed;

  function visit(value: unknown, node: SchemaNode | undefined, path: Path): void {
    if (node === undefined) return;
    if (yaml.isMap(value)) {
      for (const pair of value.items) visitPair(pair, { map: value, node, path });
    }
    if (!yaml.isSeq(value)) return;
    const items = tree.items(node);
    for (const [index, item] of value.items.entries()) visit(item, items, [...path, String(index)]);
  }

  function visitPair(pair: Pair, place: { map: YAMLMap; node: SchemaNode; path: Path }): void {
    const { map, node, path } = place;
    if (!yaml.isScalar(pair.key)) return;
    const key = String(pair.key.value);
    const name = modernKey(tree, node, key);
    if (name !== key && !map.has(name)) {
      pair.key.value = name;
      renamed.push({ from: formatPath([...path, key]), to: formatPath([...path, name]) });
    }
    visit(pair.value, tree.child(node, name), [...path, name]);
  }
}

function modernKey(tree: SchemaTree, node: SchemaNode, key: string): string {
  const keys = tree.keys(node);
  if (keys.includes(key) || !key.includes('_')) return key;
  return keys.find((candidate) => foldKey(candidate) === foldKey(key)) ?? key;
}

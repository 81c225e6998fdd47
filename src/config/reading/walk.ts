import { isSecretName } from '../../security/redactor.ts';
import { isGroup, type Path } from './path.ts';
import type { SchemaNode, SchemaTree } from './schema-tree.ts';

/** A text somewhere in the configuration. */
export interface FoundText {
  readonly path: Path;
  readonly text: string;
  readonly kind: string | undefined;
  readonly secret: boolean;
}

/** Every text, also in lists and in parts the schema does not know. */
export function* textsIn(tree: SchemaTree, value: unknown): Generator<FoundText> {
  yield* visit({ tree, value, node: tree.root, path: [], secret: false });
}

interface Visit {
  readonly tree: SchemaTree;
  readonly value: unknown;
  readonly node: SchemaNode | undefined;
  readonly path: Path;
  readonly secret: boolean;
}

function* visit({ tree, value, node, path, secret }: Visit): Generator<FoundText> {
  const kind = kindOf(tree, node);
  const hidden = secret || kind === 'secret' || isSecretKey(path.at(-1) ?? '');
  if (typeof value === 'string') yield { path, text: value, kind, secret: hidden };
  if (Array.isArray(value)) {
    const items = node && tree.items(node);
    for (const [index, item] of value.entries()) {
      yield* visit({
        tree,
        value: item,
        node: items,
        path: [...path, String(index)],
        secret: hidden,
      });
    }
  }
  if (!isGroup(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    const child = node && tree.child(node, key);
    yield* visit({ tree, value: inner, node: child, path: [...path, key], secret: hidden });
  }
}

/** What the schema says a value stands for. */
export function kindOf(tree: SchemaTree, node: SchemaNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  return tree.forms(node).find((form) => form['x-kind'] !== undefined)?.['x-kind'];
}

/** Whether a key is called like something secret, whatever the schema says. */
export function isSecretKey(key: string): boolean {
  return isSecretName(key, 'record') || /tokens$/i.test(key);
}

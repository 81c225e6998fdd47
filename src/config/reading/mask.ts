import { MASK, maskUrlPasswords } from '../../security/redactor.ts';
import { isGroup } from './path.ts';
import type { SchemaNode, SchemaTree } from './schema-tree.ts';
import { isSecretKey, kindOf } from './walk.ts';

export interface Masking {
  readonly tree: SchemaTree;
  readonly node: SchemaNode | undefined;
  readonly secret: boolean;
}

/** The value as it may be shown: secrets by schema or by name, and passwords in URLs, are masked at any depth. */
export function mask(value: unknown, { tree, node, secret }: Masking): unknown {
  const hidden = secret || kindOf(tree, node) === 'secret';
  if (typeof value === 'string') return hidden ? maskWhole(value) : maskUrlPasswords(value);
  if (Array.isArray(value)) {
    const items = node && tree.items(node);
    return value.map((item) => mask(item, { tree, node: items, secret: hidden }));
  }
  if (!isGroup(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => {
    const child = node && tree.child(node, key);
    return [key, mask(item, { tree, node: child, secret: hidden || isSecretKey(key) })];
  });
  return Object.fromEntries(entries);
}

function maskWhole(text: string): string {
  return text === '' ? '' : MASK;
}

import type { Json } from '../base/json.ts';
import type { LoadedConfig } from './load-config.ts';
import { DEFAULT_ORIGIN, originText } from './origin.ts';
import { mask } from './reading/mask.ts';
import { formatPath, isGroup, type Path } from './reading/path.ts';
import type { SchemaNode } from './reading/schema-tree.ts';
import { isSecretKey, kindOf } from './reading/walk.ts';

/** One line of `config show`. */
export interface ConfigRow {
  readonly path: string;
  /** As people write it, `30s` for a duration; secrets are `***`. Undefined: not set, and no default. */
  readonly value: Json | undefined;
  /** `default`, `echo-agent.yaml:3`, a variable, or a flag. */
  readonly origin: string;
}

/** Every key with its value and where it came from, in the order of the schema. */
export function describeConfig({ draft, tree }: Pick<LoadedConfig, 'draft' | 'tree'>): ConfigRow[] {
  return rowsOf(tree.root, [], false);

  function rowsOf(node: SchemaNode, path: Path, inSecret: boolean): ConfigRow[] {
    const value = draft.get(path);
    const secret = inSecret || kindOf(tree, node) === 'secret' || isSecretKey(path.at(-1) ?? '');
    const keys = keysOf(node, value);
    if (keys.length > 0) {
      return keys.flatMap((key) => rowsOf(tree.child(node, key) ?? {}, [...path, key], secret));
    }
    const shown = value ?? node.default;
    const masked = shown === undefined ? undefined : mask(shown, { tree, node, secret });
    const origin = value === undefined ? DEFAULT_ORIGIN : draft.originOf(path);
    return [
      { path: formatPath(path), value: masked as Json | undefined, origin: originText(origin) },
    ];
  }

  /** The keys of a group, named by the schema or given; none for a value that is no group. */
  function keysOf(node: SchemaNode, value: unknown): readonly string[] {
    if (value !== undefined && !isGroup(value)) return [];
    return [...new Set([...tree.keys(node), ...Object.keys(value ?? {})])];
  }
}

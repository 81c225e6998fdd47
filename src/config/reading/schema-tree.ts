/** The part of JSON Schema that zod writes and configuration reads. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly propertyNames?: SchemaNode;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly 'x-kind'?: string;
}

/** Questions about the schema, whatever unions and references it is made of. */
export interface SchemaTree {
  readonly root: SchemaNode;
  /** The alternatives a value may take; one for most keys. */
  forms(node: SchemaNode): readonly SchemaNode[];
  /** The keys that the schema names. */
  keys(node: SchemaNode): readonly string[];
  /** The node of a named key, else of any entry if the node is a record. */
  child(node: SchemaNode, key: string): SchemaNode | undefined;
  /** The node of the entries, if keys are free. */
  entry(node: SchemaNode): SchemaNode | undefined;
  items(node: SchemaNode): SchemaNode | undefined;
  at(path: readonly string[]): SchemaNode | undefined;
}

export function createSchemaTree(root: SchemaNode): SchemaTree {
  function forms(node: SchemaNode): readonly SchemaNode[] {
    if (node.$ref !== undefined) return forms(resolve(root, node.$ref));
    const parts = node.anyOf ?? node.oneOf ?? node.allOf;
    if (parts !== undefined) return parts.flatMap(forms);
    if (Array.isArray(node.type)) return node.type.map((type: string) => ({ ...node, type }));
    return [node];
  }

  function named(node: SchemaNode, key: string): SchemaNode | undefined {
    for (const { properties } of forms(node)) {
      if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key];
    }
    return undefined;
  }

  function entry(node: SchemaNode): SchemaNode | undefined {
    for (const { additionalProperties } of forms(node)) {
      if (typeof additionalProperties === 'object') return additionalProperties;
    }
    return undefined;
  }

  function items(node: SchemaNode): SchemaNode | undefined {
    return forms(node).find((form) => form.items !== undefined)?.items;
  }

  function child(node: SchemaNode, key: string): SchemaNode | undefined {
    return named(node, key) ?? entry(node);
  }

  return {
    root,
    forms,
    entry,
    items,
    child,
    keys: (node) => forms(node).flatMap(({ properties = {} }) => Object.keys(properties)),
    at: (path) =>
      path.reduce<SchemaNode | undefined>(
        (node, key) => node && (child(node, key) ?? items(node)),
        root,
      ),
  };
}

function resolve(root: SchemaNode, reference: string): SchemaNode {
  const keys = reference
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = keys.reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], root);
  return (found ?? {}) as SchemaNode;
}

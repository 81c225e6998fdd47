import { z } from 'zod';
import type { JsonObject } from '../base/json.ts';
import type { SchemaNode } from './reading/schema-tree.ts';
import { CoreConfig } from './schema.ts';
import {
  ADAPTER_KINDS,
  type AdapterKind,
  AdapterName,
  type AdapterSections,
  COMMON_SETTINGS,
  type ConfigSections,
} from './sections.ts';

/** The sections that exist, by name; undefined stands for a type that nobody knows. */
export type AdapterTypes = ReadonlyMap<string, string | undefined>;

/** JSON Schema of the configuration file, for editors and for the reference. */
export function configJsonSchema(sections: ConfigSections): JsonObject {
  const known = (kind: AdapterKind) =>
    new Map(sections[kind].names.map((name) => [name, sections[kind].typeOf(name, {})]));
  const types = { providers: known('providers'), channels: known('channels') };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of Echo Agent',
    ...(composeSchema(sections, types) as JsonObject),
  };
}

/** The schema with a section for each name in `types`. Other names are free, if they say their type. */
export function composeSchema(
  sections: ConfigSections,
  types: Readonly<Record<AdapterKind, AdapterTypes>>,
): SchemaNode {
  const core = toSchemaNode(CoreConfig);
  const $defs: Record<string, SchemaNode> = { ...core.$defs };
  const properties: Record<string, SchemaNode> = { ...core.properties };
  for (const kind of ADAPTER_KINDS) {
    for (const [type, schema] of Object.entries(sections[kind].schemas)) {
      const name = `${kind}-${type}`;
      $defs[name] = withCommonSettings(
        kind,
        moveReferences(toSchemaNode(schema), `#/$defs/${name}`),
      );
    }
    properties[kind] = recordOfSections(kind, types[kind], sections[kind]);
  }
  return { ...core, properties, $defs };
}

function recordOfSections(
  kind: AdapterKind,
  types: AdapterTypes,
  { schemas }: AdapterSections,
): SchemaNode {
  const reference = (type: string): SchemaNode => ({ $ref: `#/$defs/${kind}-${type}` });
  const properties = [...types].map(([name, type]) => [
    name,
    type !== undefined && Object.hasOwn(schemas, type) ? reference(type) : COMMON,
  ]);
  const free = Object.keys(schemas).map((type) => ({
    allOf: [reference(type), { properties: { type: { const: type } }, required: ['type'] }],
  }));
  return {
    type: 'object',
    description: DESCRIPTIONS[kind],
    default: {},
    propertyNames: { type: 'string', pattern: AdapterName.source },
    properties: Object.fromEntries(properties),
    additionalProperties: free.length > 0 ? { anyOf: free } : false,
  };
}

const DESCRIPTIONS = {
  providers: 'Model providers by name. Well-known names need no `type`.',
  channels: 'Chat platforms by name.',
} as const;

/** A section of which only the common keys are known. */
const COMMON: SchemaNode = { type: 'object', additionalProperties: {} };

function withCommonSettings(kind: AdapterKind, node: SchemaNode): SchemaNode {
  const { anyOf, oneOf } = node;
  const each = (choice: SchemaNode) => withCommonSettings(kind, choice);
  if (anyOf !== undefined) return { ...node, anyOf: anyOf.map(each) };
  if (oneOf !== undefined) return { ...node, oneOf: oneOf.map(each) };
  if (node.type !== 'object') return node;
  return {
    ...node,
    properties: { ...toSchemaNode(COMMON_SETTINGS[kind]).properties, ...node.properties },
  };
}

function toSchemaNode(schema: z.ZodType): SchemaNode {
  const { $schema: _, ...node } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return node as SchemaNode;
}

/** References are written from the root of their own schema; this root is now the node at `base`. */
function moveReferences<Value>(value: Value, base: string): Value {
  if (Array.isArray(value)) return value.map((item) => moveReferences(item, base)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) =>
    key === '$ref' && typeof item === 'string'
      ? [key, base + item.slice(1)]
      : [key, moveReferences(item, base)],
  );
  return Object.fromEntries(entries) as Value;
}

import type { Json, JsonObject } from '../base/json.ts';

/** Where a JSON Schema is one that providers refuse; undefined when it is sound. */
export function findSchemaProblem(schema: JsonObject): string | undefined {
  if (schema['type'] !== 'object') return 'parameters: must be an object';
  return problemAt(schema, 'parameters');
}

/** Keywords that hold one schema, a list of them, or schemas by name. */
const ONE = ['items', 'additionalProperties', 'not'] as const;
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;
const NAMED = ['properties', '$defs', 'definitions', 'patternProperties'] as const;

function problemAt(schema: Json | undefined, path: string): string | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (!isObject(schema)) return `${path}: is not a schema`;
  if (
    schema['type'] === 'array' &&
    schema['items'] === undefined &&
    schema['prefixItems'] === undefined
  ) {
    return `${path}: an array without items`;
  }
  return firstProblem(childrenOf(schema, path));
}

type Child = readonly [schema: Json | undefined, path: string];

function childrenOf(schema: JsonObject, path: string): Child[] {
  const one = ONE.flatMap((key): Child[] =>
    schema[key] === undefined ? [] : [[schema[key], `${path}.${key}`]],
  );
  const lists = LISTS.flatMap((key): Child[] => {
    const list = schema[key];
    if (list === undefined) return [];
    if (!Array.isArray(list) || list.length === 0) return [[null, `${path}.${key}`]];
    return list.map((item: Json, index): Child => [item, `${path}.${key}[${index}]`]);
  });
  const named = NAMED.flatMap((key): Child[] => {
    const group = schema[key];
    if (group === undefined) return [];
    if (!isObject(group)) return [[null, `${path}.${key}`]];
    return Object.entries(group).map(([name, item]): Child => [item, `${path}.${key}.${name}`]);
  });
  return [...one, ...lists, ...named];
}

function firstProblem(children: readonly Child[]): string | undefined {
  for (const [schema, path] of children) {
    const problem = problemAt(schema, path);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { z } from 'zod';
import type { Json, JsonObject } from '../base/json.ts';
import { nearest } from '../base/nearest.ts';

const MOST_PROBLEMS = 20;
const SHOWN_CHARACTERS = 80;

/** Every problem of the arguments, one a line, so that the next try can mend them all at once. */
export function explainIssues(issues: readonly z.core.$ZodIssue[], schema: JsonObject): string {
  return toLines(issues.flatMap((issue) => explain(issue, schema)));
}

/** Keys that the tool's schema does not know, where it would let them pass unread. */
export function explainUnreadKeys(value: unknown, schema: JsonObject): string | undefined {
  const unread = unreadKeys(value, schema, []);
  return unread.length === 0 ? undefined : toLines(unread);
}

function toLines(problems: readonly string[]): string {
  const rest = problems.length - MOST_PROBLEMS;
  const more = rest > 0 ? [`- and ${rest} more`] : [];
  return [...problems.slice(0, MOST_PROBLEMS).map((problem) => `- ${problem}`), ...more].join('\n');
}

type Path = readonly PropertyKey[];

function explain(issue: z.core.$ZodIssue, schema: JsonObject): readonly string[] {
  const { path, input } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownKey(key, path, schema));
  }
  const missing = input === undefined && path.length > 0;
  const expected = 'expected' in issue ? ` (${issue.expected})` : '';
  if (missing) return [`${nameOf(path)}: is missing, and it is required${expected}`];
  const given = input === undefined ? '' : ` (got ${show(input)})`;
  return [`${nameOf(path)}: ${issue.message}${given}`];
}

function nameOf(path: Path): string {
  return path.length === 0 ? 'arguments' : path.map(String).join('.');
}

function unknownKey(key: string, path: Path, schema: JsonObject): string {
  const known = Object.keys(propertiesOf(schemaAt(schema, path)));
  const meant = nearest(key, known);
  const hint = meant === undefined ? `known: ${known.join(', ')}` : `did you mean "${meant}"?`;
  return `${nameOf([...path, key])}: there is no such argument; ${hint}`;
}

function schemaAt(schema: JsonObject, path: Path): JsonObject {
  const [first, ...rest] = path;
  if (first === undefined) return schema;
  const next = typeof first === 'number' ? schema['items'] : propertiesOf(schema)[String(first)];
  return isObject(next) ? schemaAt(next, rest) : {};
}

function unreadKeys(value: unknown, schema: Json | undefined, path: Path): readonly string[] {
  if (typeof value !== 'object' || value === null || !isObject(schema)) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => unreadKeys(item, schema['items'], [...path, index]));
  }
  if (schema['type'] !== 'object' || schema['properties'] === undefined) return [];
  const properties = propertiesOf(schema);
  return Object.entries(value).flatMap(([key, item]) => {
    if (Object.hasOwn(properties, key)) return unreadKeys(item, properties[key], [...path, key]);
    return schema['additionalProperties'] === undefined ? [unread(key, path, properties)] : [];
  });
}

function unread(key: string, path: Path, properties: JsonObject): string {
  const schema = { properties };
  return unknownKey(key, [], schema).replace(key, () => nameOf([...path, key]));
}

function propertiesOf(schema: JsonObject): JsonObject {
  const properties = schema['properties'];
  return isObject(properties) ? properties : {};
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}…`;
}

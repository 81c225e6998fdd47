import type { ConfigMessageId } from '../problem.ts';
import { isGroup } from './path.ts';
import type { SchemaNode, SchemaTree } from './schema-tree.ts';

/** A value read from text, or the text that says what is wrong with it. */
export type Reading = { readonly value: unknown } | { readonly problem: ConfigMessageId };

/**
 * Reads text from a variable or a flag as the schema's type says; how the text looks decides nothing. Of several types
 * the first that fits is taken. Whether the value is allowed is for the schema to say afterwards.
 */
export function readText(tree: SchemaTree, node: SchemaNode, text: string): Reading {
  const forms = tree.forms(node);
  const readings = forms
    .filter((form) => forms.length === 1 || fits(form, text))
    .map((form) => readForm(form, text));
  const fitting = readings.find((reading) => 'value' in reading);
  return fitting ?? readings[0] ?? { problem: 'config.invalid_value' };
}

/** Whether a form that names its values, or their pattern, can be meant. */
function fits(form: SchemaNode, text: string): boolean {
  const values = allowedValues(form);
  if (values !== undefined) return values.some((value) => String(value) === text);
  return form.pattern === undefined || new RegExp(form.pattern, 'u').test(text);
}

function readForm(form: SchemaNode, text: string): Reading {
  switch (typeOf(form)) {
    case 'boolean':
      return readBoolean(text);
    case 'number':
    case 'integer':
      return readNumber(text);
    case 'array':
      return readJson(text, Array.isArray, 'config.expected_json_list');
    case 'object':
      return readJson(text, isGroup, 'config.expected_json_group');
    case 'null':
      return text === 'null' ? { value: null } : { problem: 'config.invalid_value' };
    default:
      return { value: text };
  }
}

function allowedValues(form: SchemaNode): readonly unknown[] | undefined {
  return form.enum ?? (form.const === undefined ? undefined : [form.const]);
}

function typeOf(form: SchemaNode): string {
  if (typeof form.type === 'string') return form.type;
  const [value] = allowedValues(form) ?? [];
  return value === undefined ? 'string' : typeof value;
}

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
]);

function readBoolean(text: string): Reading {
  const value = BOOLEANS.get(text.trim().toLowerCase());
  return value === undefined ? { problem: 'config.expected_yes_or_no' } : { value };
}

function readNumber(text: string): Reading {
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
  const trimmed = text.trim();
  return number.test(trimmed) ? { value: Number(trimmed) } : { problem: 'config.expected_number' };
}

function readJson(
  text: string,
  isRight: (value: unknown) => boolean,
  problem: ConfigMessageId,
): Reading {
  try {
    const value: unknown = JSON.parse(text, refusePrototype);
    return isRight(value) ? { value } : { problem };
  } catch {
    return { problem };
  }
}

/** Copied with an assignment, this key would change the object itself. */
function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('Not a key.');
  return value;
}

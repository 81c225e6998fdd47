import type { z } from 'zod';
import { checkValue } from './check-value.ts';

export interface MendedValue {
  readonly value: unknown;
  readonly result: z.ZodSafeParseResult<unknown>;
  readonly repairs: readonly string[];
}

/**
 * Checks the value; where an object or a list is expected and a string stands that is the JSON of just that, the
 * string is taken for what it holds. Nothing else is coerced.
 */
export function mendNestedJson(schema: z.ZodType, value: unknown): MendedValue {
  const result = checkValue(schema, value);
  if (result.success) return { value, result, repairs: [] };
  let mended = value;
  const repairs: string[] = [];
  for (const issue of result.error.issues) {
    const inner = innerOf(issue);
    if (inner === undefined || issue.path.length === 0) continue;
    mended = replaceAt(mended, issue.path, inner);
    repairs.push(`${issue.path.map(String).join('.')} was sent as a JSON string`);
  }
  if (repairs.length === 0) return { value, result, repairs };
  const again = checkValue(schema, mended);
  return again.success ? { value: mended, result: again, repairs } : { value, result, repairs: [] };
}

function innerOf(issue: z.core.$ZodIssue): unknown {
  if (issue.code !== 'invalid_type' || typeof issue.input !== 'string') return undefined;
  if (issue.expected !== 'object' && issue.expected !== 'array') return undefined;
  const inner = parse(issue.input);
  if (typeof inner !== 'object' || inner === null) return undefined;
  return Array.isArray(inner) === (issue.expected === 'array') ? inner : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function replaceAt(value: unknown, path: readonly PropertyKey[], by: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === first ? replaceAt(item, rest, by) : item));
  }
  const record = value as Readonly<Record<PropertyKey, unknown>>;
  return { ...record, [first]: replaceAt(record[first], rest, by) };
}

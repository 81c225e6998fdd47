import type { z } from 'zod';
import { AgentError } from '../../../base/errors.ts';
import type { StorageProblem } from '../../storage.ts';
import type { Database, SqlValue } from '../database.ts';

/** Where a row is, for people: the table, and what they know it by. */
export interface RowName {
  readonly table: string;
  readonly key: string;
}

/** Turns rows into records at the boundary, and remembers the damaged ones. */
export interface RecordReader {
  /** Fails with `storage_damaged` naming table and key. */
  read<T>(schema: z.ZodType<T>, name: RowName, value: () => unknown): T;
  /** Undefined for a damaged row: for lists in which it must not hit the others. */
  readOrSkip<T>(schema: z.ZodType<T>, name: RowName, value: () => unknown): T | undefined;
}

export function createRecordReader(note: (problem: StorageProblem) => void, now: () => number) {
  const reader: RecordReader = {
    read(schema, name, value) {
      const found = parse(schema, value);
      if ('record' in found) return found.record;
      const what = `Row ${name.key} of table ${name.table} is damaged: ${found.reason}`;
      const { table, key } = name;
      const person = { messageId: 'storage.row_damaged', values: { table, key } };
      note({ where: `${table}/${key}`, what, at: now(), ...person });
      throw new AgentError('storage_damaged', what, { ...person, details: { table, key } });
    },

    readOrSkip(schema, name, value) {
      try {
        return reader.read(schema, name, value);
      } catch (thrown) {
        if (thrown instanceof AgentError && thrown.code === 'storage_damaged') return undefined;
        throw thrown;
      }
    },
  };
  return reader;
}

/** Reasons name fields, never content. */
function parse<T>(
  schema: z.ZodType<T>,
  value: () => unknown,
): { readonly record: T } | { readonly reason: string } {
  let raw: unknown;
  try {
    raw = value();
  } catch {
    return { reason: 'it is not JSON.' };
  }
  const parsed = schema.safeParse(raw);
  if (parsed.success) return { record: parsed.data };
  const issue = parsed.error.issues[0];
  return { reason: `field ${issue?.path.join('.') || '(whole)'} is not valid (${issue?.code}).` };
}

/** A piece of SQL and the values of its marks. */
type Condition = readonly [sql: string, ...values: readonly (SqlValue | undefined)[]];

/** Joins the conditions whose first value is given. */
export function matching(...conditions: readonly Condition[]): {
  readonly where: string;
  readonly values: readonly SqlValue[];
} {
  const given = conditions.filter(([, first]) => first !== undefined);
  const sql = given.map(([condition]) => condition).join(' and ');
  const values = given.flatMap(([, ...each]) => each.map((value) => value ?? null));
  return { where: sql === '' ? '' : `where ${sql}`, values };
}

/** For `matching`: the column has one of these values; no condition when they are not given. */
export function oneOf(column: string, values: readonly string[] | undefined): Condition {
  if (values?.length === 0) return ['? = 1', 0];
  return [`${column} in ${marks(values?.length ?? 0)}`, ...(values ?? [undefined])];
}

/** `(?, ?)`: far cheaper than a table made of one bound list. */
export function marks(count: number): string {
  return `(${Array.from({ length: count }, () => '?').join(', ')})`;
}

export function countRows(
  database: Database,
  table: 'inbox' | 'turns' | 'deliveries',
  states: readonly string[],
): number {
  const sql = `select count(*) as count from ${table} where state in ${marks(states.length)}`;
  return database.get<{ count: number }>(sql, ...states)?.count ?? 0;
}

/** The value of a JSON body, for `RecordReader.read`. */
export function json(body: string): () => unknown {
  return () => JSON.parse(body);
}

/** SQLite reads a negative limit as none. */
export const NO_LIMIT = -1;

/** The record without the fields that are null in the row. */
export function withoutNulls(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

import { AgentError } from '../../../base/errors.ts';
import type { Database } from '../database.ts';

/** `ok`, or the first thing found wrong with the file. Takes about 1.5 ms a megabyte. */
export function quickCheck(database: Database): string {
  const row = unlessDamaged(() => database.get<{ quick_check: string }>('pragma quick_check(1)'));
  return row?.quick_check ?? 'The check could not read the file.';
}

/** Undefined when a damaged page stood in the way. */
export function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (AgentError.from(thrown).code === 'storage_damaged') return undefined;
    throw thrown;
  }
}

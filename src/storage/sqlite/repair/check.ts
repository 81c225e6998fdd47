import { AgentError } from '../../../base/errors.ts';
import type { Database } from '../database.ts';

/** `ok`, or the first thing found wrong with the file. Takes about 1.5 ms a megabyte. */
export function quickCheck(database: Database): string {
  try {
    const row = database.get<{ quick_check: string }>('pragma quick_check(1)');
    return row?.quick_check ?? 'no answer';
  } catch (thrown) {
    const error = AgentError.from(thrown);
    if (error.code !== 'storage_damaged') throw thrown;
    return error.message;
  }
}

import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentError } from '../base/errors.ts';
import { makeFolder } from '../security/make-folder.ts';
import { createRedactor } from '../security/redactor.ts';

/** Writes the cause of a failure that nobody foresaw where its owner finds it; undefined when that fails too. */
export async function noteFailure(failure: {
  readonly error: AgentError;
  readonly errorId: string;
  readonly dataDir: string;
  readonly at: number;
}): Promise<string | undefined> {
  const { error, errorId, dataDir, at } = failure;
  const folder = join(dataDir, 'logs');
  const path = join(folder, 'cli.jsonl');
  const time = new Date(at).toISOString();
  const { cause } = error;
  const entry = createRedactor({ secrets: [] }).value({ time, errorId, error, cause });
  try {
    makeFolder(folder, 0o700);
    await appendFile(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    return path;
  } catch {
    return undefined;
  }
}

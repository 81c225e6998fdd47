import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentError } from '../../base/errors.ts';
import { makeFolder } from '../../security/make-folder.ts';
import { PRIVATE_FOLDER, writeNew } from '../../security/whole-file.ts';

export interface KeyFile {
  readonly path: string;
  /** For a person who changed their mind. */
  remove(): Promise<void>;
}

/** Keeps a key in a new file that only its owner can read; an older key is never overwritten. */
export async function keepKey(key: string, provider: string, dataDir: string): Promise<KeyFile> {
  const folder = join(dataDir, 'keys');
  try {
    makeFolder(folder, PRIVATE_FOLDER);
    for (let count = 1; ; count += 1) {
      const path = join(folder, count === 1 ? `${provider}.key` : `${provider}-${count}.key`);
      if (isKept(path, key)) return { path, remove: () => rm(path, { force: true }) };
    }
  } catch (cause) {
    throw new AgentError('storage_unwritable', 'The key could not be kept.', {
      messageId: 'cli.setup.key_unwritable',
      values: { path: folder },
      cause,
    });
  }
}

/** False when there is a file of this name. */
function isKept(path: string, key: string): boolean {
  try {
    writeNew(path, `${key}\n`);
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw thrown;
  }
}

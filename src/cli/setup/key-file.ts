import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentError } from '../../base/errors.ts';

export interface KeyFile {
  readonly path: string;
  /** For a person who changed their mind. */
  remove(): Promise<void>;
}

/** Keeps a key in a new file that only its owner can read; an older key is never overwritten. */
export async function keepKey(key: string, provider: string, dataDir: string): Promise<KeyFile> {
  const folder = join(dataDir, 'keys');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (let count = 1; ; count += 1) {
      const path = join(folder, count === 1 ? `${provider}.key` : `${provider}-${count}.key`);
      if (await writeNew(path, key)) return { path, remove: () => rm(path, { force: true }) };
    }
  } catch (cause) {
    throw new AgentError('storage_unwritable', 'The key could not be kept.', {
      messageId: 'cli.setup.key_unwritable',
      values: { path: folder },
      cause,
    });
  }
}

async function writeNew(path: string, text: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(`${text}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return true;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw thrown;
  }
}

import { chown, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

const OWNER_ONLY = 0o600;

/** Replaces a file by `text`, wholly or not at all, readable by its owner only. `temporary` is a free name beside it. */
export async function writeWhole(path: string, temporary: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeNew(temporary, text);
    await keepOwner(path, temporary);
    await rename(temporary, path);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  }
  await syncFolder(folder);
}

/** Writes a new file and waits until the disk has it. Fails if there is one of that name. */
export async function writeNew(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', OWNER_ONLY);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What root rewrites still belongs to whom it belonged to. */
async function keepOwner(path: string, temporary: string): Promise<void> {
  const before = await stat(path).catch(() => undefined);
  if (before === undefined || before.uid === process.getuid?.()) return;
  await chown(temporary, before.uid, before.gid);
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and keeps the rename without it.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

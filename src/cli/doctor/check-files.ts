import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check } from './check.ts';

const OTHERS = 0o077;

/** Whether only its owner can use the data folder, and the files in it. */
export async function checkFiles(dataDir: string, uid: number | undefined): Promise<Check[]> {
  const folder = await lstat(dataDir).catch(() => undefined);
  if (folder === undefined) {
    return [{ level: 'fine', id: 'cli.doctor.no_folder', values: { path: dataDir } }];
  }
  if (!folder.isDirectory() && !folder.isSymbolicLink()) {
    return [{ level: 'wrong', id: 'cli.doctor.not_folder', values: { path: dataDir } }];
  }
  const entries = await readdir(dataDir).catch(() => undefined);
  if (entries === undefined) {
    return [{ level: 'wrong', id: 'cli.doctor.unreadable', values: { path: dataDir } }];
  }
  // Windows keeps rights elsewhere.
  if (uid === undefined) return [];
  const paths = [dataDir, ...entries.map((name) => join(dataDir, name))];
  const found = (await Promise.all(paths.map((path) => checkRights(path, uid)))).flat();
  return found.length > 0
    ? found
    : [{ level: 'fine', id: 'cli.doctor.private', values: { path: dataDir } }];
}

async function checkRights(path: string, uid: number): Promise<Check[]> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || stats.isSymbolicLink()) return [];
  if (stats.uid !== uid) return [{ level: 'wrong', id: 'cli.doctor.foreign', values: { path } }];
  if ((stats.mode & OTHERS) === 0) return [];
  const mode = stats.isDirectory() ? '700' : '600';
  return [{ level: 'wrong', id: 'cli.doctor.shared', values: { path, mode } }];
}

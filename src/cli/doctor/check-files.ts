import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check } from './check.ts';

const OTHERS = 0o077;

export interface FilesToCheck {
  readonly dataDir: string;
  /** May lie in the data folder; what is in it is the person's own. */
  readonly workspace: string;
  /** Of the person; undefined where the system keeps rights elsewhere. */
  readonly uid: number | undefined;
}

/** Whether only its owner can use the data folder and what is in it. */
export async function checkFiles({ dataDir, workspace, uid }: FilesToCheck): Promise<Check[]> {
  const values = { path: dataDir };
  const folder = await lstat(dataDir).catch(() => undefined);
  if (folder === undefined) return [{ level: 'fine', id: 'cli.doctor.no_folder', values }];
  if (!folder.isDirectory() && !folder.isSymbolicLink()) {
    return [{ level: 'wrong', id: 'cli.doctor.not_folder', values }];
  }
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return [{ level: 'wrong', id: 'cli.doctor.unreadable', values }];
  if (uid === undefined) return [];

  const own = entries.filter(({ name }) => join(dataDir, name) !== workspace);
  const folders = own.filter((entry) => entry.isDirectory()).map(({ name }) => join(dataDir, name));
  const paths = [
    dataDir,
    ...own.map(({ name }) => join(dataDir, name)),
    ...(await Promise.all(folders.map(filesIn))).flat(),
  ];
  const found = (await Promise.all(paths.map((path) => checkRights(path, uid)))).flat();
  return found.length > 0 ? found : [{ level: 'fine', id: 'cli.doctor.private', values }];
}

/** Logs and keys. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.map((name) => join(folder, name));
}

async function checkRights(path: string, uid: number): Promise<Check[]> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || stats.isSymbolicLink()) return [];
  if (stats.uid !== uid) return [{ level: 'wrong', id: 'cli.doctor.foreign', values: { path } }];
  if ((stats.mode & OTHERS) === 0) return [];
  const mode = stats.isDirectory() ? '700' : '600';
  return [{ level: 'wrong', id: 'cli.doctor.shared', values: { path, mode } }];
}

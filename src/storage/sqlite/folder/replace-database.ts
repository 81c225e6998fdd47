import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { moveWhole, syncFolder } from '../../../security/whole-file.ts';
import { COMPANIONS, DATABASE_NAME, type DataFolder } from './data-folder.ts';

const REPLACEMENT = `${DATABASE_NAME}.replace-`;

/** `<kind>-<moment>`, free to stand behind the name of the database. */
export function freeSuffix({ database }: DataFolder, kind: string, now: number): string {
  const moment = new Date(now).toISOString().replaceAll(/[-:.]/g, '');
  let suffix = `${kind}-${moment}`;
  for (let next = 2; existsSync(`${database}.${suffix}`); next += 1) {
    suffix = `${kind}-${moment}-${next}`;
  }
  return suffix;
}

/**
 * Puts `finished`, a database without companions, in the place of the present one, which is kept under `suffix`.
 * From its first step on the change is certain: what a crash leaves half-done, `finishReplacement` completes.
 */
export function replaceDatabase(folder: DataFolder, finished: string, suffix: string): void {
  moveWhole(finished, join(folder.path, REPLACEMENT + suffix));
  finishReplacement(folder);
}

/** Completes what a crash interrupted. Call before the database is opened. */
export function finishReplacement(folder: DataFolder): void {
  const pending = readdirSync(folder.path).filter((name) => name.startsWith(REPLACEMENT));
  for (const name of pending.sort()) {
    setAside(folder, name.slice(REPLACEMENT.length));
    moveWhole(join(folder.path, name), folder.database);
  }
}

/** Keeps the database and its companions under another name. */
export function setAside({ path, database }: DataFolder, suffix: string): void {
  for (const extension of ['', ...COMPANIONS]) {
    const present = database + extension;
    if (existsSync(present)) renameSync(present, `${database}.${suffix}${extension}`);
  }
  syncFolder(path);
}

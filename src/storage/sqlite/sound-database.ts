import { existsSync, rmSync, statSync } from 'node:fs';
import { moveWhole, syncFile, writeWhole } from '../../security/whole-file.ts';
import type { StorageProblem } from '../storage.ts';
import { type Database, openDatabase } from './database.ts';
import { headerOf } from './file-header.ts';
import {
  clearDrafts,
  createPrivate,
  type DataFolder,
  draftOf,
  makePrivate,
} from './folder/data-folder.ts';
import { removeDatabase } from './folder/remove-database.ts';
import { finishReplacement, freeSuffix, setAside } from './folder/replace-database.ts';
import { assertKnown, bringUpToDate, migrate, versionOf } from './migrate.ts';
import { quickCheck, unlessDamaged } from './repair/check.ts';
import { type RepairDeps, repairDatabase } from './repair/repair-database.ts';
import { toStorageError } from './sqlite-errors.ts';

export interface SoundDatabaseDeps extends RepairDeps {
  readonly folder: DataFolder;
  /** Whether the machine went down under the process that had the folder before. */
  readonly afterPowerLoss: boolean;
  note(problem: StorageProblem): void;
}

/**
 * The database of a folder that this process holds: new, as it was, repaired, or brought up to date. Fails with
 * `storage_too_new` before anything is touched.
 */
export async function openSoundDatabase(deps: SoundDatabaseDeps): Promise<Database> {
  const { folder, migrations, note } = deps;
  finishReplacement(folder);
  clearDrafts(folder);
  if (!existsSync(folder.database)) createDatabase(deps);
  assertKnown(folder.database, peekVersion(folder), migrations);
  makePrivate(folder.database);
  if (isDamaged(deps)) note(repairDatabase(folder, deps));
  rmSync(folder.suspect, { force: true });
  const database = openWatched(deps);
  try {
    await bringUpToDate(database, migrations);
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** Under another name first: an empty file in the place of a database is always a damaged one. */
function createDatabase(deps: SoundDatabaseDeps): void {
  const { folder, migrations } = deps;
  clearStrayLog(deps);
  const draft = draftOf(folder.database, 'new');
  createPrivate(draft);
  const database = openDatabase(draft);
  try {
    database.exec('pragma synchronous = off');
    migrate(database, migrations);
  } finally {
    database.close();
  }
  syncFile(draft);
  moveWhole(draft, folder.database);
}

/** The log of a database that is gone must not be applied to a new one. */
function clearStrayLog({ folder, note, now }: SoundDatabaseDeps): void {
  if (sizeOf(`${folder.database}-wal`) === 0) {
    removeDatabase(folder.database);
    return;
  }
  const suffix = freeSuffix(folder, 'stray', now());
  setAside(folder, suffix);
  const path = `${folder.database}.${suffix}-wal`;
  const what = 'A write-ahead log without its database was set aside.';
  note({ where: path, what, messageId: 'storage.stray_log', values: { path }, at: now() });
}

/** Without touching anything. 0 when it cannot be told. */
function peekVersion({ database }: DataFolder): number {
  if (sizeOf(`${database}-wal`) === 0) return headerOf(database).version;
  return unlessDamaged(() => reading(database, versionOf)) ?? 0;
}

/** Read-only: closing a connection that may write would change a damaged file, and drop its log. */
function isDamaged(deps: SoundDatabaseDeps): boolean {
  const isSound = unlessDamaged(() =>
    reading(deps.folder.database, (database) => {
      const isOurs = versionOf(database) > 0;
      return isOurs && (!deservesCheck(deps) || quickCheck(database) === 'ok');
    }),
  );
  return isSound !== true;
}

/** Checking this much takes some 50 ms; larger ones are checked when there is a reason. */
const ALWAYS_CHECKED_BYTES = 32 * 1024 * 1024;

function deservesCheck({ folder, afterPowerLoss }: SoundDatabaseDeps): boolean {
  const isSmall = sizeOf(folder.database) <= ALWAYS_CHECKED_BYTES;
  return isSmall || afterPowerLoss || existsSync(folder.suspect);
}

/** Damage that shows while the database is in use is noted, and has the next start look at all of it. */
function openWatched({ folder, note, now }: SoundDatabaseDeps): Database {
  return openDatabase(folder.database, {
    onDamage() {
      const path = folder.database;
      const what = 'A part of the database file is damaged.';
      note({ where: path, what, messageId: 'storage.file_damaged', values: { path }, at: now() });
      markSuspect(folder, note, now());
    },
  });
}

function markSuspect(folder: DataFolder, note: SoundDatabaseDeps['note'], at: number): void {
  try {
    writeWhole(folder.suspect, '');
  } catch (thrown) {
    const { message, messageId = 'storage.io_failed' } = toStorageError(thrown, folder.suspect);
    const values = { path: folder.suspect };
    note({ where: folder.suspect, what: message, messageId, values, at });
  }
}

function reading<T>(path: string, work: (database: Database) => T): T {
  const database = openDatabase(path, { readOnly: true });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

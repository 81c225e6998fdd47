import { existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AgentError } from '../../../base/errors.ts';
import { moveWhole, PRIVATE_FILE } from '../../../security/whole-file.ts';
import type { BackupReport } from '../../storage.ts';
import type { Database } from '../database.ts';
import { headerOf } from '../file-header.ts';
import { removeDatabase } from '../folder/remove-database.ts';
import { toStorageError } from '../sqlite-errors.ts';
import { type CopyReport, copyDatabase } from './copy-database.ts';

/** See `Storage.backup`. */
export async function backupDatabase(database: Database, path: string): Promise<BackupReport> {
  const target = resolve(path);
  const draft = `${target}.${process.pid}.partial`;
  assertPlace(database, target);
  try {
    removeDatabase(draft);
    const { sessions, messages } = await copyChecked(database, draft);
    const bytes = statSync(draft).size;
    moveWhole(draft, target);
    return { path: target, bytes, sessions, messages };
  } catch (thrown) {
    removeDatabase(draft);
    throw toStorageError(thrown, target);
  }
}

async function copyChecked(database: Database, target: string): Promise<CopyReport> {
  const report = await copyAny(database, target);
  if (report.check === 'ok') return report;
  throw new AgentError('storage_damaged', `The copy is not sound: ${report.check}`, {
    messageId: 'storage.file_damaged',
    values: { path: database.path },
  });
}

/** One in memory goes to disk first. */
async function copyAny(database: Database, target: string): Promise<CopyReport> {
  if (database.path !== ':memory:') return copyDatabase({ source: database.path, target });
  const source = `${target}.memory`;
  try {
    writeFileSync(source, database.serialize(), { mode: PRIVATE_FILE });
    return await copyDatabase({ source, target });
  } finally {
    removeDatabase(source);
  }
}

function assertPlace(database: Database, path: string): void {
  if (!existsSync(dirname(path))) {
    throw new AgentError('not_found', `The folder of ${path} does not exist.`, {
      messageId: 'storage.backup_no_folder',
      values: { path },
    });
  }
  if (!existsSync(path) || isBackup(database, path)) return;
  throw new AgentError('conflict', `${path} is not an older backup; it stays.`, {
    messageId: 'storage.backup_in_the_way',
    values: { path },
  });
}

/** Carries our mark, and is one file: a database in use has a log beside it. */
function isBackup(database: Database, path: string): boolean {
  if (!statSync(path).isFile() || isSameFile(database.path, path)) return false;
  const { isOurs, hasLog } = headerOf(path);
  return isOurs && !hasLog;
}

function isSameFile(a: string, b: string): boolean {
  const [first, second] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false }));
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

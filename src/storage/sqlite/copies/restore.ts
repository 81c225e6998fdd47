import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { AgentError } from '../../../base/errors.ts';
import type { RestoreReport, RestoreRequest } from '../../storage.ts';
import { headerOf } from '../file-header.ts';
import {
  clearDrafts,
  type DataFolder,
  dataFolder,
  draftOf,
  prepareFolder,
} from '../folder/data-folder.ts';
import { removeDatabase } from '../folder/remove-database.ts';
import { finishReplacement, freeSuffix, replaceDatabase } from '../folder/replace-database.ts';
import { takeFolder } from '../folder/runtime-lock.ts';
import { assertKnown } from '../migrate.ts';
import { APPLICATION_ID, MIGRATIONS } from '../schema.ts';
import { toStorageError } from '../sqlite-errors.ts';
import { type CopyReport, copyDatabase } from './copy-database.ts';

/** See `StorageBackend.restore`. */
export async function restoreSqlite(request: RestoreRequest): Promise<RestoreReport> {
  const backup = resolve(request.backupPath);
  if (!existsSync(backup)) throw refusal('not_found', 'storage.backup_missing', backup);
  const folder = dataFolder(request.dataDir);
  prepareFolder(folder);
  const lock = await takeFolder(folder);
  try {
    finishReplacement(folder);
    clearDrafts(folder);
    return await restoreInto(folder, backup, request.now());
  } catch (thrown) {
    throw toStorageError(thrown, folder.path);
  } finally {
    lock.release();
  }
}

async function restoreInto(
  folder: DataFolder,
  backup: string,
  now: number,
): Promise<RestoreReport> {
  const draft = draftOf(folder.database, 'restore');
  try {
    const { sessions, messages } = await copySound(backup, draft);
    const suffix = freeSuffix(folder, 'before-restore', now);
    const hadOne = existsSync(folder.database);
    replaceDatabase(folder, draft, suffix);
    return { sessions, messages, ...(hadOne && { keptAs: `${folder.database}.${suffix}` }) };
  } finally {
    removeDatabase(draft);
  }
}

async function copySound(backup: string, target: string): Promise<CopyReport> {
  const report = await copyOrRefuse(backup, target);
  if (report.check !== 'ok') throw refusal('storage_damaged', 'storage.backup_damaged', backup);
  if (report.applicationId !== APPLICATION_ID) throw foreign(backup);
  assertKnown(backup, report.version, MIGRATIONS);
  return report;
}

async function copyOrRefuse(backup: string, target: string): Promise<CopyReport> {
  try {
    return await copyDatabase({ source: backup, target });
  } catch (thrown) {
    if (AgentError.from(thrown).code !== 'storage_damaged') throw thrown;
    if (!headerOf(backup).isDatabase) throw foreign(backup);
    throw refusal('storage_damaged', 'storage.backup_damaged', backup);
  }
}

function foreign(path: string): AgentError {
  return refusal('invalid_input', 'storage.backup_foreign', path);
}

function refusal(
  code: 'not_found' | 'storage_damaged' | 'invalid_input',
  messageId: string,
  path: string,
) {
  return new AgentError(code, `${path} cannot be restored (${messageId}).`, {
    messageId,
    values: { path },
    details: { path },
  });
}

/**
 * A program of its own, run by `copy-database` on a thread of its own: copying and checking a large database must
 * not hold up the event loop.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { AgentError } from '../../../base/errors.ts';
import { syncFile } from '../../../security/whole-file.ts';
import { type Database, openDatabase } from '../database.ts';
import { createPrivate } from '../folder/data-folder.ts';
import { versionOf } from '../migrate.ts';
import { quickCheck } from '../repair/check.ts';
import type { CopyAnswer, CopyOrder, CopyReport } from './copy-database.ts';

async function copy({ source, target }: CopyOrder): Promise<CopyReport> {
  createPrivate(target);
  await copyPages(source, target);
  const database = openDatabase(target);
  try {
    // A copy of a database in write-ahead mode asks for companions; this makes it one file.
    database.exec('pragma journal_mode = delete');
    return inspect(database);
  } finally {
    database.close();
    syncFile(target);
  }
}

/** The transaction keeps the state still while other connections write. */
async function copyPages(source: string, target: string): Promise<void> {
  const database = openDatabase(source, { readOnly: true });
  try {
    database.exec('begin');
    versionOf(database);
    await database.copyTo(target);
  } finally {
    database.close();
  }
}

function inspect(database: Database): CopyReport {
  const applicationId = database.get<{ application_id: number }>('pragma application_id');
  const found = quickCheck(database);
  const sound = found === 'ok';
  return {
    applicationId: applicationId?.application_id ?? 0,
    version: versionOf(database),
    check: found,
    sessions: sound ? countOf(database, 'sessions') : 0,
    messages: sound ? countOf(database, 'messages') : 0,
  };
}

function countOf(database: Database, table: string): number {
  const exists = database.get('select 1 from sqlite_schema where name = ?', table);
  if (exists === undefined) return 0;
  return database.get<{ count: number }>(`select count(*) as count from ${table}`)?.count ?? 0;
}

async function answer(order: CopyOrder): Promise<CopyAnswer> {
  try {
    return { report: await copy(order) };
  } catch (thrown) {
    const { code, message, messageId, values } = AgentError.from(thrown);
    return { failure: { code, message, ...(messageId !== undefined && { messageId }), values } };
  }
}

parentPort?.postMessage(await answer(workerData as CopyOrder));

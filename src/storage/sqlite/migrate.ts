import { AgentError } from '../../base/errors.ts';
import { moveWhole } from '../../security/whole-file.ts';
import { copyDatabase } from './copies/copy-database.ts';
import type { Database } from './database.ts';
import { draftOf } from './folder/data-folder.ts';
import { removeDatabase } from './folder/remove-database.ts';
import { APPLICATION_ID } from './schema.ts';

/** Which format a database has; 0 when it is empty. */
export function versionOf(database: Database): number {
  return database.get<{ user_version: number }>('pragma user_version')?.user_version ?? 0;
}

/** Leads from the present version to the last one in one transaction: all of it, or nothing. */
export function migrate(database: Database, migrations: readonly string[]): void {
  database.exec('begin immediate');
  try {
    for (const migration of migrations.slice(versionOf(database))) database.exec(migration);
    database.exec(`pragma user_version = ${migrations.length}`);
    database.exec(`pragma application_id = ${APPLICATION_ID}`);
    database.exec('commit');
  } catch (thrown) {
    if (database.inTransaction()) database.exec('rollback');
    throw thrown;
  }
}

/** Migrates a database of an older release, after a checked copy of it was put beside it. */
export async function bringUpToDate(
  database: Database,
  migrations: readonly string[],
): Promise<void> {
  if (versionOf(database) === migrations.length) return;
  const backup = `${database.path}.before-v${migrations.length}`;
  await keepCopy(database, backup);
  try {
    migrate(database, migrations);
  } catch (thrown) {
    const cause = AgentError.from(thrown);
    throw new AgentError(cause.code, `${database.path} could not be brought up to date.`, {
      messageId: 'storage.migration_failed',
      values: { path: database.path, backup },
      cause,
    });
  }
}

async function keepCopy(database: Database, backup: string): Promise<void> {
  const draft = draftOf(database.path, 'before-migration');
  const { check, version } = await copyDatabase({ source: database.path, target: draft });
  if (check === 'ok' && version === versionOf(database)) return moveWhole(draft, backup);
  removeDatabase(draft);
  throw new AgentError('storage_damaged', `The copy before the migration is not sound: ${check}`, {
    messageId: 'storage.file_damaged',
    values: { path: database.path },
  });
}

/** Fails with `storage_too_new` for a database that a later release wrote. */
export function assertKnown(path: string, found: number, migrations: readonly string[]): void {
  const known = migrations.length;
  if (found <= known) return;
  throw new AgentError('storage_too_new', `${path} has format ${found}; this one knows ${known}.`, {
    messageId: 'storage.too_new',
    values: { path, found, known },
    details: { path, found, known },
  });
}

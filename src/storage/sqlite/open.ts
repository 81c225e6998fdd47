import { statSync } from 'node:fs';
import { AgentError } from '../../base/errors.ts';
import type { OpenStorageOptions, Storage } from '../storage.ts';
import { createStorage } from './create-storage.ts';
import { type Database, openDatabase } from './database.ts';
import { type DataFolder, dataFolder, prepareFolder } from './folder/data-folder.ts';
import { isOfEarlierBoot } from './folder/process-identity.ts';
import { takeFolder } from './folder/runtime-lock.ts';
import { createGroupCommit, refuseWrites } from './group-commit.ts';
import { assertKnown, migrate, versionOf } from './migrate.ts';
import { createProblemLog } from './problem-log.ts';
import { MIGRATIONS } from './schema.ts';
import { openSoundDatabase } from './sound-database.ts';
import { toStorageError } from './sqlite-errors.ts';

/** See `StorageBackend.open`. `migrations` are given by tests only. */
export async function openSqliteStorage(
  options: OpenStorageOptions,
  migrations: readonly string[] = MIGRATIONS,
): Promise<Storage> {
  if (options.dataDir === ':memory:') return openInMemory(options, migrations);
  const folder = dataFolder(options.dataDir);
  return options.readOnly
    ? openBeside(folder, options, migrations)
    : openAsOwner(folder, options, migrations);
}

async function openAsOwner(
  folder: DataFolder,
  { durability, now }: OpenStorageOptions,
  migrations: readonly string[],
): Promise<Storage> {
  prepareFolder(folder);
  const { leftBy, release } = await takeFolder(folder);
  try {
    const problems = createProblemLog();
    const afterPowerLoss = leftBy !== undefined && isOfEarlierBoot(leftBy);
    const { note } = problems;
    const database = await openSoundDatabase({ folder, migrations, now, afterPowerLoss, note });
    tune(database, durability);
    const queue = createGroupCommit({ database, assertInPlace: watchPlace(folder) });
    return createStorage({ database, queue, problems, now, release });
  } catch (thrown) {
    release();
    throw toStorageError(thrown, folder.path);
  }
}

/** Pages of the log before a checkpoint: the same few pages change with every turn, so a longer log is copied back seldom. */
const PAGES_PER_CHECKPOINT = 4_000;
/** The log shrinks to this after a checkpoint. */
const LARGEST_KEPT_LOG = 64 * 1024 * 1024;
/** Waiting for another program's lock holds up the event loop. */
const LOCK_TIMEOUT_MS = 200;
const WORKING_MEMORY = 'pragma cache_size = -8000; pragma temp_store = memory;';

function tune(database: Database, durability: OpenStorageOptions['durability']): void {
  try {
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = ${durability === 'full' ? 'full' : 'normal'};
      pragma wal_autocheckpoint = ${PAGES_PER_CHECKPOINT};
      pragma journal_size_limit = ${LARGEST_KEPT_LOG};
      pragma busy_timeout = ${LOCK_TIMEOUT_MS};
      ${WORKING_MEMORY}`);
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function openBeside(
  folder: DataFolder,
  { now }: OpenStorageOptions,
  migrations: readonly string[],
): Storage {
  assertThere(folder);
  const problems = createProblemLog();
  const database = openDatabase(folder.database, { readOnly: true });
  try {
    assertReadable(folder, versionOf(database), migrations);
    database.exec(WORKING_MEMORY);
  } catch (thrown) {
    database.close();
    throw thrown;
  }
  return createStorage({
    database,
    queue: refuseWrites(),
    problems,
    now,
    release: () => undefined,
  });
}

function openInMemory({ now }: OpenStorageOptions, migrations: readonly string[]): Storage {
  const database = openDatabase(':memory:');
  migrate(database, migrations);
  const queue = createGroupCommit({ database, assertInPlace: () => undefined });
  const problems = createProblemLog();
  return createStorage({ database, queue, problems, now, release: () => undefined });
}

function assertThere({ path, database }: DataFolder): void {
  try {
    statSync(database);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw toStorageError(thrown, path);
    throw nothingThere(path);
  }
}

function assertReadable(folder: DataFolder, version: number, migrations: readonly string[]): void {
  if (version === 0) throw nothingThere(folder.path);
  assertKnown(folder.database, version, migrations);
  if (version === migrations.length) return;
  throw new AgentError('unavailable', `${folder.database} has the older format ${version}.`, {
    messageId: 'storage.too_old',
    values: { path: folder.database },
  });
}

function nothingThere(path: string): AgentError {
  return new AgentError('not_found', `There is no database in ${path}.`, {
    messageId: 'storage.nothing_there',
    values: { path },
  });
}

/** Throws once the database is no longer the file that was opened: what is written to it would be gone. */
function watchPlace({ database }: DataFolder): () => void {
  const opened = statSync(database);
  return () => {
    const present = statSync(database, { throwIfNoEntry: false });
    if (present?.ino === opened.ino && present.dev === opened.dev) return;
    throw new AgentError('storage_unwritable', `${database} was moved or deleted while in use.`, {
      messageId: 'storage.moved',
      values: { path: database },
    });
  };
}

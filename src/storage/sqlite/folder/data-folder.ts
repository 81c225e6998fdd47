import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from '../../../security/make-folder.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../../security/whole-file.ts';
import { toStorageError } from '../sqlite-errors.ts';

/** Where things are in the data folder. */
export interface DataFolder {
  readonly path: string;
  readonly database: string;
  /** Says who has the folder. */
  readonly lock: string;
  /** Empty; whoever has the folder holds the operating system's lock on it. */
  readonly guard: string;
  /** Its presence asks the next start to check the whole database. */
  readonly suspect: string;
}

export const DATABASE_NAME = 'echo-agent.db';

/** What SQLite keeps beside a database. */
export const COMPANIONS = ['-wal', '-shm'] as const;

export function dataFolder(dataDir: string): DataFolder {
  const path = resolve(dataDir);
  const database = join(path, DATABASE_NAME);
  return {
    path,
    database,
    lock: join(path, 'runtime.lock'),
    guard: join(path, 'runtime.guard'),
    suspect: `${database}.suspect`,
  };
}

/** The name of a database in the making. What a crash leaves of it is deleted by the next start. */
export function draftOf(database: string, what: string): string {
  return `${database}${DRAFT}${what}`;
}

const DRAFT = '.draft-';

export function clearDrafts({ path }: DataFolder): void {
  for (const name of readdirSync(path)) {
    if (name.startsWith(DATABASE_NAME + DRAFT)) rmSync(join(path, name), { force: true });
  }
}

/** Makes the folder when it is missing. A folder that exists keeps its rights: it may not be ours alone. */
export function prepareFolder({ path }: DataFolder): void {
  try {
    makeFolder(path, PRIVATE_FOLDER);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (thrown) {
    throw toStorageError(thrown, path);
  }
}

/** Makes an empty file for its owner only, unless one is there. */
export function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  }
}

/** Takes a database and its companions away from other users. */
export function makePrivate(database: string): void {
  for (const path of [database, ...COMPANIONS.map((extension) => database + extension)]) {
    if (existsSync(path)) chmodSync(path, PRIVATE_FILE);
  }
}

import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentError } from '../../../base/errors.ts';
import { holdFileLock } from '../database.ts';
import { toStorageError } from '../sqlite-errors.ts';
import { createPrivate, type DataFolder } from './data-folder.ts';
import { isRunning, ownIdentity, ProcessIdentity } from './process-identity.ts';
import { writeWhole } from './whole-file.ts';

export interface RuntimeLock {
  /** The process that had the folder before and did not give it back; undefined after an orderly end. */
  readonly leftBy?: ProcessIdentity;
  /** Safe to call twice. */
  release(): void;
}

/**
 * Takes the data folder for this process, or fails with `storage_locked`. The operating system's lock on the guard
 * decides, so that of many that start at once exactly one wins and a killed process holds nothing. `runtime.lock`
 * says who it is, and is believed too where the guard was lost: deleted, or dropped with a copy of it.
 */
export async function takeFolder(folder: DataFolder): Promise<RuntimeLock> {
  const guard = holdGuard(folder);
  if (guard === undefined) throw lockedError(folder, await readOwner(folder));
  try {
    const leftBy = readLock(folder);
    if (leftBy && isRunning(leftBy)) throw lockedError(folder, leftBy);
    writeWhole(folder.lock, `${JSON.stringify(ownIdentity())}\n`);
    return { ...(leftBy && { leftBy }), release: () => release(folder, guard) };
  } catch (thrown) {
    guard.release();
    throw toStorageError(thrown, folder.path);
  }
}

type Guard = NonNullable<ReturnType<typeof holdFileLock>>;

function holdGuard({ guard, path }: DataFolder): Guard | undefined {
  try {
    createPrivate(guard);
  } catch (thrown) {
    const error = toStorageError(thrown, path);
    // Somebody else made it between the look and the making.
    if (error.messageId !== 'storage.not_a_folder') throw error;
  }
  return holdFileLock(guard);
}

function release(folder: DataFolder, guard: Guard): void {
  if (readLock(folder)?.pid === process.pid) rmSync(folder.lock, { force: true });
  guard.release();
}

function readLock({ lock }: DataFolder): ProcessIdentity | undefined {
  try {
    return ProcessIdentity.parse(JSON.parse(readFileSync(lock, 'utf8')));
  } catch {
    return undefined;
  }
}

const READ_OWNER_TRIES = 20;
const READ_OWNER_PAUSE_MS = 25;

/** A process that has just won writes its name a moment later. */
async function readOwner(folder: DataFolder): Promise<ProcessIdentity | undefined> {
  for (let tries = 0; tries < READ_OWNER_TRIES; tries += 1) {
    const owner = readLock(folder);
    if (owner && (owner.pid === process.pid || isRunning(owner))) return owner;
    await sleep(READ_OWNER_PAUSE_MS);
  }
  return readLock(folder);
}

function lockedError({ path }: DataFolder, owner: ProcessIdentity | undefined): AgentError {
  const pid = owner?.pid;
  const who = pid === undefined ? 'Another process' : `Process ${pid}`;
  return new AgentError('storage_locked', `${who} is using the data folder ${path}.`, {
    messageId: pid === undefined ? 'storage.locked_elsewhere' : 'storage.locked',
    values: { path, ...(pid !== undefined && { pid }) },
    details: { path, pid },
  });
}

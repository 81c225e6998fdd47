import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentError } from '../../../base/errors.ts';
import { writeWhole } from '../../../security/whole-file.ts';
import { holdFileLock } from '../database.ts';
import { toStorageError } from '../sqlite-errors.ts';
import { createPrivate, type DataFolder } from './data-folder.ts';
import { isRunning, ownIdentity, ProcessIdentity } from './process-identity.ts';

export interface RuntimeLock {
  /** The process that had the folder before and did not give it back; undefined after an orderly end. */
  readonly leftBy?: ProcessIdentity;
  /** Safe to call twice. */
  release(): void;
}

/** An owner that is just ending, or was just killed, holds on for a moment. */
const TRIES = 12;
const PAUSE_MS = 25;

/**
 * Takes the data folder for this process, or fails with `storage_locked`. The operating system's lock on the guard
 * decides, so that of many that start at once exactly one wins and a killed process holds nothing. `runtime.lock`
 * says who it is, and is believed too where the guard was lost: deleted, or dropped with a copy of it.
 */
export async function takeFolder(folder: DataFolder): Promise<RuntimeLock> {
  for (let tries = 1; ; tries += 1) {
    const lock = tryTaking(folder);
    if (lock !== undefined) return lock;
    if (tries === TRIES) throw lockedError(folder, readLock(folder));
    await sleep(PAUSE_MS);
  }
}

/** Undefined while another has it. */
function tryTaking(folder: DataFolder): RuntimeLock | undefined {
  const guard = holdGuard(folder);
  if (guard === undefined) return undefined;
  const leftBy = readLock(folder);
  if (leftBy && isRunning(leftBy)) {
    guard.release();
    return undefined;
  }
  try {
    writeWhole(folder.lock, `${JSON.stringify(ownIdentity())}\n`);
  } catch (thrown) {
    guard.release();
    throw toStorageError(thrown, folder.path);
  }
  return { ...(leftBy && { leftBy }), release: releaseOnce(folder, guard) };
}

type Guard = NonNullable<ReturnType<typeof holdFileLock>>;

function holdGuard({ guard, path }: DataFolder): Guard | undefined {
  try {
    createPrivate(guard);
  } catch (thrown) {
    throw toStorageError(thrown, path);
  }
  return holdFileLock(guard);
}

function releaseOnce(folder: DataFolder, guard: Guard): () => void {
  let released = false;
  return () => {
    if (released) return;
    released = true;
    rmSync(folder.lock, { force: true });
    guard.release();
  };
}

function readLock({ lock }: DataFolder): ProcessIdentity | undefined {
  try {
    return ProcessIdentity.parse(JSON.parse(readFileSync(lock, 'utf8')));
  } catch {
    return undefined;
  }
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

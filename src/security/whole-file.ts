import {
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';

/** How the runtime writes files of its own. Owner only; for files of the workspace see `workspace-files`. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/**
 * Writes a small file so that readers find the old one or the new one, also after a power failure; its folder is made
 * when it is missing. What is not written whole leaves nothing behind.
 */
export function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  makeFolder(dirname(path), PRIVATE_FOLDER);
  rmSync(draft, { force: true });
  try {
    writeNew(draft, text);
    keepOwner(path, draft);
    renameSync(draft, path);
  } catch (thrown) {
    rmSync(draft, { force: true });
    throw thrown;
  }
  syncFolder(dirname(path));
}

/** Writes a new file and waits until the disk has it. `EEXIST` when there is one of that name. */
export function writeNew(path: string, text: string): void {
  const file = openSync(path, 'wx', PRIVATE_FILE);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Renames a file whose bytes are on disk, and makes the new name durable. */
export function moveWhole(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Puts the bytes of a file on disk. Not for a database that is open in this process: see `holdFileLock`. */
export function syncFile(path: string): void {
  withFile(path, 'r+', fsyncSync);
}

/** Makes names in a folder durable. Windows cannot, and need not. */
export function syncFolder(path: string): void {
  if (process.platform !== 'win32') withFile(path, 'r', fsyncSync);
}

/** What root rewrites still belongs to whom it belonged to. */
function keepOwner(path: string, draft: string): void {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before === undefined || before.uid === process.getuid?.()) return;
  chownSync(draft, before.uid, before.gid);
}

function withFile(path: string, flags: string, work: (file: number) => void): void {
  const file = openSync(path, flags);
  try {
    work(file);
  } finally {
    closeSync(file);
  }
}

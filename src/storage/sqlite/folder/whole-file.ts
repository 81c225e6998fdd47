import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Owner only. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Writes a small file so that readers find the old one or the new one, also after a power failure. */
export function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  rmSync(draft, { force: true });
  const file = openSync(draft, 'wx', PRIVATE_FILE);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  moveWhole(draft, path);
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

function withFile(path: string, flags: string, work: (file: number) => void): void {
  const file = openSync(path, flags);
  try {
    work(file);
  } finally {
    closeSync(file);
  }
}

import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those around it that are missing. Node's own `recursive` tries for ever where a file system,
 * such as /proc, calls a new folder in an existing one missing.
 */
export function makeFolder(path: string, mode: number): void {
  if (isThere(path)) return;
  const around = dirname(path);
  if (around !== path) makeFolder(around, mode);
  try {
    mkdirSync(path, { mode });
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    // Another process may have made it meanwhile.
    if (code === 'EEXIST' && isThere(path)) return;
    if (code !== 'ENOENT') throw thrown;
    throw Object.assign(new Error(`No folder can be made in ${around}.`, { cause: thrown }), {
      code: 'EACCES',
    });
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

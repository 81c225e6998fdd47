import type { FileHandle } from 'node:fs/promises';
import { readlink, realpath, stat } from 'node:fs/promises';

/** What Linux adds to the path of an open file that has lost its name. */
const DELETED = ' (deleted)';

/**
 * Where the opened object really is, which no later change of a link can alter. Where the system cannot say,
 * the path is looked up again; undefined when that leads to another object by now.
 */
export async function pathOfOpened(handle: FileHandle, path: string): Promise<string | undefined> {
  const known = await readlink(handlePath(handle)).catch(() => undefined);
  if (known !== undefined) {
    const { nlink } = await handle.stat();
    return nlink === 0 && known.endsWith(DELETED) ? known.slice(0, -DELETED.length) : known;
  }
  const again = await realpath(path);
  const [opened, found] = await Promise.all([handle.stat(), stat(again)]);
  return opened.dev === found.dev && opened.ino === found.ino ? again : undefined;
}

/** A path through the handle itself: `${handlePath(folder)}/name` cannot be led elsewhere. Linux only. */
export function handlePath(handle: FileHandle): string {
  return `/proc/self/fd/${handle.fd}`;
}

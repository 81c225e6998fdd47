import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PathBounds, PathRefusal } from '../path-policy.ts';

const MOST_LOOKED_AT = 5_000;

export const PRIVATE_TWIN: PathRefusal = {
  patternKey: 'private_path',
  reason: 'it is another name (a hard link) of a file that stays private',
  alternative: 'Go on without it, or ask the person for the part that you need.',
};

/**
 * Whether a file with several names is a private one under another name, or not the owner's. Also true when
 * there is too much to look at: what cannot be ruled out is refused.
 */
export async function isPrivateTwin(file: Stats, bounds: PathBounds): Promise<boolean> {
  const workspace = await lstat(bounds.workspace);
  if (file.uid !== workspace.uid) return true;
  const waiting = [...bounds.privatePaths];
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += 1) {
    const path = waiting.pop();
    if (path === undefined) return false;
    // Private paths need not exist, and some of them may be unreadable: then they cannot have been linked to.
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.dev === file.dev && stats.ino === file.ino) return true;
    if (stats?.isDirectory() && path !== bounds.workspace) {
      const names = await readdir(path).catch(() => []);
      waiting.push(...names.map((name) => join(path, name)));
    }
  }
  return true;
}

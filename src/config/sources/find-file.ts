import { lstat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

import { CONFIG_FILE, type FileCandidate, type FilePlaces } from '../config-sources.ts';

/** The places in order, up to the first that holds a file. */
export async function findFile({ file, cwd, home }: FilePlaces): Promise<FileCandidate[]> {
  if (file !== undefined) {
    const path = absolutePath(file, { base: cwd, home });
    return [{ path, found: await exists(path) }];
  }
  const candidates: FileCandidate[] = [];
  for (const folder of new Set([resolve(cwd), join(home, '.echo-agent')])) {
    const path = join(folder, CONFIG_FILE);
    const found = await exists(path);
    candidates.push({ path, found });
    if (found) break;
  }
  return candidates;
}

export function absolutePath(path: string, { base, home }: { base: string; home: string }): string {
  if (path === '~') return home;
  if (path.startsWith('~/')) return join(home, path.slice(2));
  return resolve(base, path);
}

/** As short as it can be said without doubt: from the current folder, from home, or absolute. */
export function displayPath(path: string, { cwd, home }: FilePlaces): string {
  const fromCwd = relative(cwd, path);
  if (fromCwd !== '' && !fromCwd.startsWith('..') && !isAbsolute(fromCwd)) return fromCwd;
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    // Anything else, such as a folder that may not be entered, is told when the file is opened.
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}

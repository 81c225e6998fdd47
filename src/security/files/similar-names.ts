import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { nearest } from '../../base/nearest.ts';
import { isInside } from '../path-policy.ts';

const MOST_NAMES = 2_000;
const MOST_SHOWN = 3;

/** What the caller may have meant by a path that leads to nothing, or where to look. */
export async function similarNames(path: string, workspace: string): Promise<string> {
  const { folder, missing } = await firstMissing(path, workspace);
  const names = (await namesIn(folder)).slice(0, MOST_NAMES);
  const alike = [nearest(missing, names), ...names.filter((name) => contains(name, missing))];
  const shown = [...new Set(alike)].filter((name) => name !== undefined).slice(0, MOST_SHOWN);
  const where = relative(workspace, folder) || '.';
  if (shown.length === 0) return `list_dir shows what ${where} holds.`;
  const paths = shown.map((name) => relative(workspace, join(folder, name)));
  return `Did you mean ${paths.join(' or ')}?`;
}

/** The deepest folder on the way that exists, and the name that is missing in it. */
async function firstMissing(path: string, workspace: string) {
  let folder = dirname(path);
  let missing = basename(path);
  while (folder !== workspace && isInside(workspace, folder) && !(await exists(folder))) {
    missing = basename(folder);
    folder = dirname(folder);
  }
  return { folder, missing };
}

async function exists(folder: string): Promise<boolean> {
  return readdir(folder).then(
    () => true,
    () => false,
  );
}

/** Only a hint depends on it, so an unreadable folder has no names. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

function contains(name: string, part: string): boolean {
  const stem = part.replace(/\.[^.]*$/, '').toLowerCase();
  return stem.length >= 3 && name.toLowerCase().includes(stem);
}

import type { Dirent } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentError } from '../../base/errors.ts';
import type { Place, WorkspaceFiles } from '../../security/workspace-files.ts';
import { MOST_CHARACTERS } from '../shared/result-size.ts';
import { byteSize, count, visibleName } from '../shared/text-lines.ts';

export interface Listing {
  readonly place: Place;
  readonly lines: readonly string[];
  readonly folders: number;
  readonly files: number;
  /** False when some entries are not shown or not even counted. */
  readonly complete: boolean;
}

/** Most lines in all, and most entries of one folder that are looked at. */
const MOST_LINES = 300;
const MOST_ENTRIES = 20_000;

const NOT_OPENED = ['.git', 'node_modules'];

interface Walk {
  readonly files: WorkspaceFiles;
  readonly signal: AbortSignal;
  readonly lines: string[];
  folders: number;
  fileCount: number;
  complete: boolean;
}

/** The folder and, down to `depth`, its subfolders, as indented lines. */
export async function listTree(
  files: WorkspaceFiles,
  { path, depth }: { readonly path: string; readonly depth: number },
  signal: AbortSignal,
): Promise<Listing> {
  const walk: Walk = { files, signal, lines: [], folders: 0, fileCount: 0, complete: true };
  const place = await listFolder(walk, path, { depth, indent: '' });
  const { folders, fileCount } = walk;
  const lines = fitting(walk.lines);
  const complete = walk.complete && lines === walk.lines;
  return { place, lines, folders, files: fileCount, complete };
}

/** Names can be long: as many lines as fit into one result. */
function fitting(lines: readonly string[]): readonly string[] {
  let characters = 0;
  const end = lines.findIndex((line) => {
    characters += line.length + 1;
    return characters > MOST_CHARACTERS;
  });
  if (end < 0) return lines;
  return [...lines.slice(0, end), `… and ${count(lines.length - end, 'more line')}`];
}

interface Level {
  readonly depth: number;
  readonly indent: string;
}

async function listFolder(walk: Walk, path: string, level: Level): Promise<Place> {
  walk.signal.throwIfAborted();
  const { place, entries, complete } = await walk.files.list(path, MOST_ENTRIES);
  const folders = entries.filter((entry) => entry.isDirectory()).toSorted(byName);
  const others = entries.filter((entry) => !entry.isDirectory()).toSorted(byName);
  walk.folders += folders.length;
  walk.fileCount += others.length;
  if (!complete) walk.complete = false;

  const room = Math.max(0, MOST_LINES - walk.lines.length);
  const shown = [...folders, ...others].slice(0, room);
  for (const entry of shown) await listEntry(walk, join(place.path, entry.name), { entry, level });
  const left = entries.length - shown.length;
  if (left > 0 || !complete) {
    walk.complete = false;
    walk.lines.push(`${level.indent}… and ${count(left, 'more entry', 'more entries')}`);
  }
  return place;
}

async function listEntry(
  walk: Walk,
  path: string,
  { entry, level }: { readonly entry: Dirent; readonly level: Level },
): Promise<void> {
  const isFolder = entry.isDirectory();
  const name = visibleName(entry.name);
  if (!isFolder) {
    walk.lines.push(`${level.indent}${name}${await describe(walk.files, path, entry)}`);
    return;
  }
  const at = walk.lines.push(`${level.indent}${name}/`) - 1;
  if (level.depth <= 1 || NOT_OPENED.includes(entry.name)) return;
  try {
    await listFolder(walk, path, { depth: level.depth - 1, indent: `${level.indent}  ` });
  } catch (thrown) {
    if (!(thrown instanceof AgentError) || thrown.code === 'aborted') throw thrown;
    walk.lines[at] = `${level.indent}${name}/ (not accessible)`;
  }
}

async function describe(files: WorkspaceFiles, path: string, entry: Dirent): Promise<string> {
  if (entry.isSymbolicLink()) return ` -> ${await targetOf(files, path)}`;
  if (entry.isFIFO()) return ' (pipe)';
  if (entry.isSocket()) return ' (socket)';
  if (entry.isBlockDevice() || entry.isCharacterDevice()) return ' (device)';
  const stats = await lstat(path).catch(() => undefined);
  return stats === undefined ? ' (gone)' : `  ${byteSize(stats.size)}`;
}

async function targetOf(files: WorkspaceFiles, path: string): Promise<string> {
  const target = visibleName(await readlink(path).catch(() => '?'));
  const place = await files.locate(path).catch(() => undefined);
  if (place === undefined) return `${target} (leads nowhere, or out of the workspace)`;
  return place.kind === 'folder' ? `${target}/` : target;
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1;
}

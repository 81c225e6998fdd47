import { constants, type Dirent } from 'node:fs';
import { open, opendir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { fileError, fromSystemError, tooLarge } from './files/file-errors.ts';
import { createGate, kindOf, type Place } from './files/gate.ts';
import { pathOfOpened } from './files/opened-path.ts';
import { readBounded } from './files/read-bounded.ts';
import { discardTemporary, removeFile, replaceFile } from './files/replace-file.ts';
import { similarNames } from './files/similar-names.ts';
import type { PathBounds, PathPolicy } from './path-policy.ts';

export { assertUsableWorkspace } from './files/bounds.ts';
export type { Place } from './files/gate.ts';

export interface FileContent {
  readonly place: Place;
  readonly bytes: Uint8Array;
}

export interface FolderContent {
  readonly place: Place;
  /** In no order. */
  readonly entries: readonly Dirent[];
  /** False when there were more than were asked for. */
  readonly complete: boolean;
}

export interface WriteOptions {
  /** Permissions; those of the present file by default, 0644 for a new one. */
  readonly mode?: number;
  /** Unique to the change and equal in each of its tries. Letters and digits. */
  readonly token: string;
  /** Nothing is changed once it has aborted. */
  readonly signal: AbortSignal;
}

/**
 * The only way to files for tools and attachments. What counts is the object that was really opened, so that
 * `..`, links, other spellings and swaps in between lead nowhere else. Everything throws `AgentError`:
 * `forbidden` when out of bounds, `not_found`, `invalid_input`, `conflict`.
 */
export interface WorkspaceFiles {
  /** Takes a path relative to the workspace, absolute, with `~`, or a local `file:` URL. It may be missing. */
  locate(path: string): Promise<Place>;
  /** The whole content of an ordinary file. */
  read(path: string, maxBytes: number): Promise<FileContent>;
  list(path: string, maxEntries: number): Promise<FolderContent>;
  /** For a program that walks the tree by itself: it must keep to them on its own. */
  bounds(): Promise<PathBounds>;
  /**
   * Writes the whole file or nothing, and is on disk when it resolves. Missing folders are made. `place` is what
   * the decision was based on: `conflict` when something else is there by now.
   */
  replace(place: Place, bytes: Uint8Array, options: WriteOptions): Promise<void>;
  /** Removes what a killed `replace` with this token may have left beside the file. */
  discardLeftover(place: Place, token: string): Promise<void>;
  /** Takes the file away; `conflict` when something else is there by now. */
  remove(place: Place): Promise<void>;
}

const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export function createWorkspaceFiles(policy: PathPolicy): WorkspaceFiles {
  const gate = createGate(policy);

  /** Throws `not_found` with what may have been meant. */
  async function locatePresent(path: string): Promise<Place> {
    const place = await gate.locate(path);
    if (place.kind !== 'missing') return place;
    const { workspace } = await gate.bounds();
    throw fileError('notFound', path, { hint: await similarNames(place.path, workspace) });
  }

  async function read(path: string, maxBytes: number): Promise<FileContent> {
    const bounds = await gate.bounds();
    const place = await locatePresent(path);
    mustBeFile(place.kind, path);
    const handle = await open(place.path, READ_FLAGS);
    try {
      gate.check(bounds, await pathOfOpened(handle, place.path), path);
      const stats = await handle.stat();
      mustBeFile(kindOf(stats), path);
      if (stats.ino !== place.stats?.ino) await gate.checkTwin(bounds, stats, path);
      const bytes = await readBounded(handle, maxBytes);
      if (bytes === undefined) throw tooLarge(path, Math.max(stats.size, maxBytes + 1), maxBytes);
      return { place: { ...place, stats }, bytes };
    } finally {
      await handle.close();
    }
  }

  async function list(path: string, maxEntries: number): Promise<FolderContent> {
    const place = await locatePresent(path);
    if (place.kind !== 'folder') throw fileError('notFolder', path);
    return gate.within({ path: place.path, createMissing: false }, async (folder) => {
      const entries: Dirent[] = [];
      for await (const entry of await opendir(folder.entry('.'))) {
        if (entries.length === maxEntries) return { place, entries, complete: false };
        entries.push(entry);
      }
      return { place, entries, complete: true };
    });
  }

  function besides(place: Place, createMissing = false) {
    return { path: dirname(place.path), createMissing };
  }

  return {
    locate: (path) => named(path, () => gate.locate(path)),
    read: (path, maxBytes) => named(path, () => read(path, maxBytes)),
    bounds: () => gate.bounds(),
    list: (path, maxEntries) => named(path, () => list(path, maxEntries)),

    replace(place, bytes, options) {
      const change = { ...entryOf(place), bytes, ...options };
      return named(place.name, async () => {
        if (place.kind !== 'missing') mustBeFile(place.kind, place.name);
        await gate.within(besides(place, true), (folder) => replaceFile(folder, change));
      });
    },

    discardLeftover: (place, token) =>
      named(place.name, async () => {
        const folder = besides(place);
        const { kind } = await gate.locate(folder.path);
        if (kind === 'folder') await gate.within(folder, (open) => discardTemporary(open, token));
      }),

    remove: (place) =>
      named(place.name, () =>
        gate.within(besides(place), (folder) => removeFile(folder, entryOf(place))),
      ),
  };
}

function entryOf({ path, name, stats }: Place) {
  return { entry: basename(path), name, expected: stats };
}

/** Makes what the system says about a file a sentence with its name. */
async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw fromSystemError(thrown, name);
  }
}

function mustBeFile(kind: Place['kind'], path: string): void {
  if (kind === 'folder') throw fileError('isFolder', path);
  if (kind !== 'file') throw fileError('special', path);
}

import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { relative } from 'node:path';
import { type PathBounds, type PathPolicy, parsePath, refusalOf } from '../path-policy.ts';
import { realPathOf, resolveBounds } from './bounds.ts';
import { fileError, fromSystemError, refused, systemCodeOf } from './file-errors.ts';
import { isPrivateTwin, PRIVATE_TWIN } from './hard-links.ts';
import { type OpenFolder, openFolder } from './open-folder.ts';

/** Where a path leads, links resolved. It was within bounds when it was looked at. */
export interface Place {
  /** Real and absolute: the name under which a session remembers the file. */
  readonly path: string;
  /** Relative to the workspace, for people and models; `.` is the workspace itself. */
  readonly name: string;
  readonly kind: 'missing' | 'file' | 'folder' | 'other';
  /** Undefined when it is missing. */
  readonly stats: Stats | undefined;
}

/** Lets through what is within bounds and throws `forbidden` for the rest. */
export interface Gate {
  bounds(): Promise<PathBounds>;
  locate(path: string): Promise<Place>;
  /** For what has been opened: `opened` is where it really is, undefined when nobody knows any more. */
  check(bounds: PathBounds, opened: string | undefined, path: string): void;
  checkTwin(bounds: PathBounds, stats: Stats, path: string): Promise<void>;
  /** Does `work` in a folder that was opened and then found to be within bounds. */
  within<T>(
    folder: { readonly path: string; readonly createMissing: boolean },
    work: (folder: OpenFolder) => Promise<T>,
  ): Promise<T>;
}

export function createGate(policy: PathPolicy): Gate {
  let resolved: Promise<PathBounds> | undefined;

  async function bounds(): Promise<PathBounds> {
    resolved ??= resolveBounds(policy);
    try {
      return await resolved;
    } catch (thrown) {
      resolved = undefined;
      throw fromSystemError(thrown, policy.workspace);
    }
  }

  return {
    bounds,
    check: mustBeWithin,
    checkTwin: mustNotBePrivateTwin,

    async locate(path) {
      const known = await bounds();
      const spelled = parsePath(path, { ...policy, workspace: known.workspace });
      const real = await realPathOf(spelled).catch((thrown: unknown) => {
        mustBeWithin(known, spelled, path);
        throw thrown;
      });
      mustBeWithin(known, real, path);
      const stats = await statOf(real);
      if (stats !== undefined) await mustNotBePrivateTwin(known, stats, path);
      const name = relative(known.workspace, real) || '.';
      return { path: real, name, kind: kindOf(stats), stats };
    },

    async within({ path, createMissing }, work) {
      const known = await bounds();
      const check = (opened: string | undefined) => mustBeWithin(known, opened, path);
      const folder = await openFolder(path, { createMissing, check });
      try {
        return await work(folder);
      } finally {
        await folder.close();
      }
    },
  };
}

export function kindOf(stats: Stats | undefined): Place['kind'] {
  if (stats === undefined) return 'missing';
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'other';
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

function mustBeWithin(bounds: PathBounds, real: string | undefined, path: string): void {
  if (real === undefined) throw fileError('changed', path);
  const refusal = refusalOf(real, bounds);
  if (refusal !== undefined) throw refused(path, refusal);
}

async function mustNotBePrivateTwin(bounds: PathBounds, stats: Stats, path: string): Promise<void> {
  if (!stats.isFile() || stats.nlink < 2) return;
  if (await isPrivateTwin(stats, bounds)) throw refused(path, PRIVATE_TWIN);
}

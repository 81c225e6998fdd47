import { constants } from 'node:fs';
import { mkdir, open, readlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { systemCodeOf } from './file-errors.ts';
import { handlePath, pathOfOpened } from './opened-path.ts';

/** A folder held open, so that what is done in it is done in this one and in no other. */
export interface OpenFolder {
  /** Path of an entry, through the open folder where the system can do that. */
  entry(name: string): string;
  /** Puts its list of names on disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

interface OpenFolderOptions {
  readonly createMissing: boolean;
  /** Throws when the folder that was really opened is out of bounds; undefined: nobody knows where it is. */
  check(openedPath: string | undefined): void;
}

const FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Opens a folder by its real path, making it and its parents where they are missing. */
export async function openFolder(path: string, options: OpenFolderOptions): Promise<OpenFolder> {
  try {
    return await openExisting(path, path, options);
  } catch (thrown) {
    if (!options.createMissing || systemCodeOf(thrown) !== 'ENOENT') throw thrown;
  }
  const parent = await openFolder(dirname(path), options);
  try {
    const place = parent.entry(basename(path));
    await mkdir(place).catch(unlessItExists);
    return await openExisting(place, path, options);
  } finally {
    await parent.close();
  }
}

async function openExisting(
  place: string,
  path: string,
  { check }: OpenFolderOptions,
): Promise<OpenFolder> {
  const handle = await open(place, FLAGS);
  try {
    check(await pathOfOpened(handle, path));
    const held = handlePath(handle);
    const root = await readlink(held).then(
      () => held,
      () => path,
    );
    return {
      entry: (name) => `${root}/${name}`,
      sync: () => handle.sync().catch(unlessItCannot),
      close: () => handle.close(),
    };
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

/** Some file systems have no such thing for folders. */
function unlessItCannot(thrown: unknown): void {
  if (!['EINVAL', 'ENOTSUP', 'EISDIR'].includes(systemCodeOf(thrown) ?? '')) throw thrown;
}

function unlessItExists(thrown: unknown): void {
  if (systemCodeOf(thrown) !== 'EEXIST') throw thrown;
}

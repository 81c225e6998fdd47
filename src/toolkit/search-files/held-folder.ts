import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync } from 'node:fs';

/** A folder that is held open, so that a link swapped in for it leads nowhere. */
export interface HeldFolder {
  /** Path of an entry, through the open folder where the system can do that. */
  entry(name: string): string;
  /** Where it really is. */
  readonly realPath: string;
  close(): void;
}

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Undefined when it is no folder, or may not be read. */
export function holdFolder(path: string): HeldFolder | undefined {
  const fd = quietly(() => openSync(path, FOLDER));
  if (fd === undefined) return undefined;
  const held = `/proc/self/fd/${fd}`;
  const known = quietly(() => readlinkSync(held));
  const root = known === undefined ? path : held;
  return {
    entry: (name) => `${root}/${name}`,
    realPath: known ?? path,
    close: () => closeSync(fd),
  };
}

/** The bytes of an ordinary file of at most `maxBytes`; undefined when it is none, or may not be read. */
export function readOrdinaryFile(path: string, maxBytes: number): Buffer | undefined {
  const fd = quietly(() => openSync(path, FILE));
  if (fd === undefined) return undefined;
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    return quietly(() => readFileSync(fd));
  } finally {
    closeSync(fd);
  }
}

/** Files come and go during a search, and some may not be read: those have nothing to find. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

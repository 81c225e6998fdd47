import { constants, type Stats } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { fileError, systemCodeOf } from './file-errors.ts';
import type { OpenFolder } from './open-folder.ts';

export interface Replacement {
  /** Last part of the path. */
  readonly entry: string;
  /** What the file is called in errors. */
  readonly name: string;
  /** The file as it was when the change was decided; undefined when there was none. */
  readonly expected: Stats | undefined;
  readonly bytes: Uint8Array;
  /** Permissions; those of the expected file when not given, or 0644. */
  readonly mode?: number;
  /** Names the temporary file, so that a later try finds what a killed one left. */
  readonly token: string;
  readonly signal: AbortSignal;
}

const NEW_FILE_MODE = 0o644;
const OWNER_ONLY = 0o600;
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const NO_HARD_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/**
 * Writes whole or not at all: into a temporary file beside it, onto the disk, then under its name in one step.
 * Throws `conflict` when the file is no longer the expected one.
 */
export async function replaceFile(folder: OpenFolder, replacement: Replacement): Promise<void> {
  const { entry, name, expected, token, signal } = replacement;
  const temporary = temporaryOf(folder, token);
  const target = folder.entry(entry);
  await rm(temporary, { force: true });
  try {
    await writeTemporary(temporary, replacement);
    signal.throwIfAborted();
    await mustBeAsExpected(target, expected, name);
    if (expected !== undefined && expected.nlink > 1) throw fileError('severalNames', name);
    if (expected === undefined) await moveToFreeName(temporary, target);
    else await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
  await folder.sync();
}

/** Takes away what a killed `replaceFile` with this token left. */
export async function discardTemporary(folder: OpenFolder, token: string): Promise<void> {
  await rm(temporaryOf(folder, token), { force: true });
}

/** Takes a file away; `conflict` when it is no longer the expected one. */
export async function removeFile(
  folder: OpenFolder,
  { entry, name, expected }: Pick<Replacement, 'entry' | 'name' | 'expected'>,
): Promise<void> {
  const target = folder.entry(entry);
  await mustBeAsExpected(target, expected, name);
  await rm(target);
  await folder.sync();
}

function temporaryOf(folder: OpenFolder, token: string): string {
  return folder.entry(`.echo-agent-${token}.tmp`);
}

/** Who may not read the file in the end cannot at any time before: rights come first, bytes second. */
async function writeTemporary(path: string, replacement: Replacement): Promise<void> {
  const { bytes, expected, mode } = replacement;
  const isNew = expected === undefined && mode === undefined;
  const handle = await open(path, CREATE, isNew ? NEW_FILE_MODE : OWNER_ONLY);
  try {
    if (expected !== undefined) await takeOwner(handle, expected);
    const asked = mode ?? expected?.mode;
    if (asked !== undefined) await handle.chmod(asked & 0o777);
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** That of the file that is replaced, where the system lets us. */
async function takeOwner(handle: FileHandle, { uid, gid }: Stats): Promise<void> {
  const own = await handle.stat();
  if (own.uid === uid && own.gid === gid) return;
  await handle.chown(uid, gid).catch((thrown: unknown) => {
    if (systemCodeOf(thrown) !== 'EPERM') throw thrown;
  });
}

/** A link fails where the name is taken, a rename would not. */
async function moveToFreeName(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target);
  } catch (thrown) {
    if (!NO_HARD_LINKS.includes(systemCodeOf(thrown) ?? '')) throw thrown;
    await rename(temporary, target);
  }
}

async function mustBeAsExpected(
  path: string,
  expected: Stats | undefined,
  name: string,
): Promise<void> {
  const present = await lstat(path).catch((thrown: unknown) => {
    if (systemCodeOf(thrown) !== 'ENOENT') throw thrown;
    return undefined;
  });
  if (present === undefined && expected === undefined) return;
  if (expected === undefined) throw fileError('exists', name);
  if (present === undefined || !isSame(present, expected)) throw fileError('changed', name);
}

function isSame(present: Stats, expected: Stats): boolean {
  return (
    present.dev === expected.dev &&
    present.ino === expected.ino &&
    present.size === expected.size &&
    present.mtimeMs === expected.mtimeMs
  );
}

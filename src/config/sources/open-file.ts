import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { CONFIG_FILE, type FileCandidate, type FilePlaces } from '../config-sources.ts';
import type { Origin } from '../origin.ts';
import { type ConfigMessageId, createProblem, type Findings } from '../problem.ts';
import { displayPath, exists, findFile } from './find-file.ts';

/** The text of the configuration file, or why there is none. */
export interface OpenedFile {
  readonly looked: readonly FileCandidate[];
  readonly file?: ConfigText;
}

export interface ConfigText {
  readonly path: string;
  /** How messages call it. */
  readonly name: string;
  readonly text: string;
  /** Missing for a text that is not on disk yet. */
  readonly stats?: Stats;
}

const MAX_BYTES = 262_144;

export async function openFile(places: FilePlaces, findings: Findings): Promise<OpenedFile> {
  const looked = await findFile(places);
  const chosen =
    looked.find(({ found }) => found) ?? (places.file === undefined ? undefined : looked[0]);
  if (chosen === undefined) {
    await warnOfOtherNames(looked, places, findings);
    return { looked };
  }
  const name = displayPath(chosen.path, places);
  const read = await readChosen(chosen, places);
  if (typeof read !== 'string') return { looked, file: { path: chosen.path, name, ...read } };
  findings.problems.push(createProblem(read, { origin: { kind: 'file', name } }));
  return { looked };
}

async function readChosen({ path, found }: FileCandidate, places: FilePlaces) {
  const read = found ? await readConfigText(path) : 'config.file_missing';
  return typeof read === 'string' ? read : (refuseForeign(read.stats, places) ?? read);
}

/** A near miss that would otherwise be a file nobody reads. */
async function warnOfOtherNames(
  looked: readonly FileCandidate[],
  places: FilePlaces,
  { warnings }: Findings,
): Promise<void> {
  for (const { path } of looked) {
    const other = path.replace(/\.yaml$/, '.yml');
    if (!(await exists(other))) continue;
    const origin: Origin = { kind: 'file', name: displayPath(other, places) };
    warnings.push(createProblem('config.other_name', { origin }, { file: CONFIG_FILE }));
  }
}

/** Settings that somebody else left in a shared folder are not ours; a file given with `-c` was chosen. */
function refuseForeign({ uid }: Stats, { file }: FilePlaces): ConfigMessageId | undefined {
  const own = process.getuid?.();
  if (file !== undefined || own === undefined) return undefined;
  return isForeign(uid, own) ? 'config.file_of_another' : undefined;
}

/** Root is trusted, and trusts everybody: it often runs on files of the user it acts for. */
export function isForeign(owner: number, own: number): boolean {
  return own !== 0 && owner !== 0 && owner !== own;
}

/** The text and what is known of its file, or the id of what went wrong. */
export async function readConfigText(
  path: string,
): Promise<{ text: string; stats: Stats } | ConfigMessageId> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    const stats = await handle.stat();
    if (stats.isDirectory()) return 'config.file_is_folder';
    const bytes = await readBytes(handle);
    if (bytes.length > MAX_BYTES) return 'config.file_too_large';
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), stats };
  } catch (thrown) {
    return failureOf(thrown);
  } finally {
    await handle?.close();
  }
}

/** At most one byte more than allowed: devices have no end. */
async function readBytes(handle: FileHandle): Promise<Buffer> {
  const buffer = Buffer.alloc(MAX_BYTES + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

function failureOf(thrown: unknown): ConfigMessageId {
  const { code } = thrown as NodeJS.ErrnoException;
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'config.file_not_utf8';
  return code === 'EISDIR' ? 'config.file_is_folder' : 'config.file_unreadable';
}

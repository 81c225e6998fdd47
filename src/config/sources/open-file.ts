import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { FileCandidate, FilePlaces } from '../config-sources.ts';
import type { Origin } from '../origin.ts';
import { type ConfigMessageId, createProblem, type Findings } from '../problem.ts';
import { displayPath, findFile } from './find-file.ts';

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
  const found = looked.find((candidate) => candidate.found);
  const wanted = found ?? (places.file === undefined ? undefined : looked[0]);
  if (wanted === undefined) return { looked };
  const name = displayPath(wanted.path, places);
  const origin: Origin = { kind: 'file', name };
  const refuse = (id: ConfigMessageId): OpenedFile => {
    findings.problems.push(createProblem(id, { origin }));
    return { looked };
  };
  if (found === undefined) return refuse('config.file_missing');
  const read = await readConfigText(found.path);
  if (typeof read === 'string') return refuse(read);
  return { looked, file: { path: found.path, name, ...read } };
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

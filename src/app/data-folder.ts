import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentError } from '../base/errors.ts';
import { makeFolder } from '../security/make-folder.ts';

/** The system's limit for the path of a socket is 108 bytes on Linux and 104 on macOS. */
const LONGEST_SOCKET_PATH = 100;

/** Where things are in a data folder. */
export interface DataFolder {
  readonly path: string;
  /** For the owner's other processes; outside the folder when its path is too long for a socket. */
  readonly socketPath: string;
  readonly auditPath: string;
  readonly logFolder: string;
}

export function dataFolderAt(path: string): DataFolder {
  const inside = join(path, 'runtime.sock');
  return {
    path,
    socketPath: Buffer.byteLength(inside) <= LONGEST_SOCKET_PATH ? inside : shortSocketPath(path),
    auditPath: join(path, 'audit.jsonl'),
    logFolder: join(path, 'logs'),
  };
}

/** Creates the folder of the socket, when it is not the data folder, so that only its owner can use it. */
export async function prepareSocketFolder({ path, socketPath }: DataFolder): Promise<void> {
  if (socketPath.startsWith(join(path, '/'))) return;
  const folder = socketFolder();
  makeFolder(folder, 0o700);
  const { uid, mode } = await lstat(folder);
  if (uid === process.getuid?.() && (mode & 0o077) === 0) return;
  throw new AgentError('forbidden', `${folder} can be used by others.`, {
    messageId: 'app.socket_folder',
    values: { path: folder },
  });
}

function shortSocketPath(path: string): string {
  const name = createHash('sha256').update(path).digest('hex').slice(0, 24);
  return join(socketFolder(), `${name}.sock`);
}

function socketFolder(): string {
  return join(tmpdir(), `echo-agent-${process.getuid?.() ?? 0}`);
}

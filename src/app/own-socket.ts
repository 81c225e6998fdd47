import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AgentError } from '../base/errors.ts';
import type { DataFolder } from './data-folder.ts';

/**
 * Whoever answers hears everything that is said, so a socket that another user left there is not spoken to. Root may
 * look after the runtimes of others, in their own data folders.
 */
export async function assertOwnSocket(
  { path, socketPath }: DataFolder,
  own: number | undefined,
): Promise<void> {
  const found = await lstat(socketPath).catch(() => undefined);
  if (found === undefined || own === undefined || found.uid === own) return;
  const folder = dirname(socketPath);
  if (own === 0 && folder === path) return;
  throw new AgentError('forbidden', `${socketPath} belongs to another user.`, {
    messageId: 'app.socket_folder',
    values: { path: folder },
  });
}

import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AgentError } from '../../base/errors.ts';
import { writeAll } from '../chat/plain-view.ts';
import type { Cli } from '../commands/command-line.ts';
import { neutralise } from '../terminal/neutralise.ts';

/**
 * Writes pieces of text one after the other: to a new file that only its owner can read, else to the standard
 * output. Resolves to the file's path. Fails with `conflict` when there is a file of that name already.
 */
export async function writeOut(
  { deps }: Cli,
  pieces: AsyncIterable<string>,
  { output }: { readonly output?: string } = {},
): Promise<string | undefined> {
  if (output === undefined) {
    const { stdout } = deps.streams;
    for await (const piece of pieces) {
      await writeAll(stdout, stdout.isTTY === true ? neutralise(piece) : piece);
    }
    return undefined;
  }
  const path = resolve(deps.cwd, output);
  const handle = await open(path, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw refusal(path, cause);
  });
  try {
    for await (const piece of pieces) await handle.writeFile(piece);
  } finally {
    await handle.close();
  }
  return path;
}

function refusal(path: string, cause: NodeJS.ErrnoException): AgentError {
  const exists = cause.code === 'EEXIST';
  return new AgentError(exists ? 'conflict' : 'storage_unwritable', 'The file was not written.', {
    messageId: exists ? 'cli.output.exists' : 'cli.output.unwritable',
    values: { path },
    cause,
  });
}

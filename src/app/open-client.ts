import { systemClock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import { createIdSource } from '../base/ids.ts';
import { assertAnswering } from './answering.ts';
import { createRuntime } from './create-runtime.ts';
import { dataFolderAt } from './data-folder.ts';
import type { RuntimeSettings } from './load-settings.ts';
import { assertOwnSocket } from './own-socket.ts';
import type { RuntimeClient } from './runtime-client.ts';
import { connectSocket } from './socket/connect-socket.ts';

/**
 * The runtime that holds the data folder, over its socket; undefined when none is running. Starts nothing.
 * `unavailable` when it does not answer.
 */
export async function connectRuntime(dataDir: string): Promise<RuntimeClient | undefined> {
  const folder = dataFolderAt(dataDir);
  await assertOwnSocket(folder, process.getuid?.());
  const client = await connectSocket(folder.socketPath, createIdSource());
  return client && assertAnswering(client);
}

/** As long as an orderly end may take, or a start on a busy machine. */
const PATIENCE_MS = 5_000;
const LOOK_AGAIN_MS = 100;

/**
 * The running runtime, else one in this process. Two that start at once end up with one runtime and one
 * client of it. `storage_locked` when the folder is held by something that does not answer.
 */
export async function openClient(settings: RuntimeSettings): Promise<RuntimeClient> {
  const until = systemClock.monotonic() + PATIENCE_MS;
  for (;;) {
    const running = await connectRuntime(settings.dataDir);
    if (running !== undefined) return running;
    try {
      return (await createRuntime(settings)).client;
    } catch (thrown) {
      const held = AgentError.from(thrown).code === 'storage_locked';
      if (!held || systemClock.monotonic() > until) throw thrown;
    }
    // Whoever holds the lock is about to open its socket, or about to end.
    await systemClock.sleep(LOOK_AGAIN_MS);
  }
}

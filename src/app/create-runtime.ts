import { createSupervisor } from '../base/supervisor.ts';
import type { Storage } from '../storage/storage.ts';
import { connectParts, type Machinery } from './connect-parts.ts';
import { createClient } from './create-client.ts';
import { prepareSocketFolder } from './data-folder.ts';
import type { RuntimeSettings } from './load-settings.ts';
import { type OpenParts, openParts } from './open-parts.ts';
import type { RuntimeClient } from './runtime-client.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import { createStatus } from './runtime-status.ts';
import { settingsInForce } from './settings-in-force.ts';
import { type SocketServer, serveSocket } from './socket/serve-socket.ts';

export interface Runtime {
  readonly client: RuntimeClient;
  readonly storage: Storage;
  /** Stops taking work, lets running turns pause at a safe point, and lets go of the data folder. Safe to call twice. */
  close(): Promise<void>;
}

/** Puts everything together and starts it. Throws what opening the storage, the models or the tools throws. */
export async function createRuntime(
  settings: RuntimeSettings,
  given: RuntimeParts = {},
): Promise<Runtime> {
  const parts = await openParts(settings, given);
  const machinery = await connectParts(settings, parts, given);
  const supervisor = superviseWith(parts);
  let server: SocketServer | undefined;
  let closing: Promise<void> | undefined;

  async function shutDown() {
    await server?.close();
    await supervisor.stop();
    await parts.records.close();
    await parts.storage.close();
  }
  const close = () => {
    closing ??= shutDown();
    return closing;
  };

  const client = clientOf(settings, { parts, machinery, close });
  try {
    await recover(parts, machinery);
    run(supervisor, machinery);
    if (given.socket !== false) {
      await prepareSocketFolder(parts.folder);
      server = await serveSocket(parts.folder.socketPath, client);
    }
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return { client, storage: parts.storage, close };
}

/** What a dead process left behind: its leases end, and what it was sending is settled. We hold the lock. */
async function recover({ storage }: OpenParts, { outbound }: Machinery): Promise<void> {
  await storage.leases.voidAll();
  await outbound.recover();
}

function superviseWith({ clock, random, log }: OpenParts) {
  return createSupervisor({
    clock,
    random,
    onFailure: (name, thrown) => log.failure(`${name} failed and is started again.`, thrown),
  });
}

function run(
  supervisor: ReturnType<typeof createSupervisor>,
  { inbound, outbound, deadlines, engine }: Machinery,
): void {
  supervisor.run('inbound', (signal) => inbound.run(engine.work, signal));
  supervisor.run('outbound', (signal) => outbound.run(signal));
  supervisor.run('deadlines', (signal) => deadlines.run(signal));
}

interface Started {
  readonly parts: OpenParts;
  readonly machinery: Machinery;
  close(): Promise<void>;
}

function clientOf(settings: RuntimeSettings, { parts, machinery, close }: Started): RuntimeClient {
  const { pipeline, describe } = parts.tools;
  return createClient({
    ...parts,
    ...machinery,
    pipeline,
    describeTool: describe,
    status: createStatus({ ...parts, settings, inbound: machinery.inbound }),
    settings: (paths) => settingsInForce(settings, paths),
    close,
  });
}

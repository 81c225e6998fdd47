import { createSupervisor } from '../base/supervisor.ts';
import type { Storage } from '../storage/storage.ts';
import { createArtifactRetention } from './artifact-retention.ts';
import { createClosers } from './closers.ts';
import { connectParts, type Machinery } from './connect-parts.ts';
import { createClient, type LocalClient } from './create-client.ts';
import { prepareSocketFolder } from './data-folder.ts';
import { createDirectCalls, type DirectCalls } from './direct-calls.ts';
import { toolsStatus } from './list-tools.ts';
import type { RuntimeSettings } from './load-settings.ts';
import { type OpenParts, openParts } from './open-parts.ts';
import type { RuntimeClient } from './runtime-client.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import { createStatus } from './runtime-status.ts';
import { settingsInForce } from './settings-in-force.ts';
import { serveSocket } from './socket/serve-socket.ts';

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
  const closers = createClosers();
  const { close } = closers;
  try {
    const parts = await openParts(settings, { given, closers });
    const machinery = await connectParts(settings, parts, given);
    const directCalls = createDirectCalls({ ...parts, pipeline: parts.tools.pipeline });
    const supervisor = superviseWith(parts);
    closers.add(() => Promise.all([supervisor.stop(), directCalls.close()]));
    const client = clientOf(settings, { parts, machinery, directCalls, close });
    await recover(parts, machinery);
    run(supervisor, machinery);
    supervisor.run('mcp servers', (signal) => parts.mcp.run(signal));
    supervisor.run('artifacts', retentionOf(settings, parts).run);
    supervisor.run('tools report', () => reportTools(parts));
    if (given.socket !== false) {
      await prepareSocketFolder(parts.folder);
      const server = await serveSocket(parts.folder.socketPath, client);
      closers.add(server.close);
    }
    return { client, storage: parts.storage, close };
  } catch (thrown) {
    await close().catch(() => undefined);
    throw thrown;
  }
}

/** What a dead process left behind: its leases end, and what it was sending is settled. We hold the lock. */
async function recover({ storage }: OpenParts, { outbound }: Machinery): Promise<void> {
  await storage.leases.voidAll();
  await outbound.recover();
}

function retentionOf({ config }: RuntimeSettings, { storage, clock }: OpenParts) {
  return createArtifactRetention({ storage, clock, keepForMs: config.artifacts.keepFor });
}

/** Which tools this machine lacks something for, once, without the start having waited for it. */
async function reportTools(parts: OpenParts): Promise<void> {
  const { tools, log } = parts;
  const status = await toolsStatus({ ...parts, pipeline: tools.pipeline });
  const lacks = status.notReady.length > 0 ? 'Some tools cannot be used.' : 'All tools are ready.';
  log.info(lacks, { ...status });
  for (const { list, name, meant } of status.unknownNames) {
    log.warn('A list names a tool that there is not: it shows and hides nothing.', {
      list,
      name,
      meant,
    });
  }
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
  readonly directCalls: DirectCalls;
  close(): Promise<void>;
}

function clientOf(settings: RuntimeSettings, started: Started): LocalClient {
  const { parts, machinery, directCalls, close } = started;
  const { pipeline, describe, processes } = parts.tools;
  return createClient({
    ...parts,
    ...machinery,
    directCalls,
    pipeline,
    describeTool: describe,
    endProcesses: processes.endSession,
    status: createStatus({ ...parts, settings, inbound: machinery.inbound }),
    settings: (paths) => settingsInForce(settings, paths),
    close,
  });
}

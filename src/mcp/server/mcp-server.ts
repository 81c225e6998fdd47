import type { Transport } from '@modelcontextprotocol/client';
import { backoffMs } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';
import { createWakeSignal } from '../../base/wake-signal.ts';
import type { McpServerSettings } from '../../config/schema.ts';
import type { Log } from '../../observability/log.ts';
import { type Connection, connect, type Sdk } from '../connection/connect.ts';
import { createQuietLog, type QuietLog } from '../connection/quiet-log.ts';
import type { McpServerView } from '../mcp-server-view.ts';
import { toTool } from '../tools/to-tool.ts';
import { createCaller } from './call-tool.ts';
import { explainStart } from './explain-start.ts';
import { createOpenings } from './openings.ts';
import type { AgreedTools, Pins } from './pins.ts';
import { createToolShelf, type ToolShelfDeps } from './tool-shelf.ts';

export interface McpServerDeps extends Pick<ToolShelfDeps, 'name' | 'servers' | 'publish'> {
  readonly settings: McpServerSettings;
  readonly pins: Pins;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly version: string;
  loadSdk(): Promise<Sdk>;
  /** The way to the server, made anew for each connection. */
  openTransport(sdk: Sdk, noise: QuietLog): Transport;
  /** Ends what an earlier process may have left running. */
  sweep(): Promise<void>;
}

/** One configured server and all that is known of it. */
export interface McpServer {
  /** Connects, and connects again, until `signal` aborts. Resolves when nothing of the server is left. */
  run(signal: AbortSignal): Promise<void>;
  view(): McpServerView;
  /** Agrees to these tools, where they are still as they were shown. */
  agree(tools: AgreedTools): void;
  /** Tries at once instead of after the pause. */
  hurry(): void;
  /** Resolves when the first attempt is over, however it ended. */
  readonly settled: Promise<void>;
}

/** A list that changes all the time is read once in so much. */
const REREAD_MS = 1_000;
/** A connection that lasted this long had begun well. */
const HEALTHY_MS = 60_000;
const UNTIL_RUNG_MS = 3_600_000;

interface Standing {
  readonly state: McpServerView['state'];
  readonly reason?: string;
  readonly connection?: Connection;
}

export function createMcpServer(given: McpServerDeps): McpServer {
  const { name, settings, clock } = given;
  const log = given.log.with({ mcpServer: name });
  const deps = { ...given, log, noise: createQuietLog(log, clock) };
  const settled = Promise.withResolvers<void>();
  const again = createWakeSignal(clock);
  const openings = createOpenings(clock);
  let standing: Standing = { state: 'starting' };
  const { call } = createCaller({ ...deps, connection: () => standing.connection, renew });
  const shelf = createToolShelf({
    ...deps,
    makeTool: (ours, listed) =>
      toTool(ours, listed, {
        server: name,
        settings,
        call,
        readiness: ({ name: tool }) => readinessOf(name, standing, shelf.whyHeld(tool)),
      }),
  });

  async function renew(old: Connection, signal: AbortSignal): Promise<Connection | undefined> {
    const { connection } = standing;
    if (connection !== undefined && connection !== old) return connection;
    const next = openings.next(signal);
    old.retire();
    again.ring();
    return next;
  }

  /** One connection from beginning to end. */
  async function attempt(signal: AbortSignal): Promise<void> {
    try {
      await useConnection(deps, signal, {
        onListed: shelf.put,
        onOpen(connection) {
          standing = { state: 'connected', connection };
          openings.tell(connection);
          log.info('Connected.', { protocol: connection.protocolVersion });
          settled.resolve();
        },
      });
      standing = { state: 'failed', reason: 'the connection ended' };
    } catch (thrown) {
      const { needsLogin, text } = explainStart(thrown, name, await deps.loadSdk());
      standing = { state: needsLogin ? 'needs_login' : 'failed', reason: text };
      if (!signal.aborted) log.warn('The MCP server is not connected.', { reason: text, thrown });
    }
    settled.resolve();
  }

  return {
    settled: settled.promise,

    async run(signal) {
      await deps.sweep();
      let failures = 0;
      while (!signal.aborted) {
        const begun = clock.monotonic();
        await attempt(signal);
        failures = clock.monotonic() - begun > HEALTHY_MS ? 0 : failures + 1;
        const isUseless = standing.state === 'needs_login';
        await again.wait(isUseless ? UNTIL_RUNG_MS : backoffMs(failures, deps.random), signal);
      }
      settled.resolve();
    },

    view: () => ({
      name,
      transport: settings.url === undefined ? 'stdio' : 'http',
      state: standing.state,
      reason: standing.reason,
      protocolVersion: standing.connection?.protocolVersion,
      serverName: standing.connection?.serverName,
      tools: shelf.views(),
    }),

    agree: shelf.agree,
    hurry: () => again.ring(),
  };
}

function readinessOf(server: string, standing: Standing, held: string | undefined) {
  if (held !== undefined) return { ready: false, reason: held } as const;
  const { state, reason = state, connection } = standing;
  if (connection !== undefined) return { ready: true } as const;
  return { ready: false, reason: `the MCP server ${server} is not connected: ${reason}` } as const;
}

interface ConnectionUse {
  onListed(listed: readonly unknown[]): void;
  onOpen(connection: Connection): void;
}

/** Connects, reads the tools, and reads them again whenever the server says so, until the connection has ended. */
async function useConnection(
  deps: McpServerDeps & { readonly noise: QuietLog },
  signal: AbortSignal,
  { onListed, onOpen }: ConnectionUse,
): Promise<void> {
  const { clock, log, noise } = deps;
  const listChanged = createWakeSignal(clock);
  const sdk = await deps.loadSdk();
  const connection = await connect(
    {
      ...deps,
      sdk,
      openTransport: () => deps.openTransport(sdk, noise),
      onToolsChanged: () => listChanged.ring(),
      onTrouble: ({ message }) => noise.say('Something went wrong in the connection.', message),
    },
    signal,
  );
  const { ended } = connection;
  const stop = () => void connection.close().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    onListed(await connection.listTools(ended));
    onOpen(connection);
    while (!ended.aborted) {
      await listChanged.wait(UNTIL_RUNG_MS, ended);
      if (ended.aborted) return;
      await connection.listTools(ended).then(onListed, (cause: unknown) => {
        if (!ended.aborted) log.warn('The tools could not be read again.', { cause });
      });
      await clock.sleep(REREAD_MS, ended).catch(() => undefined);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    if (signal.aborted || !connection.lingers()) await connection.close();
  }
}

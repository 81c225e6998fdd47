import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import type { McpServerSettings } from '../config/schema.ts';
import { endTree } from '../executors/process-tree.ts';
import type { Log } from '../observability/log.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import { loadSdk } from './connection/connect.ts';
import { httpTransport } from './connection/http-transport.ts';
import { createStdioTransport, type Program } from './connection/stdio-transport.ts';
import type { McpServerView } from './mcp-server-view.ts';
import { createMcpServer, type McpServer, type McpServerDeps } from './server/mcp-server.ts';
import { openPins } from './server/pins.ts';

export interface McpDeps {
  readonly servers: Readonly<Record<string, McpServerSettings>>;
  /** A private folder for what was agreed to and for sign-ins. */
  readonly folder: string;
  readonly home: string;
  /** What programs may know of this machine: PATH, HOME, LANG and their like. */
  readonly baseEnvironment: Readonly<Record<string, string>>;
  readonly registry: Pick<ToolRegistry, 'replace'>;
  /** The one way out. */
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly version: string;
}

/** The MCP servers of the configuration; their tools come and go in the registry. */
export interface McpServers {
  /** Keeps all of them connected until `signal` aborts; resolves when no program of theirs is left. */
  run(signal: AbortSignal): Promise<void>;
  /** Resolves when each server has been tried once, or `waitMs` are over. */
  settled(waitMs: number): Promise<void>;
  views(): readonly McpServerView[];
  /** Agrees to tools as they were shown, by their hashes. Throws `not_found` for a server that there is not. */
  agree(server: string, tools: Readonly<Record<string, string>>): McpServerView;
  /** Connects at once, after a sign-in. Throws `not_found`. */
  hurry(server: string): void;
}

const MARK_NAME = 'ECHO_AGENT_MCP';
/** No process has it, so that only the mark counts. */
const NO_LEADER = 2 ** 31;

/** Starts nothing yet. */
export function createMcpServers(deps: McpDeps): McpServers {
  const { clock, log, folder } = deps;
  const groups = new Set<number>();
  const pins = openPins(join(folder, 'agreed.json'), deps.servers, (keptAs) =>
    log.error(
      'What was agreed to of MCP servers is damaged: all of it has to be agreed to again.',
      {
        keptAs,
      },
    ),
  );
  const names = Object.keys(deps.servers);
  const enabled = Object.entries(deps.servers).filter(([, settings]) => settings.enabled);
  const servers = new Map(
    enabled.map(([name, settings]) => {
      const known = { name, settings, servers: names, pins: pins.of(name, settings), groups };
      return [name, openServer(deps, known)];
    }),
  );

  function find(name: string): McpServer {
    const server = servers.get(name);
    if (server !== undefined) return server;
    throw new AgentError('not_found', `There is no MCP server ${name}.`, {
      messageId: 'mcp.unknown_server',
      values: { name, known: names.join(', ') },
    });
  }

  return {
    async run(signal) {
      const endGroups = () => {
        for (const leader of groups) killGroup(leader);
      };
      // Nothing is left to wait in when the process ends without a stop.
      process.once('exit', endGroups);
      try {
        await Promise.all([...servers.values()].map((server) => server.run(signal)));
      } finally {
        process.off('exit', endGroups);
      }
    },

    async settled(waitMs) {
      const over = new AbortController();
      const late = clock.sleep(waitMs, over.signal).catch(() => undefined);
      const all = Promise.all([...servers.values()].map((server) => server.settled));
      await Promise.race([all, late]);
      over.abort('settled');
    },

    views: () =>
      Object.entries(deps.servers).map(
        ([name, settings]) => servers.get(name)?.view() ?? disabledView(name, settings),
      ),

    agree(name, tools) {
      const server = find(name);
      server.agree(tools);
      return server.view();
    },

    hurry: (name) => find(name).hurry(),
  };
}

interface KnownServer extends Pick<McpServerDeps, 'name' | 'settings' | 'servers' | 'pins'> {
  readonly groups: Set<number>;
}

function openServer(deps: McpDeps, known: KnownServer): McpServer {
  const { clock, folder, fetch } = deps;
  const { name, settings, groups } = known;
  const { url } = settings;
  const mark = `${MARK_NAME}=${shortHash(folder)}:${name}`;
  return createMcpServer({
    ...deps,
    ...known,
    loadSdk,
    publish: (tools) => deps.registry.replace(`mcp:${name}`, tools).rejected,
    async sweep() {
      if (url !== undefined) return;
      await endTree({ leader: NO_LEADER, mark, startedAt: Number.NEGATIVE_INFINITY }, clock);
    },
    openTransport(sdk, stderr) {
      if (url !== undefined) return httpTransport(sdk, { name, settings, url, folder, fetch });
      const program = programOf(settings, { ...deps, mark });
      return createStdioTransport(program, {
        clock,
        stderr,
        groups,
        parse: sdk.deserializeMessage,
      });
    },
  });
}

/** What it was configured with, what every program may know, and the mark. Nothing else of ours gets in. */
function programOf(
  { command = '', args, cwd, env }: McpServerSettings,
  { home, baseEnvironment, mark }: Pick<McpDeps, 'home' | 'baseEnvironment'> & { mark: string },
): Program {
  const environment = { ...baseEnvironment, ...env, [MARK_NAME]: mark.slice(MARK_NAME.length + 1) };
  return { command, args, cwd: cwd ?? home, environment, mark };
}

function disabledView(name: string, { url }: McpServerSettings): McpServerView {
  return { name, transport: url === undefined ? 'stdio' : 'http', state: 'disabled', tools: [] };
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function killGroup(leader: number) {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

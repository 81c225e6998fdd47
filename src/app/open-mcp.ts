import { join } from 'node:path';
import { AgentError } from '../base/errors.ts';
import type { McpServerView } from '../mcp/mcp-server-view.ts';
import type { McpDeps, McpServers } from '../mcp/mcp-servers.ts';
import type { AuditLog } from '../observability/audit.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import type { RuntimeSettings } from './load-settings.ts';
import { serverAway } from './mcp-server-away.ts';
import { baseEnvironmentOf } from './open-executor.ts';
import { packageVersion } from './package-version.ts';

export interface OpenMcpDeps extends Pick<McpDeps, 'fetch' | 'clock' | 'random' | 'log'> {
  readonly registry: Pick<ToolRegistry, 'replace' | 'knows'>;
  readonly audit: AuditLog;
  readonly owner: string;
}

/** What the owner's command line does with MCP servers. */
export interface Mcp extends Pick<McpServers, 'run' | 'hurry'> {
  /** Each server once it has been tried, or as it is when that takes too long. */
  views(): Promise<readonly McpServerView[]>;
  /** Each server as it is. */
  now(): readonly McpServerView[];
  /** Agrees to tools as they were shown, by their hashes. */
  agree(server: string, tools: Readonly<Record<string, string>>): Promise<McpServerView>;
  /**
   * Resolves when tools of this name can be there: at once for those that are of no MCP server. Throws `unavailable` when
   * there is none because its server is not connected.
   */
  ready(tool: string): Promise<void>;
}

/** Where what was agreed to and sign-ins are kept. */
export function mcpFolder({ dataDir }: Pick<RuntimeSettings, 'dataDir'>): string {
  return join(dataDir, 'mcp');
}

/** A command that was just started waits this long for servers that were, too. */
const PATIENCE_MS = 15_000;

/** The MCP servers of the configuration, not started yet. Loads nothing where there are none. */
export async function openMcp(settings: RuntimeSettings, deps: OpenMcpDeps): Promise<Mcp> {
  const { servers } = settings.config.mcp;
  if (Object.keys(servers).length === 0) return NONE;
  const { createMcpServers } = await import('../mcp/mcp-servers.ts');
  const mcp = createMcpServers({
    ...deps,
    servers,
    folder: mcpFolder(settings),
    home: settings.home,
    baseEnvironment: baseEnvironmentOf(settings),
    version: packageVersion(),
  });
  return {
    run: mcp.run,
    hurry: mcp.hurry,
    async views() {
      await mcp.settled(PATIENCE_MS);
      return mcp.views();
    },
    now: mcp.views,
    async agree(server, tools) {
      const view = mcp.agree(server, tools);
      const details = { change: 'mcp-tools-agreed', server, tools };
      deps.audit.append({
        kind: 'policy-change',
        principal: deps.owner,
        outcome: 'agreed',
        details,
      });
      return view;
    },
    async ready(tool) {
      if (!tool.startsWith('mcp_') || deps.registry.knows(tool)) return;
      await mcp.settled(PATIENCE_MS);
      const away = deps.registry.knows(tool) ? undefined : serverAway(tool, mcp.views());
      if (away !== undefined) throw away;
    },
  };
}

const NONE: Mcp = {
  run: async () => undefined,
  views: async () => [],
  now: () => [],
  ready: async () => undefined,
  hurry: (name) => {
    throw noServer(name);
  },
  agree: async (name) => {
    throw noServer(name);
  },
};

function noServer(name: string): AgentError {
  return new AgentError('not_found', 'No MCP server is configured.', {
    messageId: 'mcp.no_servers',
    values: { name },
  });
}

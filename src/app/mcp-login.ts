import { AgentError } from '../base/errors.ts';
import { createEgress } from './create-egress.ts';
import type { RuntimeSettings } from './load-settings.ts';
import { mcpFolder } from './open-mcp.ts';

export interface McpLogin {
  readonly server: string;
  /** What the browser shows when it is back. */
  readonly page: string;
  /** Told where a person has to go with a browser. */
  onUrl(url: URL): void;
  /** The address at which the browser ended, brought by a person. */
  pasted?(signal: AbortSignal): Promise<string>;
}

/** Signs in to an MCP server, for the runtime of this data folder. */
export async function logInToMcp(
  settings: RuntimeSettings,
  { server, ...login }: McpLogin,
  signal: AbortSignal,
): Promise<void> {
  const { servers } = settings.config.mcp;
  const configured = Object.hasOwn(servers, server) ? servers[server] : undefined;
  if (configured === undefined) {
    throw new AgentError('not_found', `There is no MCP server ${server}.`, {
      messageId: 'mcp.unknown_server',
      values: { name: server, known: Object.keys(servers).join(', ') },
    });
  }
  const { logIn } = await import('../mcp/login.ts');
  const fetch = createEgress(settings);
  const where = { name: server, settings: configured, folder: mcpFolder(settings), fetch };
  await logIn({ ...where, ...login }, signal);
}

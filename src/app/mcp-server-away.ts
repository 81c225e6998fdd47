import { AgentError } from '../base/errors.ts';
import type { McpServerView } from '../mcp/mcp-server-view.ts';
import { mcpPrefixOf } from '../mcp/tool-prefix.ts';

/** Why a name that no tool has now may be that of one all the same: its MCP server is not connected. */
export function serverAway(
  tool: string,
  servers: readonly McpServerView[],
): AgentError | undefined {
  const away = servers
    .filter(({ name, state }) => state !== 'connected' && tool.startsWith(mcpPrefixOf(name)))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
  if (away === undefined) return undefined;
  const { name, state, reason } = away;
  return new AgentError('unavailable', `The MCP server ${name} is not connected.`, {
    messageId: MESSAGES[state],
    values: { name, tool, reason: reason ?? state },
  });
}

const MESSAGES = {
  starting: 'mcp.server_starting',
  failed: 'mcp.server_failed',
  needs_login: 'mcp.server_needs_login',
  disabled: 'mcp.server_disabled',
  connected: 'mcp.server_failed',
} as const;

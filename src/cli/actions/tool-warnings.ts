import type { RuntimeClient } from '../../app/runtime-client.ts';
import type { McpServerView } from '../../mcp/mcp-server-view.ts';
import { oneLine } from '../terminal/neutralise.ts';
import type { Say } from './begin.ts';

/** One line for each name in a list of the configuration that no tool has. A mistyped `deny` denies nothing. */
export async function unknownNameTexts(
  client: Pick<RuntimeClient, 'status'>,
  say: Say,
): Promise<string[]> {
  const { tools } = await client.status();
  return tools.unknownNames.map(({ list, name, meant }) => {
    const values = { list: oneLine(list), name: oneLine(name) };
    return meant === undefined
      ? say('cli.tools.unknown_name', values)
      : say('cli.tools.unknown_name_nearest', { ...values, meant: oneLine(meant) });
  });
}

/** One line for each MCP server that is to be connected and is not, with its reason. */
export function awayServers(servers: readonly McpServerView[], say: Say): string[] {
  return servers.flatMap(({ name, state, reason }) => {
    if (state === 'connected' || state === 'disabled') return [];
    const values = { server: oneLine(name), state: say(`cli.mcp.state.${state}`) };
    return reason === undefined
      ? say('cli.mcp.away', values)
      : say('cli.mcp.away_why', { ...values, reason: oneLine(reason) });
  });
}

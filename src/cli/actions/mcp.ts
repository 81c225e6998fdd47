import { AgentError } from '../../base/errors.ts';
import type { McpServerView, McpToolView } from '../../mcp/mcp-server-view.ts';
import type { CliFlags } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { EXIT } from '../exit-codes.ts';
import { oneLine } from '../terminal/neutralise.ts';
import { formatTable } from '../terminal/table.ts';
import { begin, note, print, printJson, type Say } from './begin.ts';
import { confirm } from './confirm.ts';
import { awayServers } from './tool-warnings.ts';
import { withRuntime } from './with-runtime.ts';

export async function listServers(
  cli: Cli,
  flags: CliFlags,
  { json }: { readonly json?: boolean },
): Promise<void> {
  const { settings, say } = await begin(cli, flags);
  await withRuntime(cli, settings, async (client) => {
    const servers = await client.mcpServers();
    if (json) return printJson(cli, servers);
    if (servers.length === 0) return note(cli, say('mcp.no_servers'));
    for (const server of servers) printServer(cli, server, say);
  });
}

function printServer(cli: Cli, server: McpServerView, say: Say): void {
  const { name, state, reason, serverName, protocolVersion, tools } = server;
  const facts = [say(`cli.mcp.state.${state}`), reason, serverName, protocolVersion];
  const known = facts.flatMap((fact) => (fact === undefined ? [] : [oneLine(fact)]));
  print(cli, `${name} · ${known.join(' · ')}`);
  const rows = tools.map((tool) => ['', oneLine(tool.name ?? tool.tool), stateOf(tool, say)]);
  for (const row of formatTable(rows)) print(cli, row);
}

function stateOf({ state, reason }: McpToolView, say: Say): string {
  const said = say(`cli.mcp.tool.${state}`);
  return reason === undefined ? said : `${said}: ${oneLine(reason)}`;
}

export async function approveTools(
  cli: Cli,
  flags: CliFlags,
  options: { readonly server: string; readonly yes?: boolean; readonly json?: boolean },
): Promise<void> {
  const begun = await begin(cli, flags);
  const { settings, say } = begun;
  await withRuntime(cli, settings, async (client) => {
    const server = find(await client.mcpServers(), options.server);
    const held = server.tools.filter(({ state }) => state === 'changed' || state === 'new');
    if (held.length === 0) return tellNoneHeld(cli, server, say);
    for (const tool of held) showHeld(cli, tool, say);
    const values = { server: server.name, count: held.length };
    const question = say('cli.mcp.question', values);
    if (!(await confirm(cli, begun, { question, assumed: options.yes === true }))) return;
    const tools = Object.fromEntries(held.map(({ tool, hash = '' }) => [tool, hash]));
    const agreed = await client.agreeToMcpTools({ server: server.name, tools });
    if (options.json) return printJson(cli, [agreed]);
    note(cli, say('cli.mcp.agreed', { tools: held.map(({ tool }) => oneLine(tool)).join(', ') }));
  });
}

/** Of a server that was not reached yet nobody knows whether something waits. */
function tellNoneHeld(cli: Cli, server: McpServerView, say: Say): void {
  const { name, state } = server;
  if (state === 'starting') {
    note(cli, say('cli.mcp.still_starting', { server: name }));
    cli.setExitCode(EXIT.failed);
    return;
  }
  note(cli, say('cli.mcp.none_held', { server: name }));
  for (const text of awayServers([server], say)) note(cli, text);
}

/** In the server's own words, hidden characters made visible: it is these that a person agrees to. */
function showHeld(cli: Cli, tool: McpToolView, say: Say): void {
  note(cli, `${oneLine(tool.tool)} · ${stateOf(tool, say)}`);
  note(cli, `    ${oneLine(tool.description ?? '')}`);
}

function find(servers: readonly McpServerView[], name: string): McpServerView {
  const server = servers.find((each) => each.name === name);
  if (server !== undefined) return server;
  const known = servers.map((each) => each.name).join(', ');
  throw new AgentError('not_found', 'There is no such MCP server.', {
    messageId: servers.length === 0 ? 'mcp.no_servers' : 'mcp.unknown_server',
    values: { name: oneLine(name), known },
  });
}

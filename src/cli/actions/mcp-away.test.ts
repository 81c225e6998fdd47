import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CliHome, createCliHome } from '../../testing/cli-home.ts';
import { createScriptedClient } from '../../testing/scripted-client.ts';

let home: CliHome;

beforeEach(() => {
  home = createCliHome();
  const server = { command: '/nowhere/no-such-server' };
  home.write(home.file, JSON.stringify({ mcp: { servers: { files: server } } }));
});

afterEach(() => home.remove());

test('a call of a tool whose MCP server is not connected says so and why, and not that there is no such tool', async () => {
  const { run, notes } = home.stage();

  const code = await run('tools', 'call', 'mcp_files_read');

  expect(code).toBe(1);
  expect(notes()).toContain(
    'The MCP server files is not connected, so mcp_files_read cannot be called: ',
  );
  expect(notes()).not.toContain('no tool');
});

test('doctor names the servers of the running runtime that are not connected, and why', async () => {
  const view = { name: 'files', transport: 'stdio', state: 'failed', reason: 'ENOENT' } as const;
  const mcpServers = async () => [{ ...view, tools: [] }];
  const { client } = createScriptedClient({ overrides: { mcpServers } });
  const running = home.stage({ app: { connect: async () => client } });
  const stopped = home.stage({ app: { connect: async () => undefined } });

  const code = await running.run('doctor');
  await stopped.run('doctor');

  expect(code).toBe(1);
  expect(running.output()).toContain('✗ MCP server files: not connected: ENOENT');
  expect(stopped.output()).toContain('✓ MCP servers are only tried by a runtime');
});

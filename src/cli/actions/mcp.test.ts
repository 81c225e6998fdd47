import { describe, expect, test } from 'vitest';
import type { RuntimeClient } from '../../app/runtime-client.ts';
import type { McpServerView } from '../../mcp/mcp-server-view.ts';
import { createCliStage } from '../../testing/cli-stage.ts';
import { createScriptedClient } from '../../testing/scripted-client.ts';

const FILES: McpServerView = {
  name: 'files',
  transport: 'stdio',
  state: 'connected',
  serverName: 'file\u001b[31mserver',
  protocolVersion: '2026-07-28',
  tools: [
    { tool: 'read', name: 'mcp_files_read', state: 'ready', hash: 'aaa', description: 'Reads.' },
    {
      tool: 'send',
      name: 'mcp_files_send',
      state: 'new',
      hash: 'bbb',
      description: 'Se\u202ends.',
    },
    {
      tool: 'write',
      name: 'mcp_files_write',
      state: 'changed',
      hash: 'ccc',
      description: 'Writes.',
    },
    { tool: 'bad', state: 'refused', reason: 'its schema is too large' },
  ],
};
const LOCKED: McpServerView = {
  name: 'locked',
  transport: 'http',
  state: 'needs_login',
  reason: 'it asks for a sign-in',
  tools: [],
};

function stage(overrides: Partial<RuntimeClient> = {}) {
  const mcpServers = async () => [FILES, LOCKED];
  const { client } = createScriptedClient({ overrides: { mcpServers, ...overrides } });
  return createCliStage({ client });
}

describe('mcp list', () => {
  test('shows how each server stands, and its tools', async () => {
    const { run, output } = stage();

    const code = await run('mcp', 'list');

    expect(code).toBe(0);
    expect(output()).toContain('files · connected · file');
    expect(output()).toMatch(/mcp_files_write +changed, waits for you/);
    expect(output()).toContain('kept out: its schema is too large');
    expect(output()).toContain('locked · asks for a sign-in');
    expect(output()).not.toContain('\u001b');
  });

  test('prints one object a server with --json', async () => {
    const { run, output } = stage();

    await run('mcp', 'list', '--json');

    expect(
      output()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).name),
    ).toEqual(['files', 'locked']);
  });
});

describe('mcp approve', () => {
  test('shows what is held back in visible characters and agrees to just that', async () => {
    const agreed: unknown[] = [];
    const { run, notes } = stage({
      async agreeToMcpTools(tools) {
        agreed.push(tools);
        return FILES;
      },
    });

    const code = await run('mcp', 'approve', 'files', '--yes');

    expect(code).toBe(0);
    expect(notes()).not.toContain('\u202e');
    expect(agreed).toEqual([{ server: 'files', tools: { send: 'bbb', write: 'ccc' } }]);
  });

  test('agrees to nothing where nobody can be asked', async () => {
    const { run, notes } = stage();

    const code = await run('mcp', 'approve', 'files');

    expect(code).not.toBe(0);
    expect(notes()).toContain('Agree to these tools of files as they are now (2)?');
  });

  test('says when nothing waits, and when there is no such server', async () => {
    const { run, notes } = stage();

    const nothing = await run('mcp', 'approve', 'locked');
    const unknown = await run('mcp', 'approve', 'other');

    expect(nothing).toBe(0);
    expect(notes()).toContain('Nothing of locked waits for you.');
    expect(notes()).toContain('MCP server locked: asks for a sign-in: it asks for a sign-in');
    expect(unknown).not.toBe(0);
    expect(notes()).toContain('There are: files, locked.');
  });
});

test('mcp approve says of a server that is still starting that nobody knows yet', async () => {
  const starting = { ...LOCKED, state: 'starting', reason: undefined } as const;
  const { run, notes } = stage({ mcpServers: async () => [starting] });

  expect(await run('mcp', 'approve', 'locked', '--yes')).toBe(1);

  expect(notes()).toContain('locked is still starting');
  expect(notes()).not.toContain('Nothing of locked');
});

test('mcp login tells where to go, and lets a running runtime know', async () => {
  const hurried: string[] = [];
  const { client } = createScriptedClient({
    overrides: {
      async hurryMcpServer(server) {
        hurried.push(server);
      },
    },
  });
  const { run, notes } = createCliStage({
    client,
    app: {
      async logInToMcp(_settings, { server, onUrl }) {
        onUrl(new URL(`https://login.example.org/${server}`));
      },
    },
  });

  const code = await run('mcp', 'login', 'locked');

  expect(code).toBe(0);
  expect(notes()).toContain('https://login.example.org/locked');
  expect(notes()).toContain('Signed in to locked.');
  expect(hurried).toEqual(['locked']);
});

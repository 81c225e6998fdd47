import { describe, expect, test } from 'vitest';
import type { McpServerView } from '../mcp/mcp-server-view.ts';
import { translate } from '../protocol/catalogue.ts';
import { serverAway } from './mcp-server-away.ts';

function told(tool: string, state: McpServerView['state'], reason?: string) {
  const servers: McpServerView[] = [
    { name: 'files', transport: 'stdio', state: 'connected', tools: [] },
    { name: 'a', transport: 'stdio', state: 'connected', tools: [] },
    { name: 'a-b', transport: 'stdio', state, reason, tools: [] },
  ];
  const { messageId, values } = serverAway(tool, servers) ?? {};
  return messageId && translate('en', messageId as 'mcp.server_failed', values);
}

describe('a tool of an MCP server that is not connected', () => {
  test.each([
    ['starting', undefined, /^The MCP server a-b is still starting, so mcp_a_b_send/],
    ['failed', 'spawn nope ENOENT', /a-b is not connected, .*: spawn nope ENOENT$/],
    ['needs_login', undefined, /`echo-agent mcp login a-b`/],
    ['disabled', undefined, /`mcp\.servers\.a-b\.enabled: true`/],
  ] as const)('says how the server stands when it is %s', (state, reason, expected) => {
    expect(told('mcp_a_b_send', state, reason)).toMatch(expected);
  });

  test('is told of no tool of a connected server and of none of another name', () => {
    expect(told('mcp_a_b_send', 'connected')).toBeUndefined();
    expect(told('mcp_files_send', 'failed')).toBeUndefined();
    expect(told('exec', 'failed')).toBeUndefined();
  });
});

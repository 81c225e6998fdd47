import { describe, expect, test } from 'vitest';
import type { McpServerView } from '../mcp/mcp-server-view.ts';
import { countedExec, countedTool } from '../testing/counted-tool.ts';
import { createToolRegistry } from '../tools/registry.ts';
import { unknownNames } from './unknown-names.ts';

const { tool: exec } = countedExec();
const { tool: note } = countedTool({ aliases: ['write_note'] });
const registry = createToolRegistry([exec, note], ({ name }) =>
  name === exec.name ? 'tools.exec.enabled: false' : undefined,
);

function ask(
  lists: { allow?: string[]; alsoAllow?: string[]; deny?: string[] },
  { channel = {}, servers = [] as McpServerView[] } = {},
) {
  const tools = { allow: [], alsoAllow: [], deny: [], ...lists };
  const config = { tools, channels: { web: { tools: channel } } };
  return unknownNames(config, { registry, servers });
}

describe('names in the lists of the configuration', () => {
  test('are known as names, aliases and names of what is switched off', () => {
    expect(ask({ deny: [exec.name], allow: ['write_note'], alsoAllow: [note.name] })).toEqual([]);
  });

  test('that no tool has are told with their list, also of a channel, and what was meant', () => {
    const found = ask({ deny: ['save_ntoe'] }, { channel: { allow: ['nothing_like_it'] } });

    expect(found).toEqual([
      { list: 'tools.deny', name: 'save_ntoe', meant: note.name },
      { list: 'channels.web.tools.allow', name: 'nothing_like_it', meant: undefined },
    ]);
  });

  test('of an MCP server count as known by their beginning until it is connected', () => {
    const server = (state: McpServerView['state']): McpServerView => ({
      name: 'My Files',
      transport: 'stdio',
      state,
      tools: [],
    });
    const lists = { deny: ['mcp_my_files_send', 'mcp_other_send'] };

    expect(ask(lists, { servers: [server('failed')] }).map(({ name }) => name)).toEqual([
      'mcp_other_send',
    ]);
    expect(ask(lists, { servers: [server('connected')] })).toHaveLength(2);
  });
});

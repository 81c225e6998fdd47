import type { McpServerSettings } from '../../config/schema.ts';
import type { Log } from '../../observability/log.ts';
import type { RejectedTool } from '../../tools/registry.ts';
import type { Tool } from '../../tools/tool.ts';
import type { McpToolView } from '../mcp-server-view.ts';
import type { ListedTool } from '../tools/read-tool.ts';
import type { AgreedTools, Pins } from './pins.ts';
import { type SelectedTool, selectTools } from './select-tools.ts';

export interface ToolShelfDeps {
  readonly name: string;
  /** All servers of the configuration. */
  readonly servers: readonly string[];
  readonly settings: McpServerSettings;
  readonly pins: Pins;
  readonly log: Log;
  makeTool(ours: string, listed: ListedTool): Tool;
  /** Puts the tools of this server in the place of those before. */
  publish(tools: readonly Tool[]): readonly RejectedTool[];
}

/** The tools of one server: what it lists, what of that is agreed to, and what is offered. */
export interface ToolShelf {
  /** Takes what the server lists now. What is seen first is agreed to: the owner has configured the server. */
  put(listed: readonly unknown[]): void;
  /** Agrees to these tools, where they are still as they were shown. */
  agree(tools: AgreedTools): void;
  /** Why a tool waits for a person; undefined when it does not. */
  whyHeld(tool: string): string | undefined;
  views(): readonly McpToolView[];
}

export function createToolShelf(deps: ToolShelfDeps): ToolShelf {
  const { name, pins } = deps;
  const made = new Map<string, Tool>();
  let listing: readonly unknown[] = [];
  let selected: readonly SelectedTool[] = [];

  function arrange() {
    const { servers, settings } = deps;
    const chosen = selectTools(listing, { server: name, servers, settings, agreed: pins.agreed() });
    const rejected = deps.publish(chosen.flatMap((entry) => toolOf(entry) ?? []));
    selected = chosen.map((entry) => withRefusal(entry, rejected));
  }

  /** The same tool for the same words, so that its schema is read once. */
  function toolOf({ listed, name: ours, hash, state }: SelectedTool): Tool | undefined {
    if (listed === undefined || ours === undefined || state === 'left_out') return undefined;
    const key = `${ours} ${hash}`;
    const tool = made.get(key) ?? deps.makeTool(ours, listed);
    made.set(key, tool);
    return tool;
  }

  return {
    put(listed) {
      listing = listed;
      // What is no longer listed need not be kept, however often a server changes its mind.
      if (made.size > MOST_MADE) made.clear();
      arrange();
      if (pins.agreed() === undefined) pins.agree(hashesOf(selected));
      tell(selected, deps.log);
    },

    agree(tools) {
      pins.agree(
        hashesOf(
          selected.filter(({ tool, hash }) => Object.hasOwn(tools, tool) && tools[tool] === hash),
        ),
      );
      arrange();
    },

    whyHeld(tool) {
      const state = selected.find((entry) => entry.tool === tool)?.state;
      if (state !== 'changed' && state !== 'new') return undefined;
      const what = state === 'changed' ? 'it has changed' : 'it is new';
      return `${what} since you agreed; \`echo-agent mcp approve ${name}\``;
    },

    views: () => selected.map(({ listed: _listed, ...view }) => view),
  };
}

const MOST_MADE = 2_000;

function withRefusal(entry: SelectedTool, rejected: readonly RejectedTool[]): SelectedTool {
  const refusal = rejected.find(({ name }) => name === entry.name);
  if (refusal === undefined) return entry;
  return { ...entry, state: 'refused', reason: refusal.reason };
}

function hashesOf(tools: readonly SelectedTool[]): AgreedTools {
  return Object.fromEntries(
    tools.flatMap(({ tool, hash }) => (hash === undefined ? [] : [[tool, hash] as const])),
  );
}

function tell(selected: readonly SelectedTool[], log: Log) {
  const refused = selected.filter(({ state }) => state === 'refused');
  for (const { tool, reason } of refused) {
    log.error('A tool of an MCP server was kept out.', { tool, reason });
  }
  const held = selected.filter(({ state }) => state === 'changed' || state === 'new');
  if (held.length === 0) return;
  log.warn('Tools of an MCP server wait until a person agrees to them.', {
    tools: held.map(({ tool, state }) => `${tool} (${state})`),
  });
}

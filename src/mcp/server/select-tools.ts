import type { McpServerSettings } from '../../config/schema.ts';
import type { McpToolView } from '../mcp-server-view.ts';
import { type ListedTool, type ReadTool, readTool } from '../tools/read-tool.ts';
import { nameTools } from '../tools/tool-name.ts';
import type { AgreedTools } from './pins.ts';

export interface SelectedTool extends McpToolView {
  readonly listed?: ListedTool | undefined;
}

export interface Selection {
  readonly server: string;
  readonly servers: readonly string[];
  readonly settings: Pick<McpServerSettings, 'include' | 'exclude'>;
  /** Undefined when the server is seen for the first time: then all that it has is agreed to. */
  readonly agreed: AgreedTools | undefined;
}

/** What becomes of each tool that a server lists. */
export function selectTools(listed: readonly unknown[], selection: Selection): SelectedTool[] {
  const read = withoutTwins(listed.map(readTool));
  const known = read.filter((tool) => tool.ok);
  const names = nameTools(
    { name: selection.server, servers: selection.servers },
    known.map(({ tool }) => tool.name),
  );
  const byTool = new Map(known.map(({ tool }, index) => [tool.name, names[index]]));
  return read.map((tool) => {
    if (!tool.ok) return { tool: tool.name, state: 'refused', reason: tool.reason };
    const { name, description } = tool.tool;
    const shared = { tool: name, name: byTool.get(name), hash: tool.hash, description };
    return { ...shared, listed: tool.tool, state: stateOf(tool, selection) };
  });
}

/** Of two tools with one name nobody can tell which is called. */
function withoutTwins(tools: readonly ReadTool[]): ReadTool[] {
  const seen = new Set<string>();
  return tools.map((read) => {
    if (!read.ok) return read;
    const { name } = read.tool;
    if (seen.has(name)) return { ok: false, name, reason: 'it is listed twice' };
    seen.add(name);
    return read;
  });
}

function stateOf(
  { tool, hash }: Extract<ReadTool, { ok: true }>,
  { settings, agreed }: Selection,
): McpToolView['state'] {
  const { include, exclude } = settings;
  if (matchesAny(tool.name, exclude)) return 'left_out';
  if (include.length > 0 && !matchesAny(tool.name, include)) return 'left_out';
  if (agreed === undefined) return 'ready';
  const before = Object.hasOwn(agreed, tool.name) ? agreed[tool.name] : undefined;
  if (before === undefined) return 'new';
  return before === hash ? 'ready' : 'changed';
}

function matchesAny(name: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matches(name, glob));
}

/** `*` stands for any characters, `?` for one. Compares from star to star, so that no pattern takes long. */
function matches(name: string, glob: string): boolean {
  let [at, in_] = [0, 0];
  let [star, mark] = [-1, 0];
  while (at < name.length) {
    if (glob[in_] === '*') [star, mark, in_] = [in_, at, in_ + 1];
    else if (glob[in_] === '?' || glob[in_] === name[at]) [at, in_] = [at + 1, in_ + 1];
    else if (star !== -1) [mark, at, in_] = [mark + 1, mark + 1, star + 1];
    else return false;
  }
  return [...glob.slice(in_)].every((left) => left === '*');
}

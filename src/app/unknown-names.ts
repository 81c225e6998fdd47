import { nearest } from '../base/nearest.ts';
import type { McpServerView } from '../mcp/mcp-server-view.ts';
import { mcpPrefixOf } from '../mcp/tool-prefix.ts';
import type { ToolRegistry } from '../tools/registry.ts';

/** A name in a list of the configuration that no tool has: what it was to show or hide stays as it was. */
export interface UnknownName {
  /** Where it stands, e.g. `tools.deny` or `channels.web.tools.allow`. */
  readonly list: string;
  readonly name: string;
  /** The tool whose name is nearly this one. */
  readonly meant?: string | undefined;
}

const LISTS = ['allow', 'alsoAllow', 'deny'] as const;

type Lists = { readonly [List in (typeof LISTS)[number]]?: readonly string[] | undefined };

/** The part of the configuration that names tools. */
interface NamingConfig {
  readonly tools: Lists;
  readonly channels: Readonly<Record<string, { readonly tools?: Lists | undefined }>>;
}

interface Known {
  readonly registry: Pick<ToolRegistry, 'tools' | 'knows'>;
  /** The MCP servers as they are: one that is not connected may have any tool that begins as its tools do. */
  readonly servers: readonly McpServerView[];
}

/** The names in `allow`, `alsoAllow` and `deny`, for all and of each channel, that no tool has now. */
export function unknownNames(
  { tools, channels }: NamingConfig,
  { registry, servers }: Known,
): readonly UnknownName[] {
  const away = servers.filter(({ state }) => state !== 'connected');
  const prefixes = away.map(({ name }) => mcpPrefixOf(name));
  const isKnown = (name: string) =>
    registry.knows(name) || prefixes.some((prefix) => name.startsWith(prefix));
  const names = registry.tools.map(({ tool }) => tool.name);
  const places = [
    ['tools', tools] as const,
    ...Object.entries(channels).map(
      ([name, channel]) => [`channels.${name}.tools`, channel.tools ?? {}] as const,
    ),
  ];
  return places.flatMap(([place, lists]) =>
    LISTS.flatMap((list) =>
      (lists[list] ?? [])
        .filter((name) => !isKnown(name))
        .map((name) => ({ list: `${place}.${list}`, name, meant: nearest(name, names) })),
    ),
  );
}

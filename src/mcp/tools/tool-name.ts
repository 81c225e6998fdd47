import { createHash } from 'node:crypto';

/** What every provider takes. */
const LONGEST = 64;
const MARK_LENGTH = 8;

export interface NamingServer {
  readonly name: string;
  /** All servers of the configuration, itself among them. */
  readonly servers: readonly string[];
}

/**
 * The names by which the tools of one server are called here, in the order given: `mcp_<server>_<tool>`, with a mark
 * made of the server's own words where the plain name is too long or not its alone. It depends on nothing but the
 * names, so that it is the same after every start.
 */
export function nameTools(server: NamingServer, tools: readonly string[]): readonly string[] {
  const plain = tools.map((tool) => `${prefixOf(server.name)}_${slugOf(tool)}`);
  const always = sharesPrefix(server);
  return tools.map((tool, index) => {
    const name = plain[index] ?? '';
    const twins = tools.filter((other, at) => plain[at] === name && other !== tool);
    const exact = slugOf(tool) === tool || twins.length === 0;
    const isItsOwn = exact && name.length <= LONGEST && !always;
    return isItsOwn ? name : withMark(name, [server.name, tool]);
  });
}

/** How the names of all tools of a server begin. */
export function mcpPrefixOf(server: string): string {
  return `${prefixOf(server)}_`;
}

function prefixOf(server: string): string {
  return `mcp_${slugOf(server)}`;
}

function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return slug === '' ? 'tool' : slug;
}

/** Whether a name of one server can be read as one of another: `mcp_a_b_c` is `c` of `a_b` and `b_c` of `a`. */
function sharesPrefix({ name, servers }: NamingServer): boolean {
  const own = prefixOf(name);
  return servers
    .filter((other) => other !== name)
    .map(prefixOf)
    .some((other) => `${other}_`.startsWith(`${own}_`) || `${own}_`.startsWith(`${other}_`));
}

function withMark(name: string, words: readonly string[]): string {
  const mark = createHash('sha256').update(JSON.stringify(words)).digest('hex');
  const kept = name.slice(0, LONGEST - MARK_LENGTH - 1).replace(/_+$/, '');
  return `${kept}_${mark.slice(0, MARK_LENGTH)}`;
}

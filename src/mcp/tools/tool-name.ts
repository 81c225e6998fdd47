import { createHash } from 'node:crypto';
import { mcpPrefixOf, slugOf } from '../tool-prefix.ts';

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
  const plain = tools.map((tool) => `${mcpPrefixOf(server.name)}${slugOf(tool)}`);
  const always = sharesPrefix(server);
  return tools.map((tool, index) => {
    const name = plain[index] ?? '';
    const twins = tools.filter((other, at) => plain[at] === name && other !== tool);
    const exact = slugOf(tool) === tool || twins.length === 0;
    const isItsOwn = exact && name.length <= LONGEST && !always;
    return isItsOwn ? name : withMark(name, [server.name, tool]);
  });
}

/** Whether a name of one server can be read as one of another: `mcp_a_b_c` is `c` of `a_b` and `b_c` of `a`. */
function sharesPrefix({ name, servers }: NamingServer): boolean {
  const own = mcpPrefixOf(name);
  return servers
    .filter((other) => other !== name)
    .map(mcpPrefixOf)
    .some((other) => other.startsWith(own) || own.startsWith(other));
}

function withMark(name: string, words: readonly string[]): string {
  const mark = createHash('sha256').update(JSON.stringify(words)).digest('hex');
  const kept = name.slice(0, LONGEST - MARK_LENGTH - 1).replace(/_+$/, '');
  return `${kept}_${mark.slice(0, MARK_LENGTH)}`;
}

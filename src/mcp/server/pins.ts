import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { canonicalJson } from '../../base/json.ts';
import type { McpServerSettings } from '../../config/schema.ts';
import { moveWhole, writeWhole } from '../../security/whole-file.ts';

/** Hashes of what a person agreed to, by the server's own names of its tools. */
export type AgreedTools = Readonly<Record<string, string>>;

/** What the owner has agreed to of one server; kept over restarts. */
export interface Pins {
  /** Undefined when nothing was ever seen of the server as it is configured now. */
  agreed(): AgreedTools | undefined;
  /** Adds to what was agreed, or puts it in the place of what was agreed of a tool before. */
  agree(tools: AgreedTools): void;
}

/** Names are the servers' own; a record of the library would leave out `__proto__`. */
const ToolHashes = z.custom<AgreedTools>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((hash) => typeof hash === 'string'),
);

const PinsFile = z.object({
  version: z.literal(1),
  servers: z.record(z.string(), z.object({ identity: z.string(), tools: ToolHashes })),
});
type PinsFile = z.output<typeof PinsFile>;

export interface PinStore {
  of(server: string, settings: McpServerSettings): Pins;
}

/**
 * One small file, written whole. From a damaged one nobody can tell what was agreed: it is set aside, and every tool of
 * the servers given has to be agreed to again.
 */
export function openPins(
  path: string,
  servers: Readonly<Record<string, McpServerSettings>>,
  onDamaged: (keptAs: string) => void,
): PinStore {
  let file = read(path);
  if (file === undefined) {
    const keptAs = `${path}.damaged`;
    moveWhole(path, keptAs);
    onDamaged(keptAs);
    const unseen = Object.entries(servers).map(([name, settings]) => [
      name,
      { identity: identityOf(settings), tools: {} },
    ]);
    save({ version: 1, servers: Object.fromEntries(unseen) });
  }

  function save(changed: PinsFile) {
    writeWhole(path, `${JSON.stringify(changed, null, 2)}\n`);
    file = changed;
  }

  return {
    of(server, settings) {
      const identity = identityOf(settings);
      const entry = () => {
        const servers = file?.servers ?? {};
        const known = Object.hasOwn(servers, server) ? servers[server] : undefined;
        return known?.identity === identity ? known : undefined;
      };
      return {
        agreed: () => entry()?.tools,
        agree(tools) {
          const all = { ...entry()?.tools, ...tools };
          const others = file?.servers ?? {};
          save({ version: 1, servers: { ...others, [server]: { identity, tools: all } } });
        },
      };
    },
  };
}

/** Undefined when there is a file that cannot be read as one of ours. */
function read(path: string): PinsFile | undefined {
  try {
    return PinsFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (thrown) {
    const isMissing = (thrown as NodeJS.ErrnoException).code === 'ENOENT';
    return isMissing ? { version: 1, servers: {} } : undefined;
  }
}

/** What makes it this server: with another program or address it is one that was never seen. */
function identityOf({ command, args, cwd, url }: McpServerSettings): string {
  const text = canonicalJson({ command, args, cwd, url });
  return createHash('sha256').update(text).digest('hex');
}

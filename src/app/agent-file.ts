import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const LONGEST = 16_000;

/**
 * Reads what the owner wrote in the workspace's AGENT.md, as it is at this moment. A missing or unreadable one is
 * none. One that has not changed since is not read again.
 */
export function createAgentFile(workspace: string): () => Promise<string | undefined> {
  const path = join(workspace, 'AGENT.md');
  let known: { readonly version: string; readonly text: string } | undefined;

  return async () => {
    try {
      const version = versionOf(path);
      if (version === undefined) return undefined;
      if (known?.version !== version) {
        known = { version, text: (await readFile(path, 'utf8')).slice(0, LONGEST) };
      }
      return known.text;
    } catch {
      return undefined;
    }
  };
}

function versionOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found && [found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ');
}

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceFiles } from '../security/workspace-files.ts';

const NAME = 'AGENT.md';
const LONGEST = 16_000;
/** Larger ones are no text that somebody wrote. */
const MAX_BYTES = 1_000_000;

/**
 * Reads what the owner wrote in the workspace's AGENT.md, as it is at this moment. A missing or unreadable one is
 * none, and so is one that is no ordinary file of the workspace. One that has not changed since is not read again.
 */
export function createAgentFile(
  workspace: string,
  files: Pick<WorkspaceFiles, 'read'>,
): () => Promise<string | undefined> {
  const path = join(workspace, NAME);
  let known: { readonly version: string; readonly text: string } | undefined;

  return async () => {
    try {
      const version = versionOf(path);
      if (version === undefined) return undefined;
      if (known?.version !== version) {
        const { bytes } = await files.read(NAME, MAX_BYTES);
        known = { version, text: new TextDecoder().decode(bytes).slice(0, LONGEST) };
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

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const LONGEST = 16_000;

/** Reads what the owner wrote in the workspace's AGENT.md, as it is at this moment. A missing or unreadable one is none. */
export function createAgentFile(workspace: string): () => Promise<string | undefined> {
  const path = join(workspace, 'AGENT.md');
  return async () => {
    try {
      return (await readFile(path, 'utf8')).slice(0, LONGEST);
    } catch {
      return undefined;
    }
  };
}

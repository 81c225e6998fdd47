import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../testing/temporary-workspace.ts';

const ROUNDS = 4;
const BYTES = 9_000_000;

let workspace: TemporaryWorkspace;

beforeEach(() => {
  workspace = createTemporaryWorkspace();
});

afterEach(() => workspace.remove());

/** Overwrites one file with two contents in turn, until it is killed. */
const WRITER = `
  const { createWriteFile } = await import(${JSON.stringify(import.meta.resolve('./index.ts'))});
  const { createTurnTaking } = await import(${JSON.stringify(import.meta.resolve('../shared/turn-taking.ts'))});
  const { createWorkspaceFiles } = await import(${JSON.stringify(import.meta.resolve('../../security/workspace-files.ts'))});
  const { fakeToolContext } = await import(${JSON.stringify(import.meta.resolve('../../testing/fake-tool-context.ts'))});
  const workspace = process.argv[1];
  const files = createWorkspaceFiles({ workspace, protectedPaths: [], home: undefined });
  const tool = createWriteFile(() => files, createTurnTaking());
  for (let round = 0; ; round += 1) {
    const content = (round % 2 ? 'a' : 'b').repeat(${BYTES});
    await tool.execute({ path: 'big.txt', content, mode: 'overwrite' }, fakeToolContext({ workspace }));
    if (round === 0) process.stdout.write('ready');
  }
`;

describe('T14 a write that is killed', () => {
  test('leaves the old content or the new one, never half, and nothing in the way', async () => {
    const seen = new Set<string>();

    for (let round = 0; round < ROUNDS; round += 1) {
      await killAmidWrite();
      const content = workspace.read('big.txt');
      seen.add(`${content.length} ${[...new Set(content)].join('')}`);
    }

    expect([...seen].filter((state) => !/^9000000 [ab]$/.test(state))).toEqual([]);
    const leftovers = readdirSync(workspace.path).filter((name) => name !== 'big.txt');
    expect(leftovers.length).toBeLessThanOrEqual(1);
  }, 60_000);
});

/** Ends the writer as a power cut would, at a moment when a write can be seen to be under way. */
async function killAmidWrite(): Promise<void> {
  const writer = spawn(process.execPath, ['--input-type=module', '-e', WRITER, workspace.path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise((resolve) => writer.once('close', resolve));
  await new Promise((resolve) => writer.stdout.once('data', resolve));
  const until = performance.now() + 10_000;
  while (!isAmidWrite() && performance.now() < until);
  writer.kill('SIGKILL');
  await gone;
}

function isAmidWrite(): boolean {
  return readdirSync(workspace.path).some((name) => {
    const size = statSync(join(workspace.path, name), { throwIfNoEntry: false })?.size;
    return size !== undefined && size > 0 && size < BYTES;
  });
}

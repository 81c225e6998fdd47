import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createWorkspaceFiles } from '../security/workspace-files.ts';
import { createAgentFile } from './agent-file.ts';

function createWorkspace() {
  const root = mkdtempSync(join(tmpdir(), 'echo-agent-file-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const workspace = join(root, 'workspace');
  mkdirSync(workspace);
  const files = createWorkspaceFiles({ workspace, home: join(root, 'home'), protectedPaths: [] });
  return { root, path: join(workspace, 'AGENT.md'), read: createAgentFile(workspace, files) };
}

test('is read as it is at this moment, and no more of it than fits', async () => {
  const { path, read } = createWorkspace();

  const missing = await read();
  writeFileSync(path, 'Be brief. 简短');
  const [first, again] = [await read(), await read()];
  writeFileSync(path, 'x'.repeat(20_000));
  const long = await read();

  expect([missing, first, again]).toEqual([undefined, 'Be brief. 简短', 'Be brief. 简短']);
  expect(long).toHaveLength(16_000);
});

test('is none when it is a pipe that nobody writes to, a folder, or far too large', async () => {
  const { path, read } = createWorkspace();
  const found: unknown[] = [];

  execFileSync('/usr/bin/env', ['mkfifo', path]);
  found.push(await read());
  rmSync(path);
  mkdirSync(path);
  found.push(await read());
  rmSync(path, { recursive: true });
  writeFileSync(path, Buffer.alloc(1_000_001, 97));
  found.push(await read());

  expect(found).toEqual([undefined, undefined, undefined]);
});

test('is none when it leads out of the workspace', async () => {
  const { root, path, read } = createWorkspace();
  writeFileSync(join(root, 'secret'), 'token');
  symlinkSync(join(root, 'secret'), path);

  expect(await read()).toBeUndefined();
});

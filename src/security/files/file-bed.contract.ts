import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { AgentError } from '../../base/errors.ts';
import { createWorkspaceFiles, type WorkspaceFiles } from '../workspace-files.ts';

export const LIMIT = 1_000_000;

/** A workspace with a file, and around it what it must not reach: a secret, a home with keys, data. */
export function createFileBed() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'echo-files-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const workspace = join(root, 'work');
  mkdirSync(join(workspace, 'src'), { recursive: true });
  mkdirSync(join(root, 'home/.ssh'), { recursive: true });
  mkdirSync(join(root, 'data'));
  writeFileSync(join(root, 'secret.txt'), 'outside');
  writeFileSync(join(root, 'home/.ssh/id_rsa'), 'key');
  writeFileSync(join(root, 'data/state.db'), 'state');
  writeFileSync(join(workspace, 'a.txt'), 'inside');

  const home = join(root, 'home');
  const protectedPaths = [join(root, 'data'), join(workspace, 'echo-agent.yaml')];
  const open = (at = workspace): WorkspaceFiles =>
    createWorkspaceFiles({ workspace: at, protectedPaths, home });
  return { root, workspace, home, protectedPaths, files: open(), open };
}

export function options(token = 'k1'): { token: string; signal: AbortSignal } {
  return { token, signal: new AbortController().signal };
}

export async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (thrown: unknown) => (thrown instanceof AgentError ? thrown.code : `bare ${thrown}`),
  );
}

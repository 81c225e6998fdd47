import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createWorkspaceFiles, type WorkspaceFiles } from '../security/workspace-files.ts';
import type { GuardContext, ToolExecutionContext } from '../tools/tool.ts';
import { fakeToolContext } from './fake-tool-context.ts';
import { type FakeToolMemory, fakeToolMemory } from './fake-tool-memory.ts';

export interface TemporaryWorkspace {
  /** Real path of an empty folder of its own. */
  readonly path: string;
  readonly memory: FakeToolMemory;
  /** What tools are given to open it; `runtime/` in it is protected. */
  readonly open: () => WorkspaceFiles;
  write(name: string, content: string | Uint8Array): void;
  read(name: string): string;
  context(overrides?: Partial<ToolExecutionContext>): ToolExecutionContext;
  readonly guardContext: GuardContext;
  remove(): void;
}

/** A real workspace for tests of tools. */
export function createTemporaryWorkspace(): TemporaryWorkspace {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'echo-workspace-')));
  const memory = fakeToolMemory();
  const protectedPaths = [join(path, 'runtime')];
  const files = createWorkspaceFiles({ workspace: path, protectedPaths, home: undefined });

  return {
    path,
    memory,
    open: () => files,
    write(name, content) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), content);
    },
    read: (name) => readFileSync(join(path, name), 'utf8'),
    context: (overrides = {}) => fakeToolContext({ workspace: path, memory, ...overrides }),
    guardContext: { workspace: path, networkPolicy: 'deny', memory },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

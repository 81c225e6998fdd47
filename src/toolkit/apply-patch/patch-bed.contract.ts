import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createTemporaryWorkspace } from '../../testing/temporary-workspace.ts';
import type { ToolExecutionContext } from '../../tools/tool.ts';
import { contentHash } from '../shared/content-hash.ts';
import { createTurnTaking } from '../shared/turn-taking.ts';
import { createApplyPatch } from './index.ts';

/** A workspace of its own and the tool in it. */
export function createPatchBed() {
  const workspace = createTemporaryWorkspace();
  onTestFinished(() => workspace.remove());
  const tool = createApplyPatch(workspace.open, createTurnTaking());
  return {
    workspace,
    tool,

    /** Writes a file that the session has read. */
    async seen(name: string, content: string | Uint8Array) {
      workspace.write(name, content);
      const hash = contentHash(Buffer.from(content as string));
      await workspace.memory.noteFileView(join(workspace.path, name), hash);
    },

    apply: (patch: string, overrides: Partial<ToolExecutionContext> = {}) =>
      tool.execute({ patch }, workspace.context(overrides)),

    has: (name: string) => existsSync(join(workspace.path, name)),
  };
}

export function envelope(...lines: readonly string[]): string {
  return ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
}

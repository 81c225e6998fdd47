import type { TodoItem } from '../protocol/session.ts';
import type { FileChange, ToolMemory } from '../tools/tool.ts';

export interface FakeToolMemory extends ToolMemory {
  /** Hash by path, as last read or written. */
  readonly fileViews: Map<string, string>;
  /** Every change noted, oldest first. */
  readonly fileChanges: FileChange[];
  readonly artifacts: Map<string, string>;
}

/** What a session remembers, without a database. */
export function fakeToolMemory(): FakeToolMemory {
  const fileViews = new Map<string, string>();
  const fileChanges: FileChange[] = [];
  const artifacts = new Map<string, string>();
  let todos: readonly TodoItem[] = [];

  return {
    fileViews,
    fileChanges,
    artifacts,
    fileView: async (path) => fileViews.get(path),
    async noteFileView(path, hash) {
      fileViews.set(path, hash);
    },
    async noteFileChange(change) {
      fileChanges.push(change);
    },
    notedFileChanges: async () => [...fileChanges],
    todos: async () => todos,
    async putTodos(items) {
      todos = items;
    },
    async readArtifact(id) {
      const text = artifacts.get(id);
      return text === undefined ? undefined : { text };
    },
  };
}

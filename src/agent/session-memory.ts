import type { Clock } from '../base/clock.ts';
import type { IdSource } from '../base/ids.ts';
import type { Operation } from '../storage/operation.ts';
import type { FileChangeRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import type { FileChange, ToolMemory } from '../tools/tool.ts';

export interface SessionMemoryOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly sessionKey: string;
  readonly turnId: string;
  readonly stepName: string;
  /** Under the caller's fence. */
  commit(operations: readonly Operation[]): Promise<void>;
}

/** What a session remembers for its tools, on top of the storage. */
export function createSessionMemory(options: SessionMemoryOptions): ToolMemory {
  const { storage, clock, ids, sessionKey, turnId, stepName, commit } = options;

  async function withBytes(record: FileChangeRecord): Promise<FileChange> {
    const { path, beforeMode, afterHash, beforeArtifactId: id } = record;
    const before = id === undefined ? undefined : await storage.artifacts.read(id);
    return {
      path,
      ...(beforeMode !== undefined && { beforeMode }),
      ...(afterHash !== undefined && { afterHash }),
      ...(before && { before }),
    };
  }

  return {
    async fileView(path) {
      return (await storage.sessions.fileView(sessionKey, path))?.hash;
    },

    async noteFileView(path, hash) {
      await commit([{ op: 'put-file-view', view: { sessionKey, path, hash, at: clock.now() } }]);
    },

    async noteFileChange({ before, ...change }) {
      const at = clock.now();
      const record = { ...change, turnId, stepName, sessionKey, undone: false, at };
      if (before === undefined) {
        await commit([{ op: 'put-file-change', change: record }]);
        return;
      }
      const id = ids.next('art');
      await commit([
        {
          op: 'put-artifact',
          artifact: {
            id,
            sessionKey,
            turnId,
            kind: 'before-image',
            mediaType: 'application/octet-stream',
            name: change.path,
            bytes: before.byteLength,
            createdAt: at,
          },
          content: before,
        },
        { op: 'put-file-change', change: { ...record, beforeArtifactId: id } },
      ]);
    },

    async notedFileChanges() {
      const records = await storage.sessions.fileChanges(turnId);
      return Promise.all(records.filter((record) => record.stepName === stepName).map(withBytes));
    },

    todos: () => storage.sessions.todos(sessionKey),

    async putTodos(items) {
      await commit([{ op: 'put-todos', sessionKey, items }]);
    },

    async readArtifact(id) {
      const artifact = await storage.artifacts.get(id);
      if (artifact?.sessionKey !== sessionKey) return undefined;
      const { expiredAt, origin } = artifact;
      if (expiredAt !== undefined) return { expiredAt };
      const content = await storage.artifacts.read(id);
      const text = new TextDecoder().decode(content);
      return content && { text, ...(origin !== undefined && { origin }) };
    },
  };
}

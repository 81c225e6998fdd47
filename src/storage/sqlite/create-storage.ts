import type { Storage } from '../storage.ts';
import { backupDatabase } from './copies/backup.ts';
import type { Database } from './database.ts';
import type { WriteQueue } from './group-commit.ts';
import type { ProblemLog } from './problem-log.ts';
import { createApprovalStore } from './stores/approvals.ts';
import { createArtifactStore } from './stores/artifacts.ts';
import { createInboxStore } from './stores/inbox.ts';
import { createLeaseStore } from './stores/leases.ts';
import { createMessageStore } from './stores/messages.ts';
import { applyOperations } from './stores/operations.ts';
import { createOutboxStore } from './stores/outbox.ts';
import { createReceiptStore } from './stores/receipts.ts';
import { createRecordReader } from './stores/rows.ts';
import { createSessionStore } from './stores/sessions.ts';
import { createEffectStore, createTurnStore } from './stores/turns.ts';
import { createUsageStore } from './stores/usage.ts';

export interface StorageParts {
  readonly database: Database;
  readonly queue: WriteQueue;
  readonly problems: ProblemLog;
  readonly now: () => number;
  /** After the database is closed. */
  release(): void;
}

/** The stores over one connection. */
export function createStorage({ database, queue, problems, now, release }: StorageParts): Storage {
  const writing = { database, reader: createRecordReader(problems.note, now), now };
  let backups: Promise<unknown> = Promise.resolve();
  let closed = false;

  return {
    inbox: createInboxStore(writing, queue),
    leases: createLeaseStore(database, queue),
    turns: createTurnStore(writing),
    effects: createEffectStore(writing),
    messages: createMessageStore(writing),
    sessions: createSessionStore(writing),
    outbox: createOutboxStore(writing, queue),
    approvals: createApprovalStore(writing),
    artifacts: createArtifactStore(writing),
    usage: createUsageStore(writing),
    receipts: createReceiptStore(writing),

    commit: (operations, fence) => queue.submit(() => applyOperations(writing, operations, fence)),

    backup(path) {
      const next = backups.then(() => backupDatabase(database, path));
      backups = next.catch(() => undefined);
      return next;
    },

    problems: problems.all,

    async close() {
      if (closed) return;
      closed = true;
      queue.close();
      database.close();
      release();
    },
  };
}

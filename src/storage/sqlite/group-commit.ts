import { AgentError } from '../../base/errors.ts';
import { closedError, type Database } from './database.ts';

/** Writes of one turn of the event loop, in one transaction. */
export interface WriteQueue {
  /**
   * Runs `work` inside the next transaction, after everything submitted before, and resolves with its result
   * once that is on disk. What `work` throws takes back its own writes only.
   */
  submit<T>(work: () => T): Promise<T>;
  /** Writes what is waiting and takes nothing more. */
  close(): void;
}

export interface GroupCommitDeps {
  readonly database: Database;
  /** Throws when the file is no longer where it was opened: nobody would find what is written to it. */
  assertInPlace(): void;
}

interface Request {
  readonly work: () => unknown;
  readonly resolve: (result: never) => void;
  readonly reject: (thrown: unknown) => void;
}

/** Keeps one transaction, and with it the event loop, within some milliseconds. */
const LARGEST_GROUP = 256;

export function createGroupCommit({ database, assertInPlace }: GroupCommitDeps): WriteQueue {
  let waiting: Request[] = [];
  let scheduled = false;
  let closed = false;

  function schedule() {
    if (scheduled || waiting.length === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      commitGroup();
      schedule();
    });
  }

  function commitGroup() {
    if (waiting.length === 0) return;
    const group = waiting.slice(0, LARGEST_GROUP);
    waiting = waiting.slice(LARGEST_GROUP);
    try {
      assertInPlace();
      database.run('begin immediate');
      const answers = group.map((request) => perform(request, group.length > 1));
      database.run('commit');
      for (const answer of answers) answer();
    } catch (thrown) {
      const failure = rollBackAfter(thrown);
      for (const { reject } of group) reject(failure);
    }
  }

  /** Returns what to tell the caller once the group is on disk. Throws when the group as a whole is lost. */
  function perform({ work, resolve, reject }: Request, shared: boolean): () => void {
    if (shared) database.run('savepoint request');
    try {
      const result = work() as never;
      if (shared) database.run('release request');
      return () => resolve(result);
    } catch (thrown) {
      if (!shared || !database.inTransaction()) throw thrown;
      database.run('rollback to request');
      database.run('release request');
      return () => reject(thrown);
    }
  }

  function rollBackAfter(thrown: unknown): unknown {
    try {
      if (database.inTransaction()) database.run('rollback');
      return thrown;
    } catch (second) {
      return new AgentError('storage_unwritable', 'Neither the commit nor its rollback worked.', {
        cause: new AggregateError([thrown, second]),
      });
    }
  }

  return {
    submit(work) {
      if (closed) return Promise.reject(closedError());
      return new Promise((resolve, reject) => {
        waiting.push({ work, resolve, reject });
        schedule();
      });
    },

    close() {
      closed = true;
      while (waiting.length > 0) commitGroup();
    },
  };
}

/** For a database that was opened to read. */
export function refuseWrites(): WriteQueue {
  const refusal = () =>
    new AgentError('storage_locked', 'The data folder was opened for reading only.', {
      messageId: 'storage.read_only',
    });
  return { submit: () => Promise.reject(refusal()), close: () => undefined };
}

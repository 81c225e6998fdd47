import Sqlite from 'better-sqlite3';
import { AgentError } from '../../base/errors.ts';
import { toStorageError } from './sqlite-errors.ts';

export type SqlValue = string | number | null | Uint8Array;

/**
 * One connection. The only file that knows the driver. Statements are prepared when first used and kept. What
 * the driver throws arrives as an `AgentError`. The shape of a row is stated by the caller; strict tables keep it.
 */
export interface Database {
  readonly path: string;
  /** False again after the database itself has rolled a transaction back. */
  inTransaction(): boolean;
  get<Row>(sql: string, ...values: readonly SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: readonly SqlValue[]): Row[];
  /** Nothing else may run on this connection until the iteration has ended. */
  iterate<Row>(sql: string, ...values: readonly SqlValue[]): Iterable<Row>;
  /** How many rows changed, and the position of the last inserted one. */
  run(sql: string, ...values: readonly SqlValue[]): { changes: number; position: number };
  /** Several statements at once, without values. */
  exec(sql: string): void;
  /** Copies everything to a file that does not exist yet, some pages at a time. */
  copyTo(path: string): Promise<void>;
  /** The whole database as bytes; for one in memory. */
  serialize(): Uint8Array;
  close(): void;
}

export interface DatabaseOptions {
  readonly readOnly?: boolean;
  /** How long to wait for a lock that another process holds for a moment. */
  readonly timeoutMs?: number;
  /** Told when the file itself turns out to be damaged. Must not throw. */
  onDamage?(): void;
}

const LOCK_TIMEOUT_MS = 1_000;
const PAGES_PER_STEP = 1_000;

export function openDatabase(path: string, options: DatabaseOptions = {}): Database {
  let closed = false;
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (thrown) {
      if (closed) throw closedError();
      const error = toStorageError(thrown, path);
      if (error.code === 'storage_damaged') options.onDamage?.();
      throw error;
    }
  };
  const driver = attempt(() => connect(path, options));
  const statements = new Map<string, Sqlite.Statement>();

  function prepared(sql: string): Sqlite.Statement {
    const known = statements.get(sql);
    if (known) return known;
    const statement = driver.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  return {
    path,
    inTransaction: () => driver.inTransaction,
    get: <Row>(sql: string, ...values: readonly SqlValue[]) =>
      attempt(() => prepared(sql).get(...values) as Row | undefined),
    all: <Row>(sql: string, ...values: readonly SqlValue[]) =>
      attempt(() => prepared(sql).all(...values) as Row[]),
    *iterate<Row>(sql: string, ...values: readonly SqlValue[]) {
      const rows = attempt(() => prepared(sql).iterate(...values) as IterableIterator<Row>);
      try {
        for (let next = attempt(() => rows.next()); next.done !== true; ) {
          yield next.value;
          next = attempt(() => rows.next());
        }
      } finally {
        rows.return?.();
      }
    },
    run: (sql, ...values) =>
      attempt(() => {
        const { changes, lastInsertRowid } = prepared(sql).run(...values);
        return { changes, position: Number(lastInsertRowid) };
      }),
    exec: (sql) => attempt(() => void driver.exec(sql)),
    async copyTo(target) {
      try {
        await driver.backup(target, { progress: () => PAGES_PER_STEP });
      } catch (thrown) {
        throw toStorageError(thrown, path);
      }
    },
    serialize: () => attempt(() => driver.serialize()),
    close() {
      closed = true;
      driver.close();
    },
  };
}

function connect(path: string, { readOnly = false, timeoutMs = LOCK_TIMEOUT_MS }: DatabaseOptions) {
  return new Sqlite(path, { readonly: readOnly, fileMustExist: readOnly, timeout: timeoutMs });
}

/** What everything gets that comes after `close`. */
export function closedError(): AgentError {
  return new AgentError('unavailable', 'The storage is closed.', { messageId: 'storage.closed' });
}

/**
 * Holds the operating system's lock on a file until `release` or the end of the process, however it ends;
 * undefined when another connection, here or in another process, holds it. Never open or copy the file by other
 * means while it is held: on POSIX, closing it anywhere in the process would drop the lock.
 */
export function holdFileLock(path: string): { release(): void } | undefined {
  const database = openDatabase(path, { timeoutMs: 0 });
  try {
    database.exec('pragma journal_mode = memory');
    database.exec('begin exclusive');
    return { release: () => database.close() };
  } catch (thrown) {
    database.close();
    if (toStorageError(thrown, path).code === 'storage_locked') return undefined;
    throw thrown;
  }
}

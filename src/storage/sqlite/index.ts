import type { StorageBackend } from '../storage.ts';
import { restoreSqlite } from './copies/restore.ts';
import { openSqliteStorage } from './open.ts';

/** The default storage: one SQLite file in the data folder. */
export const sqlite: StorageBackend = {
  open: (options) => openSqliteStorage(options),
  restore: restoreSqlite,
};

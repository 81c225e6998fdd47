import { systemClock } from '../base/clock.ts';
import type { Config } from '../config/schema.ts';
import { restoreStorage } from '../storage/index.ts';
import type { RestoreReport } from '../storage/storage.ts';
import { backendOf } from './open-runtime-storage.ts';

export interface RestoreOptions {
  readonly config: Pick<Config, 'storage'>;
  readonly dataDir: string;
  readonly backupPath: string;
}

/** Puts a backup in the place of the database; see `StorageBackend.restore`. */
export function restoreRuntime(options: RestoreOptions): Promise<RestoreReport> {
  const { config, dataDir, backupPath } = options;
  const backend = backendOf(config.storage.backend);
  return restoreStorage(backend, { backupPath, dataDir, now: systemClock.now });
}

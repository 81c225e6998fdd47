import type {
  OpenStorageOptions,
  RestoreReport,
  RestoreRequest,
  Storage,
  StorageBackend,
} from './storage.ts';

/** Every storage backend, by the name used in configuration. */
export const backends = {
  sqlite: async () => (await import('./sqlite/index.ts')).sqlite,
} satisfies Record<string, () => Promise<StorageBackend>>;

export type BackendName = keyof typeof backends;

/** See `StorageBackend.open`. */
export async function openStorage(
  name: BackendName,
  options: OpenStorageOptions,
): Promise<Storage> {
  return (await backends[name]()).open(options);
}

/** See `StorageBackend.restore`. */
export async function restoreStorage(
  name: BackendName,
  request: RestoreRequest,
): Promise<RestoreReport> {
  return (await backends[name]()).restore(request);
}

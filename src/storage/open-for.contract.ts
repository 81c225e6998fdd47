import type { Storage } from './storage.ts';

export interface ContractOptions {
  /** The same place, opened again after it was closed, holds the same data. Without one, a new and empty store. */
  readonly place?: string;
  readonly now?: () => number;
}

export type OpenForContract = (options?: ContractOptions) => Promise<Storage>;

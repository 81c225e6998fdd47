import { credentialRows } from './credentials.ts';
import { deletionRows } from './deletion.ts';
import type { GuardRow } from './guard-row.ts';
import { networkRows } from './network.ts';
import { persistenceRows } from './persistence.ts';
import { programRows } from './programs-in-programs.ts';
import { systemRows } from './system.ts';

/** Everything the guard knows about single program calls. */
export const GUARD_TABLE: readonly GuardRow[] = [
  ...deletionRows,
  ...systemRows,
  ...credentialRows,
  ...networkRows,
  ...programRows,
  ...persistenceRows,
];

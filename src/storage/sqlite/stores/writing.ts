import { AgentError } from '../../../base/errors.ts';
import type { Operation } from '../../operation.ts';
import type { Lease } from '../../records.ts';
import type { Database } from '../database.ts';
import type { RecordReader } from './rows.ts';

/** What a handler works with: one connection, inside a transaction that others may share. */
export interface Writing {
  readonly database: Database;
  readonly reader: RecordReader;
  readonly now: () => number;
}

/** What one list of operations shares. */
export interface OperationScope extends Writing {
  readonly fence?: Lease;
  /** Sessions whose turn at work may have changed. */
  readonly touched: Set<string>;
}

type Named<Name extends Operation['op']> = Extract<Operation, { op: Name }>;

/** How to apply each operation. Throwing takes back the whole list. */
export type Handlers<Names extends Operation['op'] = Operation['op']> = {
  readonly [Name in Names]: (scope: OperationScope, operation: Named<Name>) => void;
};

export function missing(what: string): AgentError {
  return new AgentError('not_found', `There is no ${what}.`);
}

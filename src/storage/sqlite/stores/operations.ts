import type { Operation } from '../../operation.ts';
import type { Lease } from '../../records.ts';
import { approvalHandlers } from './approvals.ts';
import { artifactHandlers } from './artifacts.ts';
import { deletionHandlers } from './delete-session.ts';
import { inboxHandlers } from './inbox.ts';
import { assertHeld, leaseHandlers } from './leases.ts';
import { messageHandlers } from './messages.ts';
import { noteHandlers, placeNotes } from './notes.ts';
import { outboxHandlers } from './outbox.ts';
import { refreshReadiness } from './readiness.ts';
import { receiptHandlers } from './receipts.ts';
import { sessionHandlers } from './sessions.ts';
import { turnHandlers } from './turns.ts';
import { usageHandlers } from './usage.ts';
import type { Handlers, OperationScope, Writing } from './writing.ts';

const HANDLERS: Handlers = {
  ...sessionHandlers,
  ...deletionHandlers,
  ...turnHandlers,
  ...inboxHandlers,
  ...messageHandlers,
  ...noteHandlers,
  ...outboxHandlers,
  ...usageHandlers,
  ...approvalHandlers,
  ...artifactHandlers,
  ...receiptHandlers,
  ...leaseHandlers,
};

/** Applies a list inside the current transaction. What it throws takes back the whole list. */
export function applyOperations(
  writing: Writing,
  operations: readonly Operation[],
  fence?: Lease,
): void {
  const scope: OperationScope = { ...writing, touched: new Set(), ...(fence && { fence }) };
  if (fence) assertHeld(writing.database, fence);
  for (const operation of operations) apply(scope, operation);
  for (const sessionKey of scope.touched) {
    refreshReadiness(writing.database, sessionKey);
    placeNotes(scope, sessionKey);
  }
}

function apply(scope: OperationScope, operation: Operation): void {
  // The handler under an operation's name takes that operation; the type of the map says so, case by case.
  const handle = HANDLERS[operation.op] as (scope: OperationScope, operation: Operation) => void;
  handle(scope, operation);
}

import { AgentError } from '../base/errors.ts';
import type { InboundEvent } from '../protocol/event.ts';
import { type JournalStep, readJournalStep } from '../protocol/journal.ts';
import type { Turn } from '../protocol/turn.ts';
import type { Storage } from '../storage/storage.ts';
import type { ToolExecutionContext } from '../tools/tool.ts';

/** The turn whose agent gives an order. */
export interface Parent {
  readonly turn: Turn;
  readonly inbound: InboundEvent;
  readonly steps: readonly JournalStep[];
}

/** The turn that makes the call; `forbidden` for one that belongs to no conversation. */
export async function parentOf(
  { storage }: { readonly storage: Storage },
  { traceId }: Pick<ToolExecutionContext, 'traceId'>,
): Promise<Parent> {
  const turn = await storage.turns.byTrace(traceId);
  const record = turn && (await storage.inbox.get(turn.inboundId));
  if (turn === undefined || record === undefined) {
    throw new AgentError('forbidden', 'Only in a conversation can workers be given tasks.');
  }
  const steps = (await storage.turns.steps(turn.id)).map(readJournalStep);
  return { turn, inbound: record.event, steps };
}

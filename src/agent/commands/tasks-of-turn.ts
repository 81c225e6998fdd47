import { readJournalStep } from '../../protocol/journal.ts';
import type { Turn } from '../../protocol/turn.ts';
import { WORKER_TOOLS, workerOf } from '../../protocol/worker-session.ts';
import type { InboxRecord } from '../../storage/records.ts';
import type { CommandDeps } from './command.ts';

/** The tasks that a turn gave to workers, and those that these gave on. */
export async function tasksOf(
  { storage }: Pick<CommandDeps, 'storage'>,
  turn: Turn,
): Promise<readonly InboxRecord[]> {
  const steps = (await storage.turns.steps(turn.id)).map(readJournalStep);
  const starts = steps.flatMap((step) => {
    if (step.kind !== 'tool') return [];
    return (step.status === 'started' ? step.result : step.result.start) ?? [];
  });
  const records: InboxRecord[] = [];
  for (const { tool, idempotencyKey } of starts) {
    if (!WORKER_TOOLS.includes(tool)) continue;
    // The id does not tell the depth.
    const record = await storage.inbox.get(workerOf(idempotencyKey, 1).inboundId);
    const own = record && (await storage.turns.byInbound(record.event.id));
    if (record !== undefined) records.push(record);
    if (own !== undefined) records.push(...(await tasksOf({ storage }, own)));
  }
  return records;
}

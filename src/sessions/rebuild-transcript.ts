import { AgentError } from '../base/errors.ts';
import { readJournalStep } from '../protocol/journal.ts';
import type { Message } from '../protocol/message.ts';
import type { Operation } from '../storage/operation.ts';
import type { InboxRecord, Lease } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { messageOfStep } from './turn-messages.ts';

/** Makes the transcript of the leased session anew from its inbox and journal, in one commit. */
export async function rebuildTranscript(storage: Storage, lease: Lease): Promise<void> {
  const { sessionKey } = lease;
  const operations: Operation[] = [{ op: 'clear-messages', sessionKey }];
  for (const record of await storage.inbox.list({ sessionKey })) {
    operations.push(...(await messagesOf(storage, record)));
  }
  await storage.commit(operations, lease);
}

async function messagesOf(storage: Storage, { event }: InboxRecord): Promise<Operation[]> {
  const found = await findTurn(storage, event.id);
  if (found === undefined || found.retracted) return [];
  const { turnId, startedAt = event.receivedAt } = found;
  const { sessionKey, principal, content, receivedAt } = event;
  const said: Message = { role: 'user', principal, content };
  const messages = [said, ...(await messagesOfSteps(storage, turnId))];
  return messages.map((message, ordinal) => {
    const at = ordinal === 0 ? receivedAt : startedAt;
    return { op: 'append-message', sessionKey, turnId, ordinal, message, at };
  });
}

interface FoundTurn {
  readonly turnId: string;
  readonly retracted: boolean;
  readonly startedAt?: number;
}

async function findTurn(storage: Storage, inboundId: string): Promise<FoundTurn | undefined> {
  try {
    const turn = await storage.turns.byInbound(inboundId);
    return turn && { turnId: turn.id, retracted: turn.retracted, startedAt: turn.startedAt };
  } catch (thrown) {
    const { key } = damageOf(thrown);
    return typeof key === 'string' ? { turnId: key, retracted: false } : undefined;
  }
}

async function messagesOfSteps(storage: Storage, turnId: string): Promise<Message[]> {
  try {
    const steps = await storage.turns.steps(turnId);
    return steps.flatMap((step) => messageOfStep(readJournalStep(step)) ?? []);
  } catch (thrown) {
    damageOf(thrown);
    return [];
  }
}

/** The facts of a damaged record; whatever else was thrown is thrown on. */
function damageOf(thrown: unknown): Readonly<Record<string, unknown>> {
  const { code, details } = AgentError.from(thrown);
  if (code !== 'storage_damaged') throw thrown;
  return details;
}

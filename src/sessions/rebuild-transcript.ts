import { readJournalStep } from '../protocol/journal.ts';
import type { Message } from '../protocol/message.ts';
import type { Turn } from '../protocol/turn.ts';
import type { Operation } from '../storage/operation.ts';
import type { Storage } from '../storage/storage.ts';
import { messageOfStep } from './turn-messages.ts';

/** Makes the transcript of a session anew from its inbox and journal, in one commit. */
export async function rebuildTranscript(storage: Storage, sessionKey: string): Promise<void> {
  const turns = await storage.turns.list({ sessionKey });
  const kept = turns.filter(({ retracted }) => !retracted).toReversed();
  const operations: Operation[] = [{ op: 'clear-messages', sessionKey }];
  for (const turn of kept) operations.push(...(await messagesOf(storage, turn)));
  await storage.commit(operations);
}

async function messagesOf(storage: Storage, turn: Turn): Promise<Operation[]> {
  const inbound = await storage.inbox.get(turn.inboundId);
  const steps = await storage.turns.steps(turn.id);
  const messages: Message[] = steps.flatMap((step) => messageOfStep(readJournalStep(step)) ?? []);
  if (inbound !== undefined) {
    const { principal, content } = inbound.event;
    messages.unshift({ role: 'user', principal, content });
  }
  return messages.map((message, ordinal) => ({
    op: 'append-message',
    sessionKey: turn.sessionKey,
    turnId: turn.id,
    ordinal,
    message,
    at: message.role === 'user' ? (inbound?.event.receivedAt ?? turn.startedAt) : turn.startedAt,
  }));
}

import type { Clock } from '../../base/clock.ts';
import type { TurnEnd } from '../exit-codes.ts';
import type { Conversation } from './conversation.ts';
import type { EventPrinter } from './show-events.ts';

/** How long a reply may come after its turn has ended, before it is shown without its delivery. */
const LATE_MS = 3_000;

/** Waits until a message has its answer, and the answer was shown. */
export async function answerOf(
  inboundId: string,
  parts: {
    readonly conversation: Conversation;
    readonly printer: EventPrinter;
    readonly clock: Clock;
  },
): Promise<TurnEnd> {
  const { conversation, printer, clock } = parts;
  const end = await conversation.ended(inboundId);
  const patience = new AbortController();
  const late = clock.sleep(LATE_MS, patience.signal).then(
    () => printer.deliverLate(inboundId),
    () => undefined,
  );
  await Promise.race([conversation.answered(inboundId), late]);
  patience.abort();
  return end;
}

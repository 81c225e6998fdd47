import type { TurnEnd } from '../exit-codes.ts';
import type { ChatSetup } from './chat-setup.ts';
import type { Conversation } from './conversation.ts';
import type { EventPrinter } from './show-events.ts';

/** How long a reply may come after its turn has ended, before it is shown without its delivery. */
const LATE_MS = 3_000;

export type EndOfTurn = Pick<TurnEnd, 'outcome' | 'neededApproval'>;

/** Waits until a message has its answer, and the answer was shown. */
export async function answerOf(
  inboundId: string,
  setup: Pick<ChatSetup, 'client' | 'deps' | 'turnOnRecord'>,
  { conversation, printer }: { conversation: Conversation; printer: EventPrinter },
): Promise<EndOfTurn> {
  const record = lookAfterTakeover(inboundId, setup, printer);
  try {
    const end = await Promise.race([
      conversation.ended(inboundId),
      record.found,
      setup.client.broken,
    ]);
    await shown(inboundId, setup, { conversation, printer });
    return end;
  } finally {
    record.stop();
  }
}

/** A turn may end while no runtime is there to tell us: then the storage does. */
function lookAfterTakeover(
  inboundId: string,
  { client, turnOnRecord }: Pick<ChatSetup, 'client' | 'turnOnRecord'>,
  printer: EventPrinter,
) {
  const found = Promise.withResolvers<EndOfTurn>();
  const stop = client.onTakeover(() => {
    void turnOnRecord(inboundId).then(
      (end) => {
        if (end === undefined) return;
        printer.announce(inboundId, end.text);
        found.resolve(end);
      },
      (thrown: unknown) => found.reject(thrown),
    );
  });
  return { found: found.promise, stop };
}

async function shown(
  inboundId: string,
  { deps }: Pick<ChatSetup, 'deps'>,
  { conversation, printer }: { conversation: Conversation; printer: EventPrinter },
): Promise<void> {
  const patience = new AbortController();
  const late = deps.clock.sleep(LATE_MS, patience.signal).then(
    () => printer.deliverLate(inboundId),
    () => undefined,
  );
  await Promise.race([conversation.answered(inboundId), late]);
  patience.abort();
}

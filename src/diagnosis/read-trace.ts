import type { Turn } from '../protocol/turn.ts';
import type { ReceiptRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import type { TraceJournal } from './trace-journal.ts';

const MANY = 1_000;

/**
 * Finds a trace by its id, or by the id of its turn, its message or its error. Reads only; undefined when
 * nothing is known under `id`.
 */
export async function readTrace(storage: Storage, id: string): Promise<TraceJournal | undefined> {
  const turn = await findTurn(storage, id);
  if (turn !== undefined) return journalOfTurn(storage, turn);
  return (await waitingJournal(storage, id)) ?? (await receiptJournal(storage, id));
}

async function findTurn({ turns }: Storage, id: string): Promise<Turn | undefined> {
  const direct = (await turns.byTrace(id)) ?? (await turns.get(id)) ?? (await turns.byInbound(id));
  if (direct !== undefined) return direct;
  return findByError(turns, id);
}

/** Asked by a person, rarely: page by page, from the newest. */
async function findByError(turns: Storage['turns'], id: string): Promise<Turn | undefined> {
  let page = await turns.list({ limit: MANY });
  while (page.length > 0) {
    const found = page.find(({ errorId }) => errorId === id);
    if (found !== undefined) return found;
    const { startedAt: before = 0, id: beforeId = '' } = page.at(-1) ?? {};
    page = await turns.list({ limit: MANY, before, beforeId });
  }
  return undefined;
}

async function journalOfTurn(storage: Storage, turn: Turn): Promise<TraceJournal> {
  const { inboundId, traceId, id: turnId } = turn;
  const [inbound, steps, approvals, deliveries] = await Promise.all([
    storage.inbox.get(inboundId),
    storage.turns.steps(turnId),
    storage.approvals.list({ turnId, limit: MANY }),
    storage.outbox.list({ turnId, limit: MANY }),
  ]);
  return {
    traceId,
    turn,
    steps,
    approvals,
    deliveries: deliveries.toReversed(),
    ...(inbound === undefined ? {} : { inbound }),
  };
}

async function waitingJournal({ inbox }: Storage, id: string): Promise<TraceJournal | undefined> {
  const queued = await inbox.list({ states: ['queued'] });
  const inbound = queued.find(({ event }) => event.traceId === id || event.id === id);
  return inbound && { ...NOTHING, traceId: inbound.event.traceId, inbound };
}

async function receiptJournal(storage: Storage, id: string): Promise<TraceJournal | undefined> {
  const receipt: ReceiptRecord | undefined = await storage.receipts.get(id);
  return receipt && { ...NOTHING, traceId: receipt.traceId, receipt };
}

const NOTHING = { steps: [], approvals: [], deliveries: [] };

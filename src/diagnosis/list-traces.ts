import { TurnState } from '../protocol/turn.ts';
import type { Usage } from '../protocol/usage.ts';
import type { ReceiptRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import type { Moment } from './trace-journal.ts';

/** One line about a trace. */
export interface TraceSummary {
  readonly traceId: string;
  readonly sessionKey: string;
  /** A turn state, `queued`, `interrupted`, or what happened at the door. */
  readonly outcome: string;
  readonly startedAt: number;
  /** Absent for what is still open and for what became no turn. */
  readonly durationMs?: number;
  readonly turnId?: string;
  readonly usage?: Usage;
  readonly errorId?: string;
  /** Why it became no turn. */
  readonly reason?: string;
}

export interface TraceFilter {
  readonly sessionKey?: string;
  readonly outcome?: string;
  readonly limit: number;
}

/** Outcomes that a filter can name. */
export const TRACE_OUTCOMES: readonly string[] = [
  ...TurnState.options,
  'interrupted',
  'queued',
  'duplicate',
  'busy',
  'refused',
  'command',
];

const SCANNED = 2_000;

/** The latest traces, newest first: turns, messages still waiting, and what was turned away. */
export async function listTraces(
  storage: Storage,
  filter: TraceFilter,
  moment: Moment,
): Promise<readonly TraceSummary[]> {
  const { outcome, limit, sessionKey } = filter;
  const where = {
    ...(sessionKey === undefined ? {} : { sessionKey }),
    limit: outcome === undefined ? limit : SCANNED,
  };
  const found = await Promise.all([
    turnSummaries(storage, where, moment),
    waitingSummaries(storage, where),
    receiptSummaries(storage, where),
  ]);
  return found
    .flat()
    .filter((summary) => outcome === undefined || summary.outcome === outcome)
    .sort((a, b) => b.startedAt - a.startedAt)
    .slice(0, limit);
}

type Where = { readonly sessionKey?: string; readonly limit: number };

async function turnSummaries(
  { turns }: Storage,
  where: Where,
  { runtimeAlive }: Moment,
): Promise<readonly TraceSummary[]> {
  return (await turns.list(where)).map((turn) => ({
    traceId: turn.traceId,
    sessionKey: turn.sessionKey,
    outcome: turn.state === 'running' && !runtimeAlive ? 'interrupted' : turn.state,
    startedAt: turn.startedAt,
    turnId: turn.id,
    usage: turn.usage,
    ...(turn.endedAt === undefined
      ? {}
      : { durationMs: Math.max(0, turn.endedAt - turn.startedAt) }),
    ...(turn.errorId === undefined ? {} : { errorId: turn.errorId }),
  }));
}

async function waitingSummaries(
  { inbox }: Storage,
  where: Where,
): Promise<readonly TraceSummary[]> {
  const queued = await inbox.list({ ...where, states: ['queued'], newestFirst: true });
  return queued.map(({ event, acceptedAt }) => ({
    traceId: event.traceId,
    sessionKey: event.sessionKey,
    outcome: 'queued',
    startedAt: acceptedAt,
  }));
}

async function receiptSummaries(
  { receipts }: Storage,
  where: Where,
): Promise<readonly TraceSummary[]> {
  return (await receipts.list(where)).map(toSummary);
}

function toSummary({ traceId, sessionKey, outcome, reason, at }: ReceiptRecord): TraceSummary {
  return { traceId, sessionKey, outcome, startedAt: at, durationMs: 0, reason };
}

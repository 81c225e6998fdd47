import type { AgentError } from '../base/errors.ts';
import { textOf } from '../protocol/content.ts';
import type { InboundEvent } from '../protocol/event.ts';
import type { Session } from '../protocol/session.ts';
import type { Turn } from '../protocol/turn.ts';
import { NO_USAGE } from '../protocol/usage.ts';
import type { Operation } from '../storage/operation.ts';
import type { Lease } from '../storage/records.ts';
import { nextMessage, openTurn, readRecords } from './readable-records.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import { createTurnJournal, type TurnJournal } from './turn-journal.ts';

/** A fourth start means that three before it ended in a crash. */
const STARTS_ALLOWED = 3;

const TITLE_CHARACTERS = 60;

export interface StartedTurn {
  readonly journal: TurnJournal;
  readonly resumed: boolean;
  /** Why it can only be ended: it took the process down too often, or its records cannot be read. */
  readonly unfit?: 'crashes' | AgentError;
}

/** Takes up the open turn of a session, or begins one for its next message. Gives the lease back when there is neither. */
export async function startTurn(
  deps: TurnEngineDeps,
  lease: Lease,
): Promise<StartedTurn | undefined> {
  const open = await openTurn(deps, lease.sessionKey);
  if (open !== undefined) return resume(deps, lease, open);
  const next = await nextMessage(deps, lease);
  if (next !== undefined) return begin(deps, lease, next);
  await deps.storage.commit([{ op: 'release-lease' }], lease);
  return undefined;
}

async function resume(
  deps: TurnEngineDeps,
  lease: Lease,
  { turn: open, damage }: NonNullable<Awaited<ReturnType<typeof openTurn>>>,
): Promise<StartedTurn> {
  const { storage, clock } = deps;
  const turn: Turn = { ...open, state: 'running', starts: open.starts + 1 };
  await storage.commit([{ op: 'put-turn', turn }], lease);
  const records = await readRecords(deps, lease, turn);
  const journal = createTurnJournal({ storage, clock, lease, turn, ...records });
  const crashes = turn.starts > STARTS_ALLOWED ? 'crashes' : undefined;
  const unfit = damage ?? records.damage ?? crashes;
  return { journal, resumed: true, ...(unfit && { unfit }) };
}

async function begin(
  deps: TurnEngineDeps,
  lease: Lease,
  inbound: InboundEvent,
): Promise<StartedTurn> {
  const { storage, clock, ids } = deps;
  const { sessionKey, traceId, principal, content } = inbound;
  const turn: Turn = {
    id: ids.next('turn'),
    sessionKey,
    inboundId: inbound.id,
    traceId,
    principal,
    state: 'running',
    starts: 1,
    startedAt: clock.now(),
    activeMs: 0,
    stopRequested: false,
    neededApproval: false,
    retracted: false,
    usage: NO_USAGE,
  };
  await storage.commit(
    [
      { op: 'put-turn', turn },
      { op: 'settle-inbound', id: inbound.id, state: 'running' },
      {
        op: 'append-message',
        sessionKey,
        turnId: turn.id,
        ordinal: 0,
        message: { role: 'user', principal, content },
        at: inbound.receivedAt,
      },
      ...(await sessionOperations(deps, inbound)),
    ],
    lease,
  );
  const journal = createTurnJournal({ storage, clock, lease, turn, inbound, steps: [] });
  return { journal, resumed: false };
}

/** A conversation is called after its first message, and found by its last. */
async function sessionOperations(
  { storage, clock }: TurnEngineDeps,
  inbound: InboundEvent,
): Promise<Operation[]> {
  const session = await storage.sessions.get(inbound.sessionKey);
  if (session === undefined) return [];
  const title = session.title === '' ? titleOf(inbound) : session.title;
  const used: Session = { ...session, title, updatedAt: clock.now() };
  return [{ op: 'put-session', session: used }];
}

function titleOf({ content, sessionKey }: InboundEvent): string {
  const line = textOf(content).replaceAll(/\s+/g, ' ').trim();
  return [...line].slice(0, TITLE_CHARACTERS).join('') || sessionKey;
}

import { textOf } from '../protocol/content.ts';
import type { InboundEvent } from '../protocol/event.ts';
import type { Turn } from '../protocol/turn.ts';
import { NO_USAGE } from '../protocol/usage.ts';
import type { Operation } from '../storage/operation.ts';
import type { Lease } from '../storage/records.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import { createTurnJournal, type TurnJournal } from './turn-journal.ts';

/** A fourth start means that three before it ended in a crash. */
const STARTS_ALLOWED = 3;

const TITLE_CHARACTERS = 60;

export interface StartedTurn {
  readonly journal: TurnJournal;
  readonly resumed: boolean;
  /** Whether it took the process down too often to be tried again. */
  readonly quarantine: boolean;
}

/** Takes up the open turn of a session, or begins one for its next message. Gives the lease back when there is neither. */
export async function startTurn(
  deps: TurnEngineDeps,
  lease: Lease,
): Promise<StartedTurn | undefined> {
  const open = await deps.storage.turns.open(lease.sessionKey);
  if (open !== undefined) return resume(deps, lease, open);
  const [next] = await deps.storage.inbox.list({
    sessionKey: lease.sessionKey,
    states: ['queued'],
    limit: 1,
  });
  if (next !== undefined) return begin(deps, lease, next.event);
  await deps.storage.commit([{ op: 'release-lease' }], lease);
  return undefined;
}

async function resume(deps: TurnEngineDeps, lease: Lease, open: Turn): Promise<StartedTurn> {
  const { storage, clock } = deps;
  const turn: Turn = { ...open, state: 'running', starts: open.starts + 1 };
  await storage.commit([{ op: 'put-turn', turn }], lease);
  const [record, steps] = await Promise.all([
    storage.inbox.get(turn.inboundId),
    storage.turns.steps(turn.id),
  ]);
  const inbound = record?.event ?? missingEvent(turn);
  const journal = createTurnJournal({ storage, clock, lease, turn, inbound, steps });
  return { journal, resumed: true, quarantine: turn.starts > STARTS_ALLOWED };
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
      ...(await titleOperations(deps, inbound)),
    ],
    lease,
  );
  const journal = createTurnJournal({ storage, clock, lease, turn, inbound, steps: [] });
  return { journal, resumed: false, quarantine: false };
}

/** A conversation is called after its first message. */
async function titleOperations(deps: TurnEngineDeps, inbound: InboundEvent): Promise<Operation[]> {
  const session = await deps.storage.sessions.get(inbound.sessionKey);
  if (session === undefined || session.title !== '') return [];
  const line = textOf(inbound.content).replaceAll(/\s+/g, ' ').trim();
  const title = line.slice(0, TITLE_CHARACTERS) || inbound.sessionKey;
  return [{ op: 'put-session', session: { ...session, title } }];
}

/** The inbox row is gone or damaged: the turn can still be ended, though not answered. */
function missingEvent(turn: Turn): InboundEvent {
  const [channel = '', ...chat] = turn.sessionKey.split(':');
  return {
    id: turn.inboundId,
    traceId: turn.traceId,
    sessionKey: turn.sessionKey,
    address: { channel, accountId: 'default', chatId: chat.join(':') },
    principal: turn.principal,
    content: [],
    language: 'en',
    receivedAt: turn.startedAt,
    unattended: false,
    cronAuthorized: false,
    canAsk: false,
    assumeYes: false,
  };
}

import { AgentError } from '../base/errors.ts';
import { textOf } from '../protocol/content.ts';
import type { InboundEvent } from '../protocol/event.ts';
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

/**
 * Takes up the open turn of a session, or begins one for its next message. Gives the lease back when there is neither.
 * `brokenOff`: turns that the storage failed in this process; that they are taken up again says nothing of crashes.
 */
export async function startTurn(
  deps: TurnEngineDeps,
  lease: Lease,
  brokenOff: ReadonlySet<string>,
): Promise<StartedTurn | undefined> {
  const open = await openTurn(deps, lease.sessionKey);
  if (open !== undefined) return resume(deps, lease, { ...open, brokenOff });
  const next = await nextMessage(deps, lease);
  if (next !== undefined) {
    const begun = await begin(deps, lease, next);
    return begun ?? startTurn(deps, lease, brokenOff);
  }
  await deps.storage.commit([{ op: 'release-lease' }], lease);
  return undefined;
}

interface Resumed extends NonNullable<Awaited<ReturnType<typeof openTurn>>> {
  readonly brokenOff: ReadonlySet<string>;
}

async function resume(
  deps: TurnEngineDeps,
  lease: Lease,
  { turn: open, damage, brokenOff }: Resumed,
): Promise<StartedTurn> {
  const { storage, clock } = deps;
  const starts = open.starts + (brokenOff.has(open.id) ? 0 : 1);
  const turn: Turn = { ...open, state: 'running', starts };
  await storage.commit([{ op: 'put-turn', turn }], lease);
  const records = await readRecords(deps, lease, turn);
  const journal = createTurnJournal({ storage, clock, lease, turn, ...records });
  const crashes = turn.starts > STARTS_ALLOWED ? 'crashes' : undefined;
  const unfit = damage ?? records.damage ?? crashes;
  return { journal, resumed: true, ...(unfit && { unfit }) };
}

/** Undefined when the message was stopped in the same moment. */
async function begin(
  deps: TurnEngineDeps,
  lease: Lease,
  inbound: InboundEvent,
): Promise<StartedTurn | undefined> {
  const { storage, clock } = deps;
  const turn = newTurn(deps, inbound, { state: 'running', starts: 1 });
  try {
    await storage.commit(await beginOperations(deps, turn, inbound), lease);
  } catch (thrown) {
    if (AgentError.from(thrown).code !== 'conflict') throw thrown;
    const isLeft = (await storage.inbox.get(inbound.id))?.state === 'queued';
    if (isLeft) throw thrown;
    return undefined;
  }
  const journal = createTurnJournal({ storage, clock, lease, turn, inbound, steps: [] });
  return { journal, resumed: false };
}

/**
 * Begins the turn of a queued message only to be ended, which a worker does, in this process or the next one. False when
 * the message, or another one of its session, has begun meanwhile.
 */
export async function beginStopped(deps: TurnEngineDeps, inbound: InboundEvent): Promise<boolean> {
  const turn = newTurn(deps, inbound, { state: 'ready', starts: 0, stopRequested: true });
  try {
    await deps.storage.commit(await beginOperations(deps, turn, inbound));
    return true;
  } catch (thrown) {
    if (AgentError.from(thrown).code !== 'conflict') throw thrown;
    return false;
  }
}

function newTurn(
  { ids, clock }: TurnEngineDeps,
  inbound: InboundEvent,
  beginning: Pick<Turn, 'state' | 'starts'> & Partial<Turn>,
): Turn {
  const { id: inboundId, sessionKey, traceId, principal } = inbound;
  return {
    ...{ id: ids.next('turn'), sessionKey, inboundId, traceId, principal },
    startedAt: clock.now(),
    activeMs: 0,
    stopRequested: false,
    neededApproval: false,
    retracted: false,
    usage: NO_USAGE,
    ...beginning,
  };
}

async function beginOperations(
  deps: TurnEngineDeps,
  turn: Turn,
  inbound: InboundEvent,
): Promise<Operation[]> {
  const { sessionKey, principal, content, receivedAt: at } = inbound;
  const message = { role: 'user', principal, content } as const;
  return [
    { op: 'put-turn', turn },
    { op: 'settle-inbound', id: inbound.id, state: 'running', from: 'queued' },
    { op: 'append-message', sessionKey, turnId: turn.id, ordinal: 0, message, at },
    ...(await sessionOperations(deps, inbound)),
  ];
}

/** A conversation is called after its first message, and found by its last. */
async function sessionOperations(
  { storage, clock }: TurnEngineDeps,
  inbound: InboundEvent,
): Promise<Operation[]> {
  const session = await storage.sessions.get(inbound.sessionKey);
  if (session === undefined) return [];
  const change = {
    updatedAt: clock.now(),
    ...(session.title === '' && { title: titleOf(inbound) }),
  };
  return [{ op: 'update-session', sessionKey: session.key, change }];
}

function titleOf({ content, sessionKey }: InboundEvent): string {
  const line = textOf(content).replaceAll(/\s+/g, ' ').trim();
  return [...line].slice(0, TITLE_CHARACTERS).join('') || sessionKey;
}

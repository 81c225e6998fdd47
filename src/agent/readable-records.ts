import { AgentError } from '../base/errors.ts';
import { translate } from '../protocol/catalogue.ts';
import type { ChatAddress, InboundEvent, OutboundEvent } from '../protocol/event.ts';
import { type JournalStep, readJournalStep } from '../protocol/journal.ts';
import type { UserMessage } from '../protocol/message.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import type { Turn } from '../protocol/turn.ts';
import { NO_USAGE } from '../protocol/usage.ts';
import type { Lease } from '../storage/records.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';

/** A damaged record ends its own turn or message, which the person is told, and never holds up those behind it. */
type Readable<T> = { readonly value: T } | { readonly damage: AgentError };

async function read<T>(reading: Promise<T>): Promise<Readable<T>> {
  try {
    return { value: await reading };
  } catch (thrown) {
    const damage = AgentError.from(thrown);
    if (damage.code !== 'storage_damaged') throw thrown;
    return { damage };
  }
}

/** The open turn of a session; one whose row is damaged is made anew, to be ended. */
export async function openTurn(
  { storage }: TurnEngineDeps,
  sessionKey: string,
): Promise<{ readonly turn: Turn; readonly damage?: AgentError } | undefined> {
  const open = await read(storage.turns.open(sessionKey));
  if ('value' in open) return open.value && { turn: open.value };
  const { damage } = open;
  const [running] = await storage.inbox.list({ sessionKey, states: ['running'], limit: 1 });
  const id = damage.details['key'];
  if (running === undefined || typeof id !== 'string') throw damage;
  return { turn: turnAnew(id, running.event), damage };
}

function turnAnew(id: string, inbound: InboundEvent): Turn {
  const { sessionKey, id: inboundId, traceId, principal, receivedAt } = inbound;
  const named = { id, sessionKey, inboundId, traceId, principal, startedAt: receivedAt };
  const nothing = { activeMs: 0, stopRequested: false, neededApproval: false, retracted: false };
  return { ...named, ...nothing, state: 'running', starts: 1, usage: NO_USAGE };
}

/** The next message of a session. A damaged one is set aside, and the chat is told. */
export async function nextMessage(
  deps: TurnEngineDeps,
  lease: Lease,
): Promise<InboundEvent | undefined> {
  const { storage } = deps;
  const { sessionKey } = lease;
  for (;;) {
    const queue = await read(storage.inbox.list({ sessionKey, states: ['queued'], limit: 1 }));
    if ('value' in queue) return queue.value[0]?.event;
    await setAside(deps, lease, queue.damage);
  }
}

async function setAside(deps: TurnEngineDeps, lease: Lease, damage: AgentError): Promise<void> {
  const { storage, clock, ids, config } = deps;
  const { sessionKey } = lease;
  const id = damage.details['key'];
  if (typeof id !== 'string') throw damage;
  const errorId = ids.next('err');
  deps.logFailure(errorId, damage, { sessionKey, inboundId: id });
  const createdAt = clock.now();
  const language = config.agent.language === 'zh' ? 'zh' : 'en';
  const text = translate(language, 'agent.message_damaged', { errorId });
  const event: OutboundEvent = {
    id: `${id}:notice`,
    traceId: ids.next('trace'),
    ...(await chatOf(deps, sessionKey)),
    kind: 'notice',
    replyTo: id,
    content: [{ type: 'text', text, origin: trustedOrigin('runtime') }],
    createdAt,
    expiresAt: createdAt + config.bus.outboxTtl,
  };
  await storage.commit(
    [
      { op: 'settle-inbound', id, state: 'failed' },
      { op: 'enqueue-delivery', event },
    ],
    lease,
  );
  deps.wakeOutbound();
}

export interface TurnRecords {
  readonly inbound: InboundEvent;
  readonly steps: readonly JournalStep[];
  /** Set when one of the two could not be read; the turn can still be ended, though not answered. */
  readonly damage?: AgentError;
}

/** What an earlier process wrote of a turn. */
export async function readRecords(
  deps: TurnEngineDeps,
  lease: Lease,
  turn: Turn,
): Promise<TurnRecords> {
  const { storage } = deps;
  const [record, steps] = await Promise.all([
    read(storage.inbox.get(turn.inboundId)),
    read(journalOf(deps, turn)),
  ]);
  const known = 'value' in record ? record.value?.event : undefined;
  const inbound = known ?? (await eventAnew(deps, turn));
  if ('value' in steps) {
    const { value } = steps;
    return { inbound, steps: value, ...('damage' in record && { damage: record.damage }) };
  }
  await beginAnew(deps, lease, { turn, inbound });
  return { inbound, steps: [], damage: steps.damage };
}

async function journalOf({ storage }: TurnEngineDeps, { id }: Turn): Promise<JournalStep[]> {
  return (await storage.turns.steps(id)).map(readJournalStep);
}

/** Without its journal, a turn's part of the transcript is the question alone: nothing there may lack its other half. */
async function beginAnew(
  { storage }: TurnEngineDeps,
  lease: Lease,
  { turn, inbound }: { turn: Turn; inbound: InboundEvent },
): Promise<void> {
  const { id: turnId, sessionKey } = turn;
  const { principal, content, receivedAt: at } = inbound;
  const message: UserMessage = { role: 'user', principal, content };
  await storage.commit(
    [
      { op: 'retract-messages', turnId },
      { op: 'append-message', sessionKey, turnId, ordinal: 0, message, at },
    ],
    lease,
  );
}

async function eventAnew(deps: TurnEngineDeps, turn: Turn): Promise<InboundEvent> {
  const { inboundId, traceId, sessionKey, principal, startedAt } = turn;
  return {
    id: inboundId,
    traceId,
    sessionKey,
    address: await addressOf(deps, sessionKey),
    principal,
    content: [],
    language: 'en',
    receivedAt: startedAt,
    unattended: false,
    cronAuthorized: false,
    canAsk: false,
    assumeYes: false,
  };
}

/** Where a person hears of a session: of that of a worker, in the conversation for which it works. */
async function chatOf(
  deps: TurnEngineDeps,
  sessionKey: string,
): Promise<Pick<OutboundEvent, 'sessionKey' | 'address'>> {
  const parent = (await deps.storage.sessions.get(sessionKey))?.parent;
  if (parent !== undefined) return chatOf(deps, parent);
  return { sessionKey, address: await addressOf(deps, sessionKey) };
}

async function addressOf({ storage }: TurnEngineDeps, sessionKey: string): Promise<ChatAddress> {
  const session = await storage.sessions.get(sessionKey);
  if (session !== undefined) return session.address;
  const [channel = '', ...chat] = sessionKey.split(':');
  return { channel, accountId: 'default', chatId: chat.join(':') };
}

import type { Approval } from '../protocol/approval.ts';
import { textOf } from '../protocol/content.ts';
import { InboundEvent, OutboundEvent } from '../protocol/event.ts';
import type { Message } from '../protocol/message.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import type { Session } from '../protocol/session.ts';
import type { Step, Turn } from '../protocol/turn.ts';
import { NO_USAGE, type Usage } from '../protocol/usage.ts';
import type { QueueLimits } from './inbox-store.ts';
import type { Operation } from './operation.ts';
import type { EffectRecord, Lease, MessageRecord, UsageRecord } from './records.ts';
import type { Storage } from './storage.ts';

/** Records for contract suites, as small as they may be. */

export const PERSON = 'cli:1000';
export const NO_LIMITS: QueueLimits = { perSession: 1_000_000, total: 1_000_000 };

const FAR = 4_000_000_000_000;

function content(text: string) {
  return [{ type: 'text' as const, text, origin: trustedOrigin('user') }];
}

/** A message to the session `cli:<chatId>`. */
export function inbound(id: string, chatId = 'a', text = `message ${id}`): InboundEvent {
  return InboundEvent.parse({
    id,
    traceId: `trace-${id}`,
    sessionKey: `cli:${chatId}`,
    address: { channel: 'cli', chatId },
    principal: PERSON,
    content: content(text),
    language: 'en',
    receivedAt: 1,
  });
}

export function outbound(id: string, chatId = 'a', more: Partial<OutboundEvent> = {}) {
  return OutboundEvent.parse({
    id,
    traceId: `trace-${id}`,
    sessionKey: `cli:${chatId}`,
    address: { channel: 'cli', chatId },
    kind: 'reply',
    content: content(`reply ${id}`),
    createdAt: 1,
    expiresAt: FAR,
    ...more,
  });
}

export function session(key: string, more: Partial<Session> = {}): Session {
  const [channel = 'cli', chatId = key] = key.split(':');
  return {
    key,
    address: { channel, accountId: 'default', chatId },
    principal: PERSON,
    title: key,
    createdAt: 1,
    updatedAt: 1,
    introduced: false,
    ...more,
  };
}

/** A turn in the session `cli:<chatId>`. */
export function turn(id: string, chatId = 'a', more: Partial<Turn> = {}): Turn {
  return {
    id,
    sessionKey: `cli:${chatId}`,
    inboundId: `in-${id}`,
    traceId: `trace-${id}`,
    principal: PERSON,
    state: 'running',
    starts: 1,
    startedAt: 1,
    activeMs: 0,
    stopRequested: false,
    neededApproval: false,
    retracted: false,
    usage: NO_USAGE,
    ...more,
  };
}

export function step(turnId: string, name: string, more: Partial<Step> = {}): Step {
  return { turnId, name, kind: 'tool', status: 'started', startedAt: 1, ...more };
}

export function effect(key: string, turnId: string, more: Partial<EffectRecord> = {}) {
  const record: EffectRecord = {
    idempotencyKey: key,
    turnId,
    stepName: 'tool_0_0',
    tool: 'exec',
    class: 'unsafe',
    status: 'intent',
    at: 1,
    ...more,
  };
  return record;
}

export function approval(id: string, turnId: string, more: Partial<Approval> = {}): Approval {
  return {
    id,
    binding: 'digest',
    turnId,
    stepName: 'tool_0_0',
    sessionKey: 'cli:a',
    principal: PERSON,
    tool: 'exec',
    risk: 'exec',
    summary: 'npm test',
    reason: 'runs a command',
    patternKey: 'none',
    state: 'pending',
    requestedAt: 1,
    expiresAt: 1_000,
    ...more,
  };
}

export function usageOf(turnId: string, stepName: string, more: Partial<UsageRecord> = {}) {
  const usage: Usage = { ...NO_USAGE, inputTokens: 10, outputTokens: 1 };
  const record: UsageRecord = {
    turnId,
    stepName,
    traceId: `trace-${turnId}`,
    sessionKey: 'cli:a',
    principal: PERSON,
    provider: 'offline',
    model: 'offline',
    at: 1,
    usage,
    ...more,
  };
  return record;
}

export function userMessage(text: string): Message {
  return { role: 'user', principal: PERSON, content: content(text) };
}

/** Appends a person's message as the only one of a turn. */
export function append(sessionKey: string, turnId: string, text: string): Operation {
  const message = userMessage(text);
  return { op: 'append-message', sessionKey, turnId, ordinal: 0, message, at: 1 };
}

/** What the person wrote in a stored message of theirs. */
export function writtenIn({ message }: MessageRecord): string {
  return message.role === 'user' ? textOf(message.content) : '';
}

/** In order, as commits take effect in the order of the calls. */
export async function acceptAll(storage: Storage, events: readonly InboundEvent[]): Promise<void> {
  await Promise.all(events.map((event) => storage.inbox.accept(event, NO_LIMITS)));
}

/** The lease of whatever session may run, for as good as ever. */
export async function claim(storage: Storage, owner = 'worker', now = 0): Promise<Lease> {
  const lease = await storage.leases.claim({ owner, now, leaseMs: 1_000 });
  if (lease === undefined) throw new Error('No session may run.');
  return lease;
}

/** Lets a claimed session work on its first queued message: opens the turn `t-<id>`. */
export async function begin(storage: Storage, lease: Lease): Promise<Turn> {
  const { sessionKey } = lease;
  const [first] = await storage.inbox.list({ sessionKey, states: ['queued'], limit: 1 });
  if (first === undefined) throw new Error(`Nothing is queued in ${sessionKey}.`);
  const { id, traceId } = first.event;
  const opened = { ...turn(`t-${id}`), sessionKey, inboundId: id, traceId };
  await storage.commit(
    [
      { op: 'put-turn', turn: opened },
      { op: 'settle-inbound', id, state: 'running' },
    ],
    lease,
  );
  return opened;
}

/** Ends a turn and gives the session back. */
export async function finish(storage: Storage, lease: Lease, open: Turn): Promise<void> {
  await storage.commit(
    [
      { op: 'put-turn', turn: { ...open, state: 'done' } },
      { op: 'settle-inbound', id: open.inboundId, state: 'done' },
      { op: 'release-lease' },
    ],
    lease,
  );
}

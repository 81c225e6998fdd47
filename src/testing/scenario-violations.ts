import { toModelMessages } from '../agent/context/to-model-messages.ts';
import type { DeliveryAnswer } from '../bus/delivery-target.ts';
import { textOf } from '../protocol/content.ts';
import type { InboundEvent } from '../protocol/event.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import { isWorkerSession, WORKER_TOOLS, workerOf } from '../protocol/worker-session.ts';
import type { EffectRecord, InboxRecord } from '../storage/records.ts';
import type { CallRecord } from '../tools/call.ts';
import type { EngineBed } from './engine-bed.ts';
import { strictHistory } from './strict-history.ts';

/** What happened outside, where no crash can undo it. */
export interface Outside {
  /** How often each effect took place, by its key. */
  readonly effects: Map<string, number>;
  /** What the platform said to each message, in order. */
  readonly answers: Map<string, DeliveryAnswer['state'][]>;
  readonly accepted: Set<string>;
}

/** Every promise of the runtime that a world at rest does not keep, one sentence each. */
export async function findViolations(bed: EngineBed, outside: Outside): Promise<string[]> {
  const records = await bed.storage.inbox.list({});
  const lost = [...outside.accepted].filter((id) => !records.some(({ event }) => event.id === id));
  const each = await Promise.all(records.map((record) => violationsOf(bed, outside, record)));
  return [
    ...lost.map((id) => `${id} is lost`),
    ...each.flat(),
    ...(await orderViolations(bed, records)),
    ...(await historyViolations(bed, records)),
    ...deliveryViolations(outside),
    ...(await leftovers(bed)),
  ];
}

const ENDS: readonly string[] = ['done', 'failed', 'stopped', 'capped', 'quarantined'];

async function violationsOf(bed: EngineBed, outside: Outside, { event, state }: InboxRecord) {
  const turn = await bed.storage.turns.byInbound(event.id);
  if (turn === undefined) return [`${event.id} has no turn`];
  const deliveries = await bed.storage.outbox.list({ turnId: turn.id, limit: 10 });
  const replies = deliveries.filter((delivery) => delivery.event.replyTo === event.id);
  const text = replies.map((delivery) => textOf(delivery.event.content)).join('');
  const effects = await bed.storage.effects.list(turn.id);
  const isUntold =
    replies.length > 0 &&
    effects.some(({ status }) => status === 'unknown') &&
    !text.includes('Nobody can say');
  const orders = await Promise.all(effects.map((effect) => orderOf(bed, effect)));
  return [
    ...(ENDS.includes(state) && state === turn.state ? [] : [`${event.id} ends as ${state}`]),
    ...(replies.length === repliesTo(event) ? [] : [`${event.id} has ${replies.length} replies`]),
    ...(replies.length > 0 && text === '' ? [`${event.id} has an empty reply`] : []),
    ...(isUntold ? [`${event.id} keeps an unknown effect to itself`] : []),
    ...effects.flatMap((effect, index) => {
      const times = orders[index] ?? outside.effects.get(effect.idempotencyKey) ?? 0;
      const named = `${event.id} ${effect.stepName}: ${effect.status}, happened ${times} times`;
      const isRepeated = times > 1 && effect.class === 'unsafe';
      const isUnaudited =
        times > 0 && !bed.records.some((record) => isOf(record, effect) && record.sideEffect);
      const isUntrue = effect.status === 'intent' || (effect.status === 'done' && times === 0);
      return [
        ...(isRepeated || isUntrue ? [named] : []),
        ...(isUnaudited ? [`${named}, and the audit knows nothing of it`] : []),
      ];
    }),
  ];
}

/** A worker speaks to its caller, unless nobody waits for it. */
function repliesTo({ child }: InboundEvent): number {
  return child === undefined || child.deliver !== undefined ? 1 : 0;
}

/** How many workers a call has; undefined for one that wants none. */
async function orderOf({ storage }: EngineBed, { tool, idempotencyKey }: EffectRecord) {
  if (!WORKER_TOOLS.includes(tool)) return undefined;
  const order = await storage.inbox.get(workerOf(idempotencyKey, 1).inboundId);
  return order === undefined ? 0 : 1;
}

function isOf({ turnId, stepName }: CallRecord, effect: EffectRecord): boolean {
  return turnId === effect.turnId && stepName === effect.stepName;
}

async function orderViolations({ storage }: EngineBed, records: readonly InboxRecord[]) {
  const violations: string[] = [];
  for (const sessionKey of sessionsOf(records)) {
    const own = records.filter(({ event }) => event.sessionKey === sessionKey);
    const turns = await Promise.all(own.map(({ event }) => storage.turns.byInbound(event.id)));
    const ids = turns.flatMap((turn) => turn?.id ?? []);
    const outbox = await storage.outbox.list({ sessionKey, limit: 1_000 });
    // The result of a task in the background comes when it comes.
    const answers = outbox.filter(({ turnId = '' }) => ids.includes(turnId));
    const answered = answers.toReversed().flatMap(({ turnId }) => turnId ?? []);
    // Turn ids sort by the moment at which the turn began.
    if (String(ids.toSorted()) !== String(ids)) violations.push(`${sessionKey} began out of order`);
    if (isWorkerSession(sessionKey)) continue;
    if (String(answered) !== String(ids)) violations.push(`${sessionKey} answered out of order`);
  }
  return violations;
}

async function historyViolations({ storage }: EngineBed, records: readonly InboxRecord[]) {
  const options = { timeHeader: () => '[now]', media: new Map() };
  const origin = trustedOrigin('user');
  const next = {
    role: 'user',
    principal: 'cli:0',
    content: [{ type: 'text', text: 'next', origin }],
  };
  const violations: string[] = [];
  for (const sessionKey of sessionsOf(records)) {
    const history = await storage.messages.list(sessionKey);
    const entries = [...history, { message: next as (typeof history)[0]['message'], at: 0 }];
    violations.push(
      ...strictHistory(toModelMessages(entries, options)).map((why) => `${sessionKey}: ${why}`),
    );
  }
  return violations;
}

function sessionsOf(records: readonly InboxRecord[]): string[] {
  return [...new Set(records.map(({ event }) => event.sessionKey))];
}

/** After `sent` or `unknown` nothing may be sent again. */
function deliveryViolations({ answers }: Outside): string[] {
  return [...answers]
    .filter(([, given]) => given.slice(0, -1).some((state) => state !== 'failed'))
    .map(([id, given]) => `${id} was answered ${given}`);
}

async function leftovers({ storage }: EngineBed): Promise<string[]> {
  const open = await storage.turns.list({ states: ['running', 'ready', 'waiting'] });
  const leases = await storage.leases.list();
  const pending = await storage.approvals.list({ states: ['pending'], limit: 100 });
  const undelivered = await storage.outbox.list({ states: ['queued', 'sending'], limit: 100 });
  return [
    ...open.map(({ id, state }) => `turn ${id} is still ${state}`),
    ...leases.map(({ sessionKey }) => `${sessionKey} is still leased`),
    ...pending.map(({ id }) => `question ${id} is still open`),
    ...undelivered.map(({ event, state }) => `${event.id} is still ${state}`),
  ];
}

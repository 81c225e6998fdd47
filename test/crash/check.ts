import type { Arrival } from '../tools/counting-sink.ts';
import {
  type Evidence,
  inboundIdOf,
  type MessageEvidence,
  type MessageRecord,
} from './evidence.ts';
import { answerTo } from './plan.ts';

/** What a promise that was not kept is called; `unknown` is none: it is a promise kept. */
export interface Finding {
  readonly kind: 'lost' | 'repeated' | 'disordered' | 'unknown' | 'failed';
  readonly what: string;
}

/**
 * Judges the three promises. Every acknowledged message is answered or ends in a stated failure; every effect
 * and every reply happens at most once or is reported `unknown`; order within a session holds.
 */
export function checkEvidence(evidence: Evidence): Finding[] {
  const seen = sortArrivals(evidence.arrivals);
  const sessions = Map.groupBy(evidence.messages, ({ session }) => session);
  return [
    ...evidence.messages.flatMap((message) => checkMessage(message, seen, evidence.deduplicates)),
    ...[...sessions.values()].flatMap((messages) => checkOrder(messages, seen)),
  ];
}

type EffectArrival = Extract<Arrival, { kind: 'effect' }>;
type DeliveryArrival = Extract<Arrival, { kind: 'delivery' }>;

interface Seen {
  readonly effects: ReadonlyMap<string, readonly EffectArrival[]>;
  readonly replies: ReadonlyMap<string, readonly DeliveryArrival[]>;
  /** When each effect and each answered message was first seen. */
  readonly firstAt: ReadonlyMap<string, number>;
}

function sortArrivals(arrivals: readonly Arrival[]): Seen {
  const effects = arrivals.filter((arrival) => arrival.kind === 'effect');
  const replies = arrivals.filter((arrival) => arrival.kind === 'delivery');
  const firstAt = new Map<string, number>();
  for (const [index, arrival] of arrivals.entries()) {
    const name = arrival.kind === 'effect' ? arrival.label : arrival.replyTo;
    if (!firstAt.has(name)) firstAt.set(name, index);
  }
  return {
    effects: Map.groupBy(effects, ({ label }) => label),
    replies: Map.groupBy(replies, ({ replyTo }) => replyTo),
    firstAt,
  };
}

function checkMessage(message: MessageEvidence, seen: Seen, deduplicates: boolean): Finding[] {
  const { record, acknowledged, id } = message;
  const forgotten = record === undefined && acknowledged;
  return [
    ...findings(forgotten, 'lost', `${id} was acknowledged and is not known`),
    ...(record === undefined ? [] : checkEnd(message, record, seen)),
    ...checkReplies(message, seen, deduplicates),
    ...message.effects.flatMap((effect) => checkEffect(effect, message, seen)),
  ];
}

const OPEN_STATES = new Set(['queued', 'running']);
const STATED_STATES = new Set(['unknown', 'failed', 'expired']);

function checkEnd({ id }: MessageEvidence, record: MessageRecord, seen: Seen): Finding[] {
  const { state, reply } = record;
  if (OPEN_STATES.has(state)) return [{ kind: 'lost', what: `${id} is still ${state}` }];
  const arrived = seen.replies.has(inboundIdOf(id));
  const unanswered = !arrived && !STATED_STATES.has(reply ?? 'never written');
  return [
    ...findings(state !== 'done', 'failed', `${id} ended as ${state}`),
    ...findings(unanswered, 'lost', `${id}: its reply is ${reply ?? 'never written'}, not there`),
    ...findings(reply === 'unknown', 'unknown', `${id}: whether its reply arrived`),
  ];
}

function checkReplies(
  { id, record }: MessageEvidence,
  seen: Seen,
  deduplicates: boolean,
): Finding[] {
  const replies = seen.replies.get(inboundIdOf(id)) ?? [];
  const different = new Set(replies.map((reply) => reply.id)).size;
  const count = deduplicates ? different : replies.length;
  const answer = answerTo(id).join('');
  const wrong = replies.find(({ text }) => text.split(answer).length !== 2);
  return [
    ...findings(count > 1, 'repeated', `${id} was answered ${count} times`),
    ...findings(
      record?.state === 'done' && wrong !== undefined,
      'disordered',
      `${id} was answered with: ${wrong?.text}`,
    ),
  ];
}

const MADE = new Set(['ok', 'replayed']);

function checkEffect(
  { label, kind }: MessageEvidence['effects'][number],
  { record }: MessageEvidence,
  seen: Seen,
): Finding[] {
  const arrivals = seen.effects.get(label) ?? [];
  const keys = new Set(arrivals.map(({ key }) => key)).size;
  const times = kind === 'put' ? keys : arrivals.length;
  const outcome = record?.outcomes[label] ?? 'not mentioned';
  const happened = arrivals.length > 0;
  const unmade = record?.state === 'done' && outcome === 'not mentioned';
  return [
    ...findings(times > 1, 'repeated', `${label} (${kind}) happened ${times} times`),
    ...findings(outcome === 'unknown', 'unknown', `${label}: whether it happened`),
    ...findings(unmade, 'lost', `${label} was left out`),
    ...findings(
      !happened && MADE.has(outcome),
      'lost',
      `${label} is ${outcome} and never happened`,
    ),
    ...findings(
      happened && !MADE.has(outcome) && outcome !== 'unknown',
      'lost',
      `${label} happened and is ${outcome}`,
    ),
  ];
}

/** Within one session: accepted as sent, worked on one after the other, and seen outside in that order. */
function checkOrder(messages: readonly MessageEvidence[], seen: Seen): Finding[] {
  const known = messages.filter(({ record }) => record !== undefined);
  const outside = known.flatMap(({ id, effects }) => [
    ...effects.map(({ label }) => label),
    inboundIdOf(id),
  ]);
  const moments = outside.filter((name) => seen.firstAt.has(name));
  return [
    ...descents(known, ({ record }) => record?.seq ?? 0).map(
      ({ id }): Finding => ({ kind: 'disordered', what: `${id} was accepted out of turn` }),
    ),
    ...overlaps(known),
    ...descents(moments, (name) => seen.firstAt.get(name) ?? 0).map(
      (name): Finding => ({ kind: 'disordered', what: `${name} was seen too early` }),
    ),
  ];
}

function overlaps(messages: readonly MessageEvidence[]): Finding[] {
  return messages.flatMap(({ id, record }, index) => {
    const before = messages[index - 1]?.record?.endedAt ?? 0;
    const early = record !== undefined && record.startedAt < before;
    return findings(early, 'disordered', `${id} began before the one before it had ended`);
  });
}

/** Those that come after something greater. */
function descents<Item>(items: readonly Item[], rank: (item: Item) => number): Item[] {
  return items.filter((item, index) => {
    const before = items[index - 1];
    return before !== undefined && rank(item) < rank(before);
  });
}

function findings(found: boolean, kind: Finding['kind'], what: string): Finding[] {
  return found ? [{ kind, what }] : [];
}

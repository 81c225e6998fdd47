import type { DeliveryState, InboxState } from '../../src/storage/records.ts';
import type { Storage } from '../../src/storage/storage.ts';
import type { Arrival } from '../tools/counting-sink.ts';
import { type EffectKind, labelOf, type PlannedMessage } from './plan.ts';
import { openReader, type World } from './world.ts';

/** What the runtime itself says of one message. */
export interface MessageRecord {
  readonly seq: number;
  readonly state: InboxState;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  /** The outcome of each effect by its label, as journalled. */
  readonly outcomes: Readonly<Record<string, string>>;
  readonly reply: DeliveryState | undefined;
}

/** One message: what was meant, what its sender heard, and what became of it. */
export interface MessageEvidence {
  readonly id: string;
  readonly session: string;
  readonly acknowledged: boolean;
  /** What was to happen, in order. */
  readonly effects: readonly { readonly label: string; readonly kind: EffectKind }[];
  /** Undefined when the runtime knows nothing of it. */
  readonly record: MessageRecord | undefined;
}

/** Everything that the checker judges. */
export interface Evidence {
  /** Whether the platform drops a reply that it has already. */
  readonly deduplicates: boolean;
  /** Those of one session in the order in which they were sent. */
  readonly messages: readonly MessageEvidence[];
  /** In the order in which they reached the world outside. */
  readonly arrivals: readonly Arrival[];
}

export async function gatherEvidence(world: World): Promise<Evidence> {
  const { dataDir, deduplicates, arrivals, sent, acknowledged } = world;
  const storage = await openReader(dataDir);
  const messages: MessageEvidence[] = [];
  try {
    for (const message of sent) {
      const { id, session } = message;
      const record = await readRecord(storage, id);
      const effects = effectsOf(message);
      messages.push({ id, session, acknowledged: acknowledged.has(id), effects, record });
    }
  } finally {
    await storage.close();
  }
  return { deduplicates, messages, arrivals };
}

function effectsOf({ id, batches }: PlannedMessage): MessageEvidence['effects'] {
  return batches.flatMap((kinds, batch) =>
    kinds.map((kind, call) => ({ label: labelOf(id, batch, call), kind })),
  );
}

/** The id under which the owner's door keeps a message. */
export function inboundIdOf(id: string): string {
  return `cli:${id}`;
}

async function readRecord(storage: Storage, id: string): Promise<MessageRecord | undefined> {
  const inbound = await storage.inbox.get(inboundIdOf(id));
  if (inbound === undefined) return undefined;
  const { seq, state, acceptedAt } = inbound;
  const turn = await storage.turns.byInbound(inbound.event.id);
  const steps = turn === undefined ? [] : await storage.turns.steps(turn.id);
  const tools = steps.filter(({ kind, status }) => kind === 'tool' && status === 'done');
  const outcomes = tools.map(({ name, outcome = '' }) => [`${id}/${name}`, outcome] as const);
  const deliveries = turn && (await storage.outbox.list({ turnId: turn.id, limit: 10 }));
  return {
    seq,
    state,
    startedAt: turn?.startedAt ?? acceptedAt,
    endedAt: turn?.endedAt,
    outcomes: Object.fromEntries(outcomes),
    reply: deliveries?.find(({ event }) => event.kind === 'reply')?.state,
  };
}

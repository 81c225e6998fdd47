import type { Random } from '../../src/testing/random.ts';
import { POINTS, type Point, type Trap } from './points.ts';

/** `unsafe` may never happen twice; `put` may be asked for again with its key. */
export type EffectKind = 'unsafe' | 'put';

/** One message: the model answers it after these batches of tool calls. */
export interface PlannedMessage {
  readonly id: string;
  readonly session: string;
  readonly batches: readonly (readonly EffectKind[])[];
}

/** How the runtime dies: at a labelled point, or so many milliseconds after the first message was sent. */
export type Death = Trap | { readonly afterMs: number };

export interface RoundPlan {
  /** In the order in which they are sent; those of one session one after the other. */
  readonly messages: readonly PlannedMessage[];
  readonly death: Death;
  /** A second death while it recovers from the first; counted from the start of the new process. */
  readonly secondDeath?: Death;
}

/** Every point is met this often in any round, so that every planned death comes. */
const MEETINGS = 4;
const LONGEST_LIFE_MS = 500;
const LONGEST_RECOVERY_MS = 1_500;

/** Where each round dies, over and over; `delivered` twice, for the two kinds of platform. */
const DEATHS: readonly (Point | 'anywhere')[] = [
  'accepting',
  'accepted',
  'delivered',
  'before-model',
  'in-stream',
  'tool-starting',
  'tool-started',
  'effect-done',
  'before-reply',
  'in-delivery',
  'delivered',
  'anywhere',
];

/** What a round does; all but its place is up to `random`. */
export function planRound(round: number, random: Random): RoundPlan {
  const messages = [0, 0, 1, 2].map((of, index) => ({
    id: `r${round}-m${index}`,
    session: `s${of}`,
    batches: planBatches(random),
  }));
  const place = DEATHS[round % DEATHS.length] ?? 'anywhere';
  const death =
    place === 'anywhere'
      ? { afterMs: random.below(LONGEST_LIFE_MS) }
      : { point: place, nth: 1 + random.below(MEETINGS) };
  const diesAgain = random.chance(0.25);
  return { messages, death, ...(diesAgain && { secondDeath: planSecondDeath(random) }) };
}

function planBatches(random: Random): EffectKind[][] {
  const kind = () => random.pick<EffectKind>(['unsafe', 'put']);
  const count = 1 + random.below(2);
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + random.below(2) }, () => kind()),
  );
}

function planSecondDeath(random: Random): Death {
  if (random.chance(0.5)) return { afterMs: random.below(LONGEST_RECOVERY_MS) };
  return { point: random.pick(POINTS), nth: 1 };
}

/** Names the effect of one call, which is to happen once. */
export function labelOf(messageId: string, batch: number, call: number): string {
  return `${messageId}/tool_${batch}_${call}`;
}

/** What a message says: the scripted model reads its plan in it. */
export function textOf({ id, batches }: PlannedMessage): string {
  return `do ${id} [${batches.map((kinds) => kinds.join('+')).join(' ')}]`;
}

/** The other way round; undefined for any other text. */
export function readText(text: string): Pick<PlannedMessage, 'id' | 'batches'> | undefined {
  const [, id, plan] = /\bdo (\S+) \[([a-z+ ]*)\]/.exec(text) ?? [];
  if (id === undefined || plan === undefined) return undefined;
  const batches = plan.split(' ').map((batch) => batch.split('+') as EffectKind[]);
  return { id, batches };
}

/** The two halves of the answer to a message. */
export function answerTo(id: string): readonly [string, string] {
  return [`Answer to`, ` <${id}>.`];
}

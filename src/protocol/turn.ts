import { z } from 'zod';
import { Principal } from './event.ts';
import { Usage } from './usage.ts';

/** `running`, `ready` and `waiting` are open; the others are how a turn ends. */
export const TurnState = z.enum([
  'running',
  'waiting',
  'ready',
  'done',
  'failed',
  'stopped',
  'capped',
  'quarantined',
]);
export type TurnState = z.infer<typeof TurnState>;

export const OPEN_TURN_STATES: readonly TurnState[] = ['running', 'waiting', 'ready'];

/**
 * How a question to the person was settled: in their own words, by the default that nobody objected to, or not at all.
 * Nothing but the first was said by a person.
 */
export const Clarification = z.union([
  z.object({ by: z.enum(['person', 'default']), answer: z.string() }),
  z.object({ by: z.literal('nobody') }),
]);
export type Clarification = z.infer<typeof Clarification>;

/** They held nothing but the words. */
function ofOlderJournals(answer: unknown): unknown {
  return typeof answer === 'string' ? { by: 'person', answer } : answer;
}

/** What a parked turn waits for. */
export const WaitingFor = z.object({
  kind: z.enum(['approval', 'clarification']),
  id: z.string(),
  /** The question, for a clarification. */
  question: z.string().optional(),
  choices: z.array(z.string()).optional(),
  /** Set by `answer-clarification`, together with the state `ready`. */
  answer: z.preprocess(ofOlderJournals, Clarification.optional()),
  /** The answer assumed when nobody gives one in time. */
  defaultAnswer: z.string().optional(),
  until: z.number(),
});
export type WaitingFor = z.infer<typeof WaitingFor>;

/** One answer to one inbound event. Its steps are the journal. */
export const Turn = z.object({
  id: z.string(),
  sessionKey: z.string(),
  inboundId: z.string(),
  traceId: z.string(),
  principal: Principal,
  state: TurnState,
  /** How often it was started without coming to an orderly end or pause; three crashes quarantine it. */
  starts: z.int(),
  startedAt: z.number(),
  endedAt: z.number().optional(),
  /** Time spent working, without waiting for people; what a crash cut off is not counted. */
  activeMs: z.number().default(0),
  waitingFor: WaitingFor.optional(),
  stopRequested: z.boolean().default(false),
  /** Which cap ended it, e.g. `modelCalls`. */
  cap: z.string().optional(),
  /** Shown to the person; the cause is in the log under it. */
  errorId: z.string().optional(),
  /** Whether some call needed a person who could not be asked. */
  neededApproval: z.boolean().default(false),
  /** Taken back by the person: its messages are no longer part of the history. */
  retracted: z.boolean().default(false),
  usage: Usage,
});
export type Turn = z.infer<typeof Turn>;

const StepKind = z.enum(['context', 'llm', 'tool', 'reply']);

/** One journalled step: `context`, `llm_0`, `tool_0_0`, `tool_0_1`, `llm_1`, …, `reply`. */
export const Step = z.object({
  turnId: z.string(),
  name: z.string(),
  kind: StepKind,
  status: z.enum(['started', 'done']),
  startedAt: z.number(),
  endedAt: z.number().optional(),
  /** How it ended: a tool outcome, a finish reason, `ok` or an error code. */
  outcome: z.string().optional(),
  /** What replay reads; its shape belongs to the kind (see `journal.ts`). */
  result: z.unknown().optional(),
});
export type Step = z.infer<typeof Step>;

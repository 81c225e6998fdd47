import type { Clock } from '../base/clock.ts';
import type { InboundEvent } from '../protocol/event.ts';
import {
  type JournalStep,
  type LlmStepResult,
  readJournalStep,
  type ToolStepResult,
} from '../protocol/journal.ts';
import type { Message } from '../protocol/message.ts';
import type { Step, Turn } from '../protocol/turn.ts';
import { addUsage, NO_USAGE, type Usage } from '../protocol/usage.ts';
import { messageOfStep } from '../sessions/turn-messages.ts';
import type { Operation } from '../storage/operation.ts';
import type { Lease } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';

export interface TurnJournalOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly lease: Lease;
  readonly turn: Turn;
  readonly inbound: InboundEvent;
  /** What an earlier process wrote of this turn. */
  readonly steps: readonly Step[];
}

/** The journal of one turn in the hands of the worker that holds the lease. Every write carries the fence. */
export interface TurnJournal {
  readonly inbound: InboundEvent;
  readonly lease: Lease;
  turn(): Turn;
  step(name: string): JournalStep | undefined;
  /** In the order in which they started. */
  steps(): readonly JournalStep[];
  /** The finished model steps, in order. */
  modelSteps(): readonly LlmStepResult[];
  /** The finished tool steps, in order. */
  toolSteps(): readonly ToolStepResult[];
  /** The sum over the model steps. */
  usage(): Usage;
  /** What this turn has added to the transcript, the person's message first. */
  messages(): readonly Message[];
  /** Time worked so far, in milliseconds, waiting for people not counted. */
  activeMs(): number;
  /** Writes a step, what it adds to the transcript, and `others`, in one commit. */
  write(step: JournalStep, others?: readonly Operation[]): Promise<void>;
  /** What writes the turn in its new state and gives the session back, to go into one commit with other things. */
  leaving(turn: Turn): readonly Operation[];
  commit(operations: readonly Operation[]): Promise<void>;
}

export function createTurnJournal(options: TurnJournalOptions): TurnJournal {
  const { storage, clock, lease, inbound } = options;
  const steps = new Map(options.steps.map((step) => [step.name, readJournalStep(step)]));
  const messages: Message[] = [
    { role: 'user', principal: inbound.principal, content: inbound.content },
    ...[...steps.values()].flatMap((step) => messageOfStep(step) ?? []),
  ];
  const resumedAt = clock.monotonic();
  let turn = options.turn;

  const activeMs = () => options.turn.activeMs + Math.round(clock.monotonic() - resumedAt);

  const commit = (operations: readonly Operation[]) => storage.commit(operations, lease);

  function modelSteps(): LlmStepResult[] {
    return [...steps.values()].flatMap((step) => (step.kind === 'llm' ? [step.result] : []));
  }

  function appending(message: Message | undefined): Operation[] {
    if (message === undefined) return [];
    const ordinal = messages.push(message) - 1;
    const { sessionKey, id: turnId } = turn;
    return [{ op: 'append-message', sessionKey, turnId, ordinal, message, at: clock.now() }];
  }

  return {
    inbound,
    lease,
    turn: () => turn,
    step: (name) => steps.get(name),
    steps: () => [...steps.values()],
    modelSteps,
    toolSteps: () =>
      [...steps.values()].flatMap((step) =>
        step.kind === 'tool' && step.status === 'done' ? [step.result] : [],
      ),
    usage: () => modelSteps().reduce((sum, step) => addUsage(sum, step.usage), NO_USAGE),
    messages: () => messages,
    activeMs,
    commit,

    async write(step, others = []) {
      steps.set(step.name, step);
      await commit([{ op: 'put-step', step }, ...appending(messageOfStep(step)), ...others]);
    },

    leaving(next) {
      turn = { ...next, activeMs: activeMs() };
      const op = turn.state === 'waiting' ? 'park-turn' : 'put-turn';
      return [{ op, turn }, { op: 'release-lease' }];
    },
  };
}

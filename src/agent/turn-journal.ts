import type { Clock } from '../base/clock.ts';
import type { InboundEvent } from '../protocol/event.ts';
import type { JournalStep, LlmStepResult, ToolStepResult } from '../protocol/journal.ts';
import type { Message } from '../protocol/message.ts';
import type { Turn } from '../protocol/turn.ts';
import { addUsage, NO_USAGE, type Usage } from '../protocol/usage.ts';
import { messageOfStep } from '../sessions/turn-messages.ts';
import type { Operation } from '../storage/operation.ts';
import type { Lease } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { createWriteLine } from './write-line.ts';

export interface TurnJournalOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly lease: Lease;
  readonly turn: Turn;
  readonly inbound: InboundEvent;
  /** What an earlier process wrote of this turn. */
  readonly steps: readonly JournalStep[];
}

interface Entry {
  readonly steps: readonly JournalStep[];
  readonly others: readonly Operation[];
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
  /** Writes steps, what they add to the transcript, and `others`, in one commit; known here only once it is done. */
  write(steps: readonly JournalStep[], others?: readonly Operation[]): Promise<void>;
  /**
   * The same with the next commit: for steps whose loss in a crash costs nothing but doing them again, or that are
   * about to be followed by the next one. Known here at once. Not while another write is under way.
   */
  hold(steps: readonly JournalStep[], others?: readonly Operation[]): void;
  /** The turn in a new state, with the time worked so far. */
  ending(change: Partial<Turn>): Turn;
  commit(operations: readonly Operation[]): Promise<void>;
}

export function createTurnJournal(options: TurnJournalOptions): TurnJournal {
  const { storage, clock, lease, inbound } = options;
  const steps = new Map(options.steps.map((step) => [step.name, step]));
  const messages: Message[] = [
    { role: 'user', principal: inbound.principal, content: inbound.content },
    ...messagesOf([...steps.values()]),
  ];
  const resumedAt = clock.monotonic();
  let turn = options.turn;
  let held: readonly Operation[] = [];

  const activeMs = () => options.turn.activeMs + Math.round(clock.monotonic() - resumedAt);

  const line = createWriteLine<Entry>(async (entries) => {
    const steps = entries.flatMap((entry) => entry.steps);
    const others = entries.flatMap((entry) => entry.others);
    const operations = [...held, ...operationsOf(steps, others)];
    const taken = held.length;
    await storage.commit(operations, lease);
    held = held.slice(taken);
    learn(steps);
    for (const operation of operations) {
      if (operation.op === 'put-turn' || operation.op === 'park-turn') turn = operation.turn;
    }
  });

  function modelSteps(): LlmStepResult[] {
    return [...steps.values()].flatMap((step) => (step.kind === 'llm' ? [step.result] : []));
  }

  function appending(added: readonly Message[]): Operation[] {
    const { sessionKey, id: turnId } = turn;
    const at = clock.now();
    return added.map((message, index) => {
      const ordinal = messages.length + index;
      return { op: 'append-message', sessionKey, turnId, ordinal, message, at };
    });
  }

  function operationsOf(written: readonly JournalStep[], others: readonly Operation[]) {
    const puts = written.map((step): Operation => ({ op: 'put-step', step }));
    return [...puts, ...appending(messagesOf(written)), ...others];
  }

  function learn(written: readonly JournalStep[]): void {
    for (const step of written) steps.set(step.name, step);
    messages.push(...messagesOf(written));
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
    commit: (operations) => line({ steps: [], others: operations }),

    write: (written, others = []) => line({ steps: written, others }),

    hold(written, others = []) {
      held = [...held, ...operationsOf(written, others)];
      learn(written);
    },

    ending: (change) => ({ ...turn, ...change, activeMs: activeMs() }),
  };
}

function messagesOf(steps: readonly JournalStep[]): Message[] {
  return steps.flatMap((step) => messageOfStep(step) ?? []);
}

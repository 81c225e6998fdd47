import type { ApprovalGate } from '../approvals/approval-gate.ts';
import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import { createWakeSignal } from '../base/wake-signal.ts';
import type { Clarification, Turn } from '../protocol/turn.ts';
import type { Storage } from '../storage/storage.ts';

export interface DeadlinesDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly gate: ApprovalGate;
  /** Called when a waiting turn may go on. */
  onReady(): void;
}

/** Ends what waits for a person longer than it may: approvals expire, questions get their default answer. */
export interface Deadlines {
  /** Looks again, because something new waits. */
  wake(): void;
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Somebody answered in the same moment, and theirs counts; the session was deleted; or this one turn cannot be read
 * any more. The others get their answers all the same.
 */
const CONCERNS_ONE = new Set(['conflict', 'not_found', 'storage_damaged']);

const LOOK_AGAIN_MS = 60_000;

export function createDeadlines({ storage, clock, gate, onReady }: DeadlinesDeps): Deadlines {
  const bell = createWakeSignal(clock);

  async function answerLateQuestions(): Promise<number | undefined> {
    const waiting = await storage.turns.list({ states: ['waiting'] });
    const questions = waiting.filter(({ waitingFor }) => waitingFor?.kind === 'clarification');
    const due = questions.filter(({ waitingFor }) => (waitingFor?.until ?? 0) <= clock.now());
    for (const turn of due) await answerByDefault(storage, turn);
    const later = questions.flatMap(({ waitingFor }) => waitingFor?.until ?? []);
    return earliest(later.filter((until) => until > clock.now()));
  }

  return {
    wake: () => bell.ring(),

    async run(signal) {
      while (!signal.aborted) {
        const next = earliest([await gate.expireDue(), await answerLateQuestions()]);
        onReady();
        const waitMs = next === undefined ? LOOK_AGAIN_MS : next - clock.now();
        await bell.wait(Math.min(LOOK_AGAIN_MS, Math.max(0, waitMs)), signal);
      }
    },
  };
}

async function answerByDefault(storage: Storage, turn: Turn): Promise<void> {
  const { id: turnId, waitingFor } = turn;
  if (waitingFor === undefined) return;
  const { defaultAnswer } = waitingFor;
  const answer: Clarification =
    defaultAnswer === undefined ? { by: 'nobody' } : { by: 'default', answer: defaultAnswer };
  try {
    await storage.commit([{ op: 'answer-clarification', turnId, id: waitingFor.id, answer }]);
  } catch (thrown) {
    if (!CONCERNS_ONE.has(AgentError.from(thrown).code)) throw thrown;
  }
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

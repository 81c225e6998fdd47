import type { RuntimeClient } from '../../app/runtime-client.ts';
import type { Approval } from '../../protocol/approval.ts';
import { translate } from '../../protocol/catalogue.ts';
import type { RunEvent } from '../../protocol/run-event.ts';
import type { WaitingFor } from '../../protocol/turn.ts';
import { createQuestionQueue, type Question, type QuestionQueueDeps } from './question-queue.ts';
import { approvalText, clarificationText } from './question-texts.ts';
import { parseVerdict } from './verdict.ts';

export interface QuestionsDeps extends QuestionQueueDeps {
  readonly client: Pick<RuntimeClient, 'decide' | 'answer'>;
}

/** Questions of the runtime to the person: one at a time, in the order in which they came. */
export interface Questions {
  ask(approval: Approval): void;
  clarify(turnId: string, waitingFor: WaitingFor): void;
  /** Takes up questions, and drops those that were settled elsewhere. */
  hear(event: RunEvent): void;
  /** What stands before the cursor while a question is open; undefined when none is. */
  prompt(): string | undefined;
  /** Takes what the person typed as the answer to the question on top. */
  answer(text: string): Promise<void>;
  /** Forgets all of them. */
  close(): void;
}

export function createQuestions(deps: QuestionsDeps): Questions {
  const queue = createQuestionQueue(deps);
  const ask = (approval: Approval) => queue.add(approvalQuestion(deps, approval));
  const clarify = (turnId: string, waitingFor: WaitingFor) =>
    queue.add(clarificationQuestion(deps, turnId, waitingFor));

  function settle({ id, state }: Approval) {
    const { language } = deps;
    const verdict = translate(language, `cli.approval.${state}`);
    queue.drop(
      id,
      state === 'expired'
        ? translate(language, 'cli.ask.expired')
        : translate(language, 'cli.ask.elsewhere', { verdict }),
    );
  }

  return {
    ask,
    clarify,

    hear(event) {
      switch (event.type) {
        case 'approval-request':
          return ask(event.approval);
        case 'approval-settled':
          return settle(event.approval);
        case 'turn-waiting':
          return event.waitingFor.kind === 'clarification'
            ? clarify(event.turnId, event.waitingFor)
            : undefined;
        case 'turn-start':
        case 'turn-end':
          return queue.dropOfTurn(event.turnId);
        default:
          return undefined;
      }
    },

    prompt: queue.prompt,
    answer: queue.answer,
    close: queue.close,
  };
}

function approvalQuestion(deps: QuestionsDeps, approval: Approval): Question {
  const { client, clock, language } = deps;
  const { id, turnId, pattern, expiresAt } = approval;
  const scoped = pattern !== undefined;
  return {
    id,
    turnId,
    until: expiresAt,
    text: approvalText(approval, { ...deps, now: clock.now() }),
    prompt: `${translate(language, scoped ? 'cli.ask.scopes' : 'cli.ask.once')} `,
    async take(text) {
      const verdict = parseVerdict(text, scoped);
      if (verdict === undefined) return false;
      await client.decide({ id, ...verdict });
      return true;
    },
  };
}

function clarificationQuestion(
  deps: QuestionsDeps,
  turnId: string,
  { id, question = '', choices = [], until }: WaitingFor,
): Question {
  return {
    id,
    turnId,
    until,
    text: clarificationText(question, choices, deps.style),
    prompt: `${translate(deps.language, 'cli.ask.answer')} `,
    async take(text) {
      if (text === '') return false;
      await deps.client.answer(turnId, id, choices[Number(text) - 1] ?? text);
      return true;
    },
  };
}

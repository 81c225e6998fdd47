import type { JournalStep } from '../protocol/journal.ts';
import type { Message } from '../protocol/message.ts';

/** What one journalled step adds to the transcript: at most one message. */
export function messageOfStep(step: JournalStep): Message | undefined {
  switch (step.kind) {
    case 'llm':
      return step.result.message;
    case 'tool':
      return step.status === 'done' ? step.result.message : undefined;
    case 'reply':
      return step.result.closing;
    case 'context':
      return undefined;
  }
}

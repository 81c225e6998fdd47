import { LlmStepResult, ReplyStepResult, ToolStepResult } from '../protocol/journal.ts';
import type { Message } from '../protocol/message.ts';
import type { Step } from '../protocol/turn.ts';

/** The part of the transcript that one step adds: at most one message. */
export function messageOfStep(step: Step): Message | undefined {
  if (step.status !== 'done') return undefined;
  switch (step.kind) {
    case 'llm':
      return LlmStepResult.parse(step.result).message;
    case 'tool':
      return ToolStepResult.parse(step.result).message;
    case 'reply':
      return ReplyStepResult.parse(step.result).closing;
    case 'context':
      return undefined;
  }
}

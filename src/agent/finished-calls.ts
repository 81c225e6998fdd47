import type { JournalStep, ToolStepResult } from '../protocol/journal.ts';

/** The results of the calls that have ended. */
export function finishedCalls(steps: readonly JournalStep[]): ToolStepResult[] {
  return steps.flatMap((step) =>
    step.kind === 'tool' && step.status === 'done' ? [step.result] : [],
  );
}

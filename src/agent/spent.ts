import type { ToolStepResult } from '../protocol/journal.ts';
import { addUsage, NO_USAGE, Usage } from '../protocol/usage.ts';
import { WORKER_TOOLS } from '../protocol/worker-session.ts';
import type { Spent } from './caps.ts';
import type { TurnRun } from './turn-run.ts';

/** What a turn has used up, what its workers did included. */
export function spentOf({ journal }: TurnRun): Spent {
  const usage = addUsage(journal.usage(), usageOfWorkers(journal.toolSteps()));
  return { steps: journal.steps(), usage, activeMs: journal.activeMs() };
}

/** What the workers of these calls took. What a task in the background may take counts as taken. */
export function usageOfWorkers(steps: readonly ToolStepResult[]): Usage {
  return steps
    .filter(({ tool, message }) => WORKER_TOOLS.includes(tool ?? message.tool))
    .map(({ metadata }) => Usage.safeParse(metadata['workerUsage']).data ?? NO_USAGE)
    .reduce(addUsage, NO_USAGE);
}

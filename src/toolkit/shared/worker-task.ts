import { z } from 'zod';
import type { ChildTask } from '../../agent/children.ts';

/** What both ways to have a worker take. */
export const WORKER_TASK = {
  task: z.string().trim().min(1),
  context: z.string().optional(),
  tools: z.array(z.string()).optional(),
  maxModelCalls: z.int().min(1).max(1_000).optional(),
  maxCostUsd: z.number().positive().optional(),
  maxSeconds: z.int().min(1).max(86_400).optional(),
};

type WorkerTask = z.infer<z.ZodObject<typeof WORKER_TASK>>;

export function toChildTask(input: WorkerTask, title = titleOf(input.task)): ChildTask {
  const { task, context = '', tools } = input;
  const text =
    context.trim() === ''
      ? task
      : `${task}\n\nContext from whoever gave you this task:\n${context}`;
  return { title, text, tools, caps: capsOf(input) };
}

const TITLE_CHARACTERS = 80;

/** The beginning of a task on one line. */
export function titleOf(task: string): string {
  const line = task.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  const start = [...line].slice(0, TITLE_CHARACTERS).join('');
  return start === line ? line : `${start}…`;
}

function capsOf({ maxModelCalls, maxCostUsd, maxSeconds }: WorkerTask) {
  return {
    ...(maxModelCalls !== undefined && { modelCalls: maxModelCalls }),
    ...(maxCostUsd !== undefined && { costUsd: maxCostUsd }),
    ...(maxSeconds !== undefined && { wallTime: maxSeconds * 1_000 }),
  };
}

export async function workersReady(maxDepth: number) {
  if (maxDepth > 0) return { ready: true } as const;
  const reason = 'agent.delegation.maxDepth is 0: set it to 1 or more to have workers.';
  return { ready: false, reason } as const;
}

import { z } from 'zod';
import type { Children } from '../../agent/children.ts';
import { NO_USAGE } from '../../protocol/usage.ts';
import { SPAWN_TASK } from '../../protocol/worker-session.ts';
import { defineTool } from '../../tools/tool.ts';
import { toFailure } from '../shared/failure.ts';
import { titleOf, toChildTask, WORKER_TASK, workersReady } from '../shared/worker-task.ts';

const Input = z.strictObject({
  ...WORKER_TASK,
  title: z.string().optional(),
});
type Input = z.infer<typeof Input>;

export function createSpawnTask(
  children: Pick<Children, 'spawn'>,
  { maxDepth }: { readonly maxDepth: number },
) {
  return defineTool<Input>({
    name: SPAWN_TASK,
    title: 'Start a task in the background',
    description:
      'Have a worker agent do one task in the background; its result comes to this chat, under title. It sees only task and context, uses tools (default: yours), and can ask nobody.',
    input: Input,
    capabilities: ['agent.delegate'],
    riskLevel: 'read_only',
    idempotency: 'idempotent',
    readiness: () => workersReady(maxDepth),
    summarize: ({ task, title = task }) => `in the background: ${titleOf(title)}`,

    async execute({ title, ...input }, context) {
      const task = toChildTask(input, titleOf(title?.trim() || input.task));
      try {
        const { sessionKey, traceId, caps } = await children.spawn(task, context);
        // What it may take counts as taken by this turn, which will not see what it took.
        const { tokens: inputTokens, costUsd } = caps;
        return {
          success: true,
          output: `Started in the background: ${JSON.stringify(task.title)} (${sessionKey}, trace ${traceId}). Its result comes to this chat by itself. Tell the person so and do not wait.`,
          metadata: {
            ...{ status: 'started', traceId, workerSession: sessionKey },
            workerUsage: { ...NO_USAGE, inputTokens, costUsd },
          },
        };
      } catch (thrown) {
        return toFailure(thrown);
      }
    },
  });
}

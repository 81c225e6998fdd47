import { z } from 'zod';
import type { ChildReport } from '../../agent/child-report.ts';
import type { Children } from '../../agent/children.ts';
import { trustedOrigin, untrustedOrigin } from '../../protocol/origin.ts';
import { DELEGATE_TASK } from '../../protocol/worker-session.ts';
import { defineTool, type ToolMetadata, type ToolResult } from '../../tools/tool.ts';
import { toFailure } from '../shared/failure.ts';
import { titleOf, toChildTask, WORKER_TASK, workersReady } from '../shared/worker-task.ts';

const Input = z.strictObject(WORKER_TASK);
type Input = z.infer<typeof Input>;

/** Beyond the longest time of a worker: it may have to wait for a place. */
const MARGIN_MS = 60_000;

export function createDelegateTask(
  children: Pick<Children, 'delegate'>,
  { wallTimeMs, maxDepth }: { readonly wallTimeMs: number; readonly maxDepth: number },
) {
  return defineTool<Input>({
    name: DELEGATE_TASK,
    title: 'Give a task to a worker',
    description:
      'Have a worker agent do one task and wait for its result. It sees only task and context, uses tools (default: yours), and can ask nobody. Calls in one answer run side by side: give them different files.',
    input: Input,
    capabilities: ['agent.delegate'],
    riskLevel: 'read_only',
    idempotency: 'idempotent',
    parallel: true,
    timeoutMs: wallTimeMs + MARGIN_MS,
    readiness: () => workersReady(maxDepth),
    summarize: ({ task }) => `delegate: ${titleOf(task)}`,

    async execute(input, context) {
      try {
        return toResult(await children.delegate(toChildTask(input), context));
      } catch (thrown) {
        return toFailure(thrown);
      }
    },
  });
}

/** The words of a worker are worth no more than what it had read. */
function toResult(report: ChildReport): ToolResult {
  const text = toText(report);
  const origin = report.tainted ? untrustedOrigin(`tool:${DELEGATE_TASK}`) : trustedOrigin('model');
  const metadata = toMetadata(report);
  if (report.status === 'done') return { success: true, output: text, origin, metadata };
  return { success: false, error: text, origin, metadata };
}

function toMetadata(report: ChildReport): ToolMetadata {
  const { status, modelCalls, toolCalls, costUsd, durationMs, traceId, sessionKey } = report;
  return {
    ...{ status, modelCalls, toolCalls, costUsd, durationMs, traceId },
    workerSession: sessionKey,
    workerUsage: report.usage,
    files: report.files,
    neededApproval: report.neededApproval,
    unknown: report.unknown,
  };
}

function toText(report: ChildReport): string {
  const { status, modelCalls, toolCalls, costUsd, durationMs, traceId, result } = report;
  const cost = costUsd === undefined ? 'not known' : String(costUsd);
  return [
    `status: ${status}`,
    `modelCalls: ${modelCalls}, toolCalls: ${toolCalls}, costUsd: ${cost}, durationMs: ${durationMs}, traceId: ${traceId}`,
    ...(report.files.length > 0 ? [`files changed: ${report.files.join(', ')}`] : []),
    ...(report.neededApproval.length > 0
      ? [`not done, as nobody could be asked: ${report.neededApproval.join('; ')}`]
      : []),
    'result:',
    result === '' ? '(none)' : result,
  ].join('\n');
}

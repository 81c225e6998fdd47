import { ToolStepResult, ToolStepStart } from '../protocol/journal.ts';
import type { Step } from '../protocol/turn.ts';
import { WORKER_TOOLS, workerOf } from '../protocol/worker-session.ts';
import type { Span } from './span.ts';
import { present } from './step-attributes.ts';

/** The worker that a call has given a task, below the span of the call; its own trace tells what it did. */
export function delegateSpans(step: Step, call: Span): Span[] {
  const begun = startOf(step);
  if (begun === undefined || !WORKER_TOOLS.includes(begun.tool)) return [];
  const metadata = ToolStepResult.safeParse(step.result).data?.metadata ?? {};
  const status = metadata['status'];
  // A call that was refused has no worker.
  if (step.status === 'done' && status === undefined && step.outcome === 'error') return [];
  const { traceId } = workerOf(begun.idempotencyKey, 1);
  const span: Span = {
    spanId: `delegate:${step.name}`,
    parentId: call.spanId,
    kind: 'delegate',
    name: traceId,
    startedAt: call.startedAt,
    endedAt: call.endedAt,
    outcome: typeof status === 'string' ? status : call.outcome,
    attributes: present({
      modelCalls: numberIn(metadata, 'modelCalls'),
      toolCalls: numberIn(metadata, 'toolCalls'),
      costUsd: numberIn(metadata, 'costUsd'),
    }),
  };
  return [span];
}

function startOf({ kind, status, result }: Step): ToolStepStart | undefined {
  if (kind !== 'tool') return undefined;
  if (status === 'started') return ToolStepStart.safeParse(result).data;
  return ToolStepResult.safeParse(result).data?.start;
}

function numberIn(metadata: Readonly<Record<string, unknown>>, key: string): number | undefined {
  const value = metadata[key];
  return typeof value === 'number' ? value : undefined;
}

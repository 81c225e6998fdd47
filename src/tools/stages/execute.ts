import { backoffMs } from '../../base/backoff.ts';
import type { Call, CallEnd, Stage, ToolPipelineDeps } from '../call.ts';
import { hasSideEffect } from '../call.ts';
import type { StartedCall } from '../pipeline-contract.ts';
import { runTool } from '../run-tool.ts';

/** Writes that it begins, runs, and tries again only what may run again. Always ends the call. */
export const execute: Stage = {
  name: 'execute',
  async run(call, deps) {
    const begun = deps.clock.monotonic();
    const starting = call.recorder.started(toStarted(call, deps));
    // A call that changes nothing need not wait for the disk; its outcome is written after its start in any case.
    if (hasSideEffect(call)) await starting;
    const [end] = await Promise.all([attempts(call, deps), starting]);
    return { call, end: { ...end, durationMs: Math.round(deps.clock.monotonic() - begun) } };
  },
};

async function attempts(call: Call, deps: ToolPipelineDeps): Promise<CallEnd> {
  const most = mayRunAgain(call) ? (call.tool.maxRetries ?? 0) : 0;
  for (let attemptIndex = 0; ; attemptIndex += 1) {
    const { end, retryable } = await runTool(call, { ...deps, attemptIndex });
    const done = end.outcome === 'ok' || end.outcome === 'cancelled' || !retryable;
    if (done || attemptIndex >= most) return { ...end, attempts: attemptIndex + 1 };
    await deps.clock
      .sleep(backoffMs(attemptIndex, deps.random), call.signal)
      .catch(() => undefined);
  }
}

function mayRunAgain({ tool }: Call): boolean {
  return tool.idempotency === 'pure' || tool.idempotency === 'idempotent';
}

export function toStarted(call: Call, { redactor }: ToolPipelineDeps): StartedCall {
  const { tool, idempotencyKey, input, summary, risk, decision, approval } = call;
  return {
    tool: tool.name,
    idempotencyKey,
    idempotency: tool.idempotency,
    capabilities: tool.capabilities,
    maskedArguments: redactor.value(input),
    summary: redactor.text(summary),
    risk,
    decision,
    ...(approval !== undefined && { approvalId: approval.id }),
  };
}

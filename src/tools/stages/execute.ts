import { backoffMs } from '../../base/backoff.ts';
import type { Call, Stage, ToolPipelineDeps } from '../call.ts';
import { hasSideEffect } from '../call.ts';
import type { CallVerdict } from '../circuit-breaker.ts';
import { type AttemptEnd, runTool } from '../run-tool.ts';
import { toStarted } from '../started-call.ts';
import { restEnd } from './check-circuit.ts';

/** Writes that it begins, runs, and tries again only what may run again. Always ends the call. */
export const execute: Stage = {
  name: 'execute',
  async run(call, deps) {
    const pass = deps.breaker.enter(call.tool.name);
    if ('why' in pass) return { call, end: restEnd(call, pass.why) };
    let verdict: CallVerdict = 'neither';
    try {
      const { end, starting, ...ran } = await run(call, deps);
      ({ verdict } = ran);
      return { call: { ...call, starting }, end };
    } finally {
      pass.settle(verdict);
    }
  },
};

async function run(
  call: Call,
  deps: ToolPipelineDeps,
): Promise<Ran & { readonly starting: Promise<void> }> {
  const begun = deps.clock.monotonic();
  const starting = call.recorder.started(toStarted(call, deps));
  // A call that changes nothing need not wait for the disk: its start is awaited together with its outcome.
  if (hasSideEffect(call)) await starting;
  else starting.catch(() => undefined);
  const { end, verdict } = await attempts(call, deps);
  const durationMs = Math.round(deps.clock.monotonic() - begun);
  return { end: { ...end, durationMs }, verdict, starting };
}

type Ran = Pick<AttemptEnd, 'end' | 'verdict'>;

async function attempts(call: Call, deps: ToolPipelineDeps): Promise<Ran> {
  const most = mayRunAgain(call) ? (call.tool.maxRetries ?? 0) : 0;
  for (let attemptIndex = 0; ; attemptIndex += 1) {
    const { end, retryable, verdict } = await runTool(call, deps, attemptIndex);
    const ended: Ran = { end: { ...end, attempts: attemptIndex + 1 }, verdict };
    if (end.outcome === 'ok' || !retryable || attemptIndex >= most) return ended;
    const rested = await rest(call, deps, attemptIndex);
    if (!rested) return ended;
  }
}

/** False when the call was stopped meanwhile. */
async function rest({ signal }: Call, deps: ToolPipelineDeps, failures: number): Promise<boolean> {
  try {
    await deps.clock.sleep(backoffMs(failures, deps.random), signal);
    return true;
  } catch {
    return false;
  }
}

function mayRunAgain({ tool }: Call): boolean {
  return tool.idempotency === 'pure' || tool.idempotency === 'idempotent';
}

import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import { withDeadline } from '../base/with-deadline.ts';
import type { InboundEvent } from '../protocol/event.ts';
import type { ToolExecutionContext } from '../tools/tool.ts';
import { childEnd } from './child-end.ts';
import { orderFor } from './child-order.ts';
import { reportOf } from './child-report.ts';
import type { Children, ChildrenDeps, ChildTask } from './children.ts';
import { createGrants, type Grants } from './grants.ts';
import { interruptionOf } from './interruption.ts';

export function createChildren(deps: ChildrenDeps): Children {
  const grants = createGrants();

  return {
    async delegate(task, context) {
      const { order, release } = await give(deps, context, { task, grants, background: false });
      try {
        const record = await endOf(deps, order, context.signal);
        return await reportOf(deps, record);
      } finally {
        release();
      }
    },

    async spawn(task, context) {
      const { order, release } = await give(deps, context, { task, grants, background: true });
      release();
      const { sessionKey, traceId, child } = order;
      if (child === undefined) throw noOrder(order);
      return { sessionKey, traceId, caps: child.caps };
    },
  };
}

interface Giving {
  readonly task: ChildTask;
  readonly grants: Grants;
  readonly background: boolean;
}

/** Puts the order into the inbox; one that was given before a crash is there already. */
async function give(deps: ChildrenDeps, context: ToolExecutionContext, giving: Giving) {
  const { order, known, release } = await orderFor(deps, context, giving);
  if (known) return { order, release };
  try {
    return { order: await accept(deps, order), release };
  } catch (thrown) {
    release();
    throw thrown;
  }
}

async function accept(deps: ChildrenDeps, order: InboundEvent): Promise<InboundEvent> {
  const accepted = await deps.accept(order);
  if (accepted.outcome === 'full') throw FULL;
  return accepted.record.event;
}

const FULL = new AgentError(
  'conflict',
  'No worker was started: too much is waiting already. Do it yourself, or try again later.',
);

function noOrder({ id }: InboundEvent): AgentError {
  return new AgentError('conflict', `${id} is not the order of a worker.`);
}

/** A worker that is told to stop gets this long, so that its caller can still tell of what it did. */
const STOP_MS = 1_500;

async function endOf(deps: ChildrenDeps, order: InboundEvent, signal: AbortSignal) {
  try {
    return await childEnd(deps, order, signal);
  } catch (thrown) {
    if (!signal.aborted || !endsWorker(signal)) throw thrown;
    await deps.stop(order.sessionKey);
    return untilStopped(deps.clock, (stopping) => childEnd(deps, order, stopping));
  }
}

function untilStopped<T>(clock: Clock, wait: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const reason = () => new AgentError('timeout', 'The worker was told to stop and has not yet.');
  const { signal } = new AbortController();
  return withDeadline(clock, { ms: STOP_MS, signal, reason }, wait);
}

/** Whoever takes up the turn of the caller, at the next start or in another process, finds the worker again. */
function endsWorker(signal: AbortSignal): boolean {
  const why = interruptionOf(signal);
  const ranOutOfTime =
    signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
  return why === 'stop' || why === 'wallTime' || ranOutOfTime;
}

import { AgentError } from '../base/errors.ts';
import type { ChildOrder, InboundEvent } from '../protocol/event.ts';
import { trustedOrigin, untrustedOrigin } from '../protocol/origin.ts';
import { DEEPEST_WORKER, SPAWN_TASK, workerOf } from '../protocol/worker-session.ts';
import type { ToolExecutionContext } from '../tools/tool.ts';
import { callerOf } from './caller.ts';
import { capsFor } from './child-caps.ts';
import { type Parent, parentOf } from './child-parent.ts';
import type { ChildrenDeps, ChildTask } from './children.ts';
import { finishedCalls } from './finished-calls.ts';
import type { Grants } from './grants.ts';
import { hasReadUntrusted } from './taint.ts';

export interface OrderRequest {
  readonly task: ChildTask;
  readonly grants: Grants;
  readonly background: boolean;
}

export interface GivenOrder {
  readonly order: InboundEvent;
  /** Whether it was given before a crash, and is in the inbox already. */
  readonly known: boolean;
  /** Gives back what was held for the worker. */
  release(): void;
}

/** What goes into the inbox for a worker. `forbidden` where its parent may not have it. */
export async function orderFor(
  deps: ChildrenDeps,
  context: ToolExecutionContext,
  request: OrderRequest,
): Promise<GivenOrder> {
  const parent = await parentOf(deps, context);
  const depth = (parent.inbound.child?.depth ?? 0) + 1;
  const names = workerOf(context.idempotencyKey, depth);
  const { grants } = request;
  const given = await deps.storage.inbox.get(names.inboundId);
  if (given?.event.child !== undefined) {
    return {
      order: given.event,
      known: true,
      release: grants.hold(parent.turn.id, given.event.child.caps),
    };
  }
  const { child, release } = await childOf(deps, context, { ...request, parent, depth });
  const order = toEvent(context, { parent, child, names, task: request.task });
  return { order, known: false, release };
}

interface Ordering extends OrderRequest {
  readonly parent: Parent;
  readonly depth: number;
}

async function childOf(
  deps: ChildrenDeps,
  { executionId }: ToolExecutionContext,
  { task, grants, background, parent, depth }: Ordering,
): Promise<{ child: ChildOrder; release: () => void }> {
  const { turn, inbound, steps } = parent;
  const { sessionKey, address } = inbound;
  assertDepth(deps, depth);
  const allowedTools = await toolsFor(deps, parent, { asked: task.tools, depth });
  const session = await deps.storage.sessions.get(sessionKey);
  const model = session?.model ?? inbound.child?.model;
  const readOutside = hasReadUntrusted(inbound.content, finishedCalls(steps));
  // Nothing is awaited from here on: of workers ordered at once none gets what another was given.
  const held = grants.held(turn.id);
  const caps = capsFor(deps.config.agent.caps, parent, { asked: task.caps, held });
  const child: ChildOrder = {
    title: task.title,
    parentTurnId: turn.id,
    parentTraceId: turn.traceId,
    parentSessionKey: sessionKey,
    conversation: inbound.child?.conversation ?? sessionKey,
    parentExecutionId: executionId,
    depth,
    channel: inbound.child?.channel ?? address.channel,
    allowedTools,
    caps,
    ...(model !== undefined && { model }),
    tainted: inbound.child?.tainted === true || readOutside,
    ...(background && { deliver: { sessionKey, address } }),
  };
  return { child, release: grants.hold(turn.id, caps) };
}

function assertDepth({ config }: ChildrenDeps, depth: number): void {
  const most = Math.min(config.agent.delegation.maxDepth, DEEPEST_WORKER);
  if (depth <= most) return;
  throw refused(
    `No worker was started: agent.delegation.maxDepth is ${config.agent.delegation.maxDepth}. Do the task yourself.`,
  );
}

interface Asked {
  readonly asked: readonly string[] | undefined;
  readonly depth: number;
}

/** Never more than its parent has. */
async function toolsFor(
  deps: ChildrenDeps,
  { inbound }: Parent,
  { asked, depth }: Asked,
): Promise<string[]> {
  const caller = callerOf(inbound, deps.isOwner(inbound.principal));
  const usable = (await deps.pipeline.definitions(caller)).map(({ name }) => name);
  const beyond = (asked ?? []).filter((name) => !usable.includes(name));
  if (beyond.length > 0) {
    throw refused(
      `No worker was started: you do not have ${beyond.join(', ')} yourself. You can give it: ${usable.join(', ')}.`,
    );
  }
  return (asked ?? usable).filter((name) => isForWorkers(deps, name, depth));
}

/** A worker speaks to nobody but its caller, leaves nothing behind that goes on, and gives orders within the limit of depth. */
function isForWorkers({ pipeline, config }: ChildrenDeps, name: string, depth: number): boolean {
  const capabilities = pipeline.capabilitiesOf(name) ?? [];
  const speaks = capabilities.includes('message.ask') || capabilities.includes('message.send');
  const staysBehind = name === SPAWN_TASK || capabilities.includes('process.manage');
  const orders = capabilities.includes('agent.delegate');
  const isLast = depth >= config.agent.delegation.maxDepth;
  return !speaks && !staysBehind && !(orders && isLast);
}

interface Ordered {
  readonly parent: Parent;
  readonly child: ChildOrder;
  readonly names: ReturnType<typeof workerOf>;
  readonly task: ChildTask;
}

function toEvent(
  { idempotencyKey, now }: ToolExecutionContext,
  { parent, child, names, task }: Ordered,
): InboundEvent {
  const { principal, language, unattended, cronAuthorized, assumeYes } = parent.inbound;
  const { sessionKey, address, traceId } = names;
  const origin = child.tainted ? untrustedOrigin('agent:parent') : trustedOrigin('model');
  return {
    id: idempotencyKey,
    ...{ traceId, sessionKey, address, principal, language },
    content: [{ type: 'text', text: task.text, origin }],
    receivedAt: now(),
    ...{ unattended, cronAuthorized, assumeYes },
    canAsk: false,
    child,
  };
}

function refused(message: string): AgentError {
  return new AgentError('forbidden', message);
}

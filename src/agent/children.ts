import type { Clock } from '../base/clock.ts';
import type { RunEvents } from '../bus/run-events.ts';
import type { Config } from '../config/schema.ts';
import type { ChildCaps, InboundEvent } from '../protocol/event.ts';
import type { AcceptResult } from '../storage/inbox-store.ts';
import type { Storage } from '../storage/storage.ts';
import type { ToolPipeline } from '../tools/pipeline-contract.ts';
import type { ToolExecutionContext } from '../tools/tool.ts';
import type { ChildReport } from './child-report.ts';
import type { StopSession } from './stop-workers.ts';

/** A piece of work for a worker. */
export interface ChildTask {
  /** A few words for people. */
  readonly title: string;
  /** All that the worker is told. */
  readonly text: string;
  /** Names of the tools that it needs; all that its parent may use when absent. */
  readonly tools?: readonly string[] | undefined;
  /** What it may use up; what is not named is a share of what its parent has left. */
  readonly caps?: Partial<ChildCaps> | undefined;
}

/** A task that goes on in the background. */
export interface SpawnedTask {
  readonly sessionKey: string;
  readonly traceId: string;
  readonly caps: ChildCaps;
}

/**
 * Workers: agents that do one task for another agent. Each is a turn of a session of its own, known by the key of the call
 * that ordered it, so that a call made again after a crash finds its worker and starts no other.
 * `forbidden` and `conflict` say in words for the model what is not possible.
 */
export interface Children {
  /** Runs a worker to its end. When `context.signal` aborts, the worker is stopped, except at the end of the process. */
  delegate(task: ChildTask, context: ToolExecutionContext): Promise<ChildReport>;
  /** Starts a worker and returns; its end is told to the chat. */
  spawn(task: ChildTask, context: ToolExecutionContext): Promise<SpawnedTask>;
}

export interface ChildrenDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly events: Pick<RunEvents, 'subscribe'>;
  readonly pipeline: Pick<ToolPipeline, 'definitions' | 'capabilitiesOf'>;
  readonly config: Pick<Config, 'agent'>;
  isOwner(principal: string): boolean;
  accept(event: InboundEvent): Promise<AcceptResult>;
  readonly stop: StopSession;
}

import type { ApprovalGate } from '../approvals/approval-gate.ts';
import type { Clock } from '../base/clock.ts';
import type { IdSource } from '../base/ids.ts';
import type { RunEvents } from '../bus/run-events.ts';
import type { Config } from '../config/schema.ts';
import type { ModelRouter } from '../models/router-contract.ts';
import type { Message } from '../protocol/message.ts';
import type { Transcripts } from '../sessions/transcripts.ts';
import type { Storage } from '../storage/storage.ts';
import type { ToolPipeline } from '../tools/pipeline-contract.ts';
import type { WorkerEnd } from './worker-record.ts';

/** Writes a summary of messages that no longer fit. May throw or come back empty: a digest takes its place. */
export type Summarizer = (messages: readonly Message[], signal: AbortSignal) => Promise<string>;

export interface TurnEngineDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly router: ModelRouter;
  readonly pipeline: ToolPipeline;
  readonly gate: ApprovalGate;
  readonly transcripts: Transcripts;
  readonly events: RunEvents;
  readonly config: Pick<Config, 'agent' | 'bus' | 'limits' | 'models'>;
  /** Absolute. */
  readonly workspace: string;
  /** Text of `prompts/system.md`. */
  readonly systemTemplate: string;
  /** The owner's AGENT.md in the workspace, as it is now; undefined when there is none. */
  readAgentFile(): Promise<string | undefined>;
  isOwner(principal: string): boolean;
  readonly summarize?: Summarizer;
  /** The cause behind an error id that a person was shown. Must not throw. */
  logFailure(errorId: string, cause: unknown, facts: Readonly<Record<string, unknown>>): void;
  /** Told of each worker at its end, for the audit; again where a crash let that end be written twice. Must not throw. */
  onWorkerEnd?(end: WorkerEnd): void;
  /** Called when a reply was queued. */
  wakeOutbound(): void;
}

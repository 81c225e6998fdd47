import type { ToolDefinition } from '../models/model-provider.ts';
import type { Approval } from '../protocol/approval.ts';
import type { ToolStepStart } from '../protocol/journal.ts';
import type { Origin } from '../protocol/origin.ts';
import type {
  Capability,
  GuardDecision,
  IdempotencyClass,
  Risk,
  ToolOutcome,
} from '../protocol/tool-call.ts';
import type { Clarification } from '../protocol/turn.ts';
import type { EffectRecord } from '../storage/records.ts';
import type { ToolMemory, ToolMetadata, ToolQuestion } from './tool.ts';
import type { ToolProfile } from './tool-profiles.ts';

/** Who calls, from where, with what rights. Made by the entry, never by the call itself. */
export interface Caller {
  readonly principal: string;
  /** Whether the principal owns this runtime. */
  readonly isOwner: boolean;
  readonly sessionKey: string;
  readonly channel: string;
  readonly agentId: string;
  readonly unattended: boolean;
  /** Whether a person can be asked now. */
  readonly canAsk: boolean;
  /** What `--yes` stands for: calls that the guard allows, without facts, run without a question. */
  readonly assumeYes?: boolean;
  /** Whether `/undo` reaches what is done here: only the turns of a conversation can be taken back. */
  readonly canUndo: boolean;
  /** Tools that a worker is held to; absent means no restriction. */
  readonly allowedTools?: ReadonlySet<string>;
  /** The call that gave a worker its task. */
  readonly parentExecutionId?: string;
}

/** One proposal of a model (or of a person through the CLI). */
export interface ToolProposal {
  readonly traceId: string;
  readonly turnId: string;
  /** Our step name, e.g. `tool_1_0`. */
  readonly callId: string;
  readonly tool: string;
  /** JSON text as it was written, valid or not. */
  readonly argumentsText: string;
  /** The `callKey` of calls with side effects that came earlier in the same batch. */
  readonly earlierInBatch: ReadonlySet<string>;
  /** Whether the journal holds a `started` without an outcome for this call. */
  readonly startedBefore: boolean;
  /** What the journal holds of that start. With it a call is told of truly also when its tool is gone or changed. */
  readonly begunAs?: ToolStepStart;
  /** How this call's own question was settled, once it is. */
  readonly clarification?: Clarification;
}

/** A call that began and whose turn ends without an outcome of it; what is not known of its start is left out. */
export interface LostCall extends Pick<ToolProposal, 'traceId' | 'turnId' | 'callId'> {
  readonly begunAs: Pick<ToolStepStart, 'tool'> & Partial<ToolStepStart>;
}

/** Where the pipeline writes what it is about to do and what came of it. The caller owns the journal. */
export interface CallRecorder {
  /**
   * Resolves once `started` and, for a side effect, its intent are on disk. Of a call without side effect `finished` may be
   * called before that: what was asked for first is written first.
   */
  started(call: StartedCall): Promise<void>;
  /**
   * Resolves once the outcome and the settled effect are on disk. Without `call` nothing had begun, or its effect was
   * settled before: the ledger stays as it is.
   */
  finished(call: StartedCall | undefined, report: ToolReport): Promise<void>;
  /** Stored whole for the model to read in parts, with whose words it holds; resolves to its id. */
  keepArtifact(text: string, origin: Origin): Promise<string>;
  findEffect(idempotencyKey: string): Promise<EffectRecord | undefined>;
  readonly memory: ToolMemory;
}

export interface StartedCall {
  readonly executionId?: string | undefined;
  readonly tool: string;
  readonly idempotencyKey: string;
  readonly idempotency: IdempotencyClass;
  readonly capabilities: readonly Capability[];
  /** Arguments with secrets masked, for records that people read. */
  readonly maskedArguments: unknown;
  readonly summary: string;
  readonly risk: Risk;
  readonly decision: GuardDecision;
  readonly approvalId?: string;
}

/** What came of a proposal. */
export interface ToolReport {
  readonly tool: string;
  /** Absent where no tool was reached. */
  readonly executionId?: string;
  /** Arguments with secrets masked, for records that people read. */
  readonly maskedArguments?: unknown;
  readonly outcome: ToolOutcome;
  /** What the model reads. */
  readonly text: string;
  readonly artifactId?: string;
  readonly origin: Origin;
  /** One line for people. */
  readonly summary: string;
  readonly attempts: number;
  readonly durationMs: number;
  readonly metadata: ToolMetadata;
  readonly risk?: Risk;
  readonly decision?: GuardDecision;
  readonly approvalId?: string;
  /** Names tool and canonical arguments (their text, when it was no JSON), for loop detection and duplicates. */
  readonly callKey?: string;
  /** Whether the call may have changed something. */
  readonly sideEffect: boolean;
}

/** Either the call is over, or it waits for a person and the turn is to be parked. */
export type PipelineResult =
  | { readonly state: 'finished'; readonly report: ToolReport }
  | { readonly state: 'needs_approval'; readonly approval: Approval }
  | { readonly state: 'needs_answer'; readonly question: ToolQuestion };

export interface ToolView {
  readonly name: string;
  readonly visible: boolean;
  /** The rule that shows or hides it, e.g. `tools.deny`, `profile coding`, `network policy deny`. */
  readonly rule: string;
  /** What the profile that hides it lacks. */
  readonly lacks?: readonly string[];
  /** Whether it can work on this machine now. */
  readonly ready: boolean;
  /** What it lacks, when it is not ready, or why it is left in peace for a while. */
  readonly reason?: string;
}

/** A tool that is not there, and why: its schema or name is refused, or a setting switches it off. */
export interface AbsentTool {
  readonly name: string;
  readonly why: 'rejected' | 'switched_off';
  readonly reason: string;
}

/** Everything that tools are reached through. */
export interface ToolPipeline {
  /** What the model is shown: visible and ready, in a stable order. */
  definitions(caller: Caller): Promise<readonly ToolDefinition[]>;
  /** The `callKey` that a call of this text will have, under the tool's own name. */
  callKey(tool: string, argumentsText: string): string;
  /** Neighbours of one kind may run side by side: those that change nothing, or whose tool says so. Undefined: alone. */
  kindSideBySide(tool: string): string | undefined;
  /** What a tool declares that it can do; undefined when there is none of that name. */
  capabilitiesOf(tool: string): readonly Capability[] | undefined;
  /** Every registered tool, why it is shown or hidden, and whether it is ready; with another profile, if asked. */
  views(caller: Caller, asked?: { readonly profile?: ToolProfile }): Promise<readonly ToolView[]>;
  /** What was to be registered and is not. */
  absent(): readonly AbsentTool[];
  /**
   * Tells the audit that nobody knows whether this call took effect. For the calls that a turn closes itself; those that
   * go through `call` are told of there. Must not throw.
   */
  noteUnknown(call: LostCall, caller: Caller): void;
  /**
   * Takes one proposal through every stage. Never throws for what a tool or a model does; throws `stale_lease`
   * and storage errors of the recorder. Its outcome has been recorded when it resolves as `finished`.
   */
  call(
    proposal: ToolProposal,
    surroundings: {
      readonly caller: Caller;
      readonly recorder: CallRecorder;
      readonly signal: AbortSignal;
    },
  ): Promise<PipelineResult>;
}

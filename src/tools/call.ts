import type { ApprovalGate } from '../approvals/approval-gate.ts';
import type { Clock } from '../base/clock.ts';
import type { IdSource } from '../base/ids.ts';
import type { Log } from '../observability/log.ts';
import type { Approval } from '../protocol/approval.ts';
import type { Origin } from '../protocol/origin.ts';
import type {
  Capability,
  GuardDecision,
  IdempotencyClass,
  Risk,
  ToolOutcome,
} from '../protocol/tool-call.ts';
import type { Guard } from '../security/guard.ts';
import type { Redactor } from '../security/redactor.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Caller, CallRecorder, PipelineResult, ToolProposal } from './pipeline-contract.ts';
import type { ReadArguments } from './read-arguments.ts';
import type { ReadinessBoard } from './readiness-board.ts';
import type { RegisteredTool, ToolRegistry } from './registry.ts';
import type { Tool, ToolMetadata } from './tool.ts';
import type { ToolPolicy } from './visibility.ts';

export interface ToolPipelineDeps {
  readonly registry: ToolRegistry;
  readonly gate: ApprovalGate;
  readonly guard: Guard;
  readonly redactor: Redactor;
  readonly policy: ToolPolicy;
  /** Changes when policy does: a yes given under another one does not count. */
  readonly policyVersion: string;
  readonly executorName: string;
  readonly workspace: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: () => number;
  readonly log: Log;
  /** Most characters of a result that a model reads. */
  readonly maxResultCharacters: number;
  /** The configured keys, by name, that this tool may be given; those that it does not name never reach it. */
  credentialsFor?(tool: Tool): Readonly<Record<string, string>>;
  /** Told of every decision and every executed side effect, for the audit. Must not throw. */
  onRecord(record: CallRecord): void;
}

/** What stages have beside: what the pipeline remembers of its tools. */
export interface StageDeps extends ToolPipelineDeps {
  readonly board: ReadinessBoard;
  readonly breaker: CircuitBreaker;
  /** Names the workspace and the executor: what was allowed in one place says nothing about another. */
  readonly place: string;
}

/** What the audit is told of one call. */
export interface CallRecord {
  readonly executionId: string;
  readonly tool: string;
  readonly principal: string;
  readonly sessionKey: string;
  readonly traceId: string;
  readonly turnId: string;
  readonly stepName: string;
  readonly capabilities: readonly Capability[];
  readonly outcome: ToolOutcome;
  readonly sideEffect: boolean;
  readonly attempts: number;
  readonly durationMs: number;
  readonly risk?: Risk;
  readonly decision?: GuardDecision;
  readonly approvalId?: string;
  readonly maskedArguments: unknown;
}

/** A proposal on its way through the stages; each one adds what it found. */
export interface Call {
  readonly executionId: string;
  readonly proposal: ToolProposal;
  readonly caller: Caller;
  readonly recorder: CallRecorder;
  readonly signal: AbortSignal;
  readonly registered: RegisteredTool;
  readonly tool: Tool;
  readonly arguments: ReadArguments;
  /** As the tool's schema made them; undefined until then. */
  readonly input: unknown;
  /** `tool` + canonical arguments; see `ToolReport.callKey`. */
  readonly callKey: string;
  readonly idempotencyKey: string;
  /**
   * Set while a process that died may have let it take effect: how often such a call may run. Until that is settled,
   * whatever ends the call ends it as `unknown`.
   */
  readonly unsettled: IdempotencyClass | undefined;
  readonly decision: GuardDecision;
  /** What a wider yes would cover. */
  readonly pattern: string | undefined;
  readonly risk: Risk;
  readonly summary: string;
  readonly approval: Approval | undefined;
  /** Settles when its start is on disk; a call without side effect does not wait for it until its end. */
  readonly starting?: Promise<void>;
  /** The masked arguments, made when they are first asked for: start, audit and report all show them. */
  readonly shown: { ofInput: unknown; value: unknown };
}

/** How a call ended before or after it ran, in the terms of the stage that ended it. */
export interface CallEnd {
  readonly outcome: ToolOutcome;
  /** What the model reads, not yet cut to size. */
  readonly text: string;
  /** The whole text, where `text` is the tool's own shortened form. */
  readonly full?: string;
  readonly origin?: Origin;
  readonly metadata?: ToolMetadata;
  readonly artifactId?: string;
  readonly summary?: string;
  readonly attempts?: number;
  readonly durationMs?: number;
}

/** A stage hands the call on, ends it, or leaves it to a person. */
export type StageResult =
  | { readonly next: Call }
  | { readonly end: CallEnd; readonly call: Call }
  | { readonly wait: Exclude<PipelineResult, { state: 'finished' }> };

export interface Stage {
  /** For the trace and for readers of the list. */
  readonly name: string;
  run(call: Call, deps: StageDeps): Promise<StageResult> | StageResult;
}

/** Whether a call of this kind may change something. */
export function hasSideEffect({
  tool,
  unsettled = tool.idempotency,
  decision,
}: Pick<Call, 'tool' | 'unsettled' | 'decision'>): boolean {
  return unsettled !== 'pure' && decision.patternKey !== 'read_only_command';
}

/** A call that a rule stops, whatever anybody says. */
export function deny(call: Call, why: Denial): StageResult {
  const { patternKey, text } = why;
  const decision: GuardDecision = { action: 'deny', reason: text, patternKey, facts: [] };
  return {
    call: { ...call, decision },
    end: { outcome: 'denied', text, metadata: { patternKey } },
  };
}

export interface Denial {
  readonly patternKey: string;
  readonly text: string;
}

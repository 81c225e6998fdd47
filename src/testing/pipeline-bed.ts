import type { ApprovalGate } from '../approvals/approval-gate.ts';
import { createIdSource } from '../base/ids.ts';
import { createLog, type LogEntry } from '../observability/log.ts';
import { createGuard } from '../security/guard.ts';
import { createRedactor } from '../security/redactor.ts';
import type { CallRecord, ToolPipelineDeps } from '../tools/call.ts';
import { createToolPipeline } from '../tools/create-tool-pipeline.ts';
import type {
  Caller,
  PipelineResult,
  ToolPipeline,
  ToolProposal,
  ToolReport,
} from '../tools/pipeline-contract.ts';
import { createToolRegistry, type ToolRegistry, type WhyOff } from '../tools/registry.ts';
import type { Tool } from '../tools/tool.ts';
import type { ToolPolicy } from '../tools/visibility.ts';
import { type FakeRecorder, fakeRecorder } from './fake-recorder.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';
import { scriptedGate } from './scripted-gate.ts';

export interface PipelineBedOptions {
  readonly tools: readonly Tool[];
  /** Instead of one that holds `tools`. */
  readonly registry?: ToolRegistry;
  readonly policy?: Partial<ToolPolicy>;
  /** What configuration switches off; nothing when absent. */
  readonly whyOff?: WhyOff;
  readonly credentialsFor?: ToolPipelineDeps['credentialsFor'];
  readonly policyVersion?: string;
  /** Lets everything run when absent. */
  readonly gate?: ApprovalGate;
  readonly recorder?: FakeRecorder;
  readonly manual?: ManualClock;
}

export interface PipelineBed {
  readonly manual: ManualClock;
  readonly recorder: FakeRecorder;
  /** What the audit was told. */
  readonly records: CallRecord[];
  readonly logged: LogEntry[];
  readonly pipeline: ToolPipeline;
  /** Who proposes, unless a call says otherwise: the owner. */
  readonly caller: Caller;
  /** Proposes a call as the owner; arguments that are no text are written as JSON. */
  propose(tool: string, input: unknown, around?: Around): Promise<PipelineResult>;
  /** The same, for a call that must come to an end. */
  call(tool: string, input: unknown, around?: Around): Promise<ToolReport>;
}

export interface Around {
  readonly proposal?: Partial<ToolProposal>;
  readonly caller?: Partial<Caller>;
  readonly signal?: AbortSignal;
}

const POLICY: ToolPolicy = {
  profile: 'full',
  allow: [],
  alsoAllow: [],
  deny: [],
  securityProfile: 'personalCli',
  networkPolicy: 'allow',
  channels: {},
};

/** The whole pipeline around some tools, with a journal and a clock of the test. */
export function pipelineBed(options: PipelineBedOptions): PipelineBed {
  const manual = options.manual ?? createManualClock();
  const recorder = options.recorder ?? fakeRecorder();
  const records: CallRecord[] = [];
  const logged: LogEntry[] = [];
  const ids = createIdSource();
  const redactor = createRedactor({ secrets: [] });
  const sink = { write: (entry: LogEntry) => logged.push(entry), flush: async () => undefined };
  const pipeline = createToolPipeline({
    registry: options.registry ?? createToolRegistry(options.tools, options.whyOff),
    ...(options.credentialsFor && { credentialsFor: options.credentialsFor }),
    gate: options.gate ?? scriptedGate(),
    guard: createGuard({ home: '/home/u', protectedPaths: [] }),
    redactor,
    policy: { ...POLICY, ...options.policy },
    policyVersion: options.policyVersion ?? '1',
    executorName: 'local',
    workspace: '/workspace',
    clock: manual.clock,
    ids,
    random: () => 0.5,
    log: createLog({ level: 'trace', sink, clock: manual.clock, ids, redactor }),
    maxResultCharacters: 16_000,
    onRecord: (record) => records.push(record),
  });

  async function propose(tool: string, input: unknown, around: Around = {}) {
    const argumentsText = typeof input === 'string' ? input : JSON.stringify(input);
    return pipeline.call(
      { ...PROPOSAL, tool, argumentsText, ...around.proposal },
      {
        caller: { ...CALLER, ...around.caller },
        recorder,
        signal: around.signal ?? new AbortController().signal,
      },
    );
  }

  return {
    manual,
    recorder,
    records,
    logged,
    pipeline,
    caller: CALLER,
    propose,
    async call(tool, input, around) {
      const result = await propose(tool, input, around);
      if (result.state !== 'finished') throw new Error(`The call ${result.state}.`);
      return result.report;
    },
  };
}

const PROPOSAL = {
  traceId: 'trace_1',
  turnId: 'turn_1',
  callId: 'tool_0_0',
  earlierInBatch: new Set<string>(),
  startedBefore: false,
};

const CALLER: Caller = {
  principal: 'cli:1000',
  isOwner: true,
  sessionKey: 'cli:main',
  channel: 'cli',
  agentId: 'main',
  unattended: false,
  canAsk: true,
  canUndo: true,
};

import { z } from 'zod';
import type { ApprovalGate } from '../approvals/approval-gate.ts';
import type { Clock } from '../base/clock.ts';
import type { IdSource } from '../base/ids.ts';
import type { Log } from '../observability/log.ts';
import { createRedactor } from '../security/redactor.ts';
import type { CallRecord } from '../tools/call.ts';
import { createToolPipeline } from '../tools/create-tool-pipeline.ts';
import type { ToolPipeline } from '../tools/pipeline-contract.ts';
import { createToolRegistry } from '../tools/registry.ts';
import type { Tool, ToolExecutionContext, ToolResult } from '../tools/tool.ts';

type Input = Readonly<Record<string, unknown>>;

/** A tool in a few words: `pure` and reading, where nothing else is said. Text is a success, throwing an error. */
export interface ScriptedTool
  extends Partial<
    Pick<
      Tool<Input>,
      'aliases' | 'capabilities' | 'idempotency' | 'question' | 'timeoutMs' | 'verify'
    >
  > {
  /** Whether a person must say yes to every call. */
  readonly asks?: boolean;
  run(input: Input, context: ToolExecutionContext): MaybeLater<string | ToolResult>;
}

const SILENT: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  failure: () => 'err',
  with: () => SILENT,
  flush: async () => undefined,
};

type MaybeLater<T> = T | Promise<T>;

export type ScriptedTools = Readonly<Record<string, ScriptedTool>>;

export interface ScriptedPipelineDeps {
  readonly tools: ScriptedTools;
  /** Beside the scripted ones. */
  readonly real?: readonly Tool[];
  readonly gate: ApprovalGate;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** As the audit is told. */
  onRecord(record: CallRecord): void;
}

/** The real pipeline over scripted tools, with a guard that allows everything. */
export function createScriptedPipeline(given: ScriptedPipelineDeps): ToolPipeline {
  const { tools, real = [], ...deps } = given;
  return createToolPipeline({
    ...deps,
    registry: createToolRegistry([...Object.entries(tools).map(toTool), ...real]),
    guard: () => ({
      decision: { action: 'allow', reason: '', patternKey: 'none', facts: [] },
    }),
    redactor: createRedactor({ secrets: [] }),
    policy: {
      profile: 'full',
      allow: [],
      alsoAllow: [],
      deny: [],
      securityProfile: 'personalCli',
      networkPolicy: 'deny',
      channels: {},
    },
    policyVersion: '1',
    executorName: 'none',
    workspace: '/workspace',
    random: () => 1,
    maxResultCharacters: 20_000,
    log: SILENT,
  });
}

function toTool([name, { asks, run, ...more }]: readonly [string, ScriptedTool]): Tool {
  const idempotency = more.idempotency ?? 'pure';
  const tool: Tool<Input> = {
    ...more,
    name,
    title: name,
    description: name,
    input: z.record(z.string(), z.unknown()),
    idempotency,
    capabilities: more.capabilities ?? (idempotency === 'pure' ? ['fs.read'] : ['fs.write']),
    undoable: true,
    riskLevel: riskOf(idempotency === 'pure', asks === true),
    summarize: (input) => `${name} ${JSON.stringify(input)}`,
    async execute(input, context) {
      const result = await run(input, context);
      return typeof result === 'string' ? { success: true, output: result } : result;
    },
  };
  return tool;
}

function riskOf(isPure: boolean, asks: boolean) {
  if (asks) return 'dangerous';
  return isPure ? 'read_only' : 'write';
}

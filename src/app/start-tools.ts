import { createHash } from 'node:crypto';
import type { createCommands } from '../agent/commands.ts';
import type { ApprovalGate } from '../approvals/approval-gate.ts';
import type { IdSource } from '../base/ids.ts';
import { canonicalJson } from '../base/json.ts';
import type { Executor } from '../executors/executor.ts';
import type { AuditLog } from '../observability/audit.ts';
import type { Log } from '../observability/log.ts';
import { createGuard } from '../security/guard.ts';
import type { Redactor } from '../security/redactor.ts';
import { createWorkspaceFiles } from '../security/workspace-files.ts';
import { createProcesses, type Processes } from '../toolkit/index.ts';
import { undoFileChange } from '../toolkit/undo-file-change.ts';
import { toAuditEntry } from '../tools/audit-entry.ts';
import { baseRisk } from '../tools/base-risk.ts';
import { createToolPipeline } from '../tools/create-tool-pipeline.ts';
import type { ToolPipeline } from '../tools/pipeline-contract.ts';
import { createToolRegistry, type ToolRegistry } from '../tools/registry.ts';
import { switchedOffBy, type ToolSwitches } from '../tools/switches.ts';
import type { Tool } from '../tools/tool.ts';
import type { ToolPolicy } from '../tools/visibility.ts';
import { type BuiltinToolParts, openBuiltinTools } from './builtin-tools.ts';
import { TOOLS_SESSION } from './direct-call.ts';
import type { ToolFacts } from './list-tools.ts';
import type { RuntimeSettings } from './load-settings.ts';
import { openExecutor } from './open-executor.ts';
import type { Plugins } from './plugins/open-plugins.ts';
import { protectedPathsOf } from './protected-paths.ts';

/** Most characters of one result that a model reads. */
const MAX_RESULT_CHARACTERS = 16_000;

export interface StartToolsDeps extends BuiltinToolParts {
  readonly ids: IdSource;
  readonly random: () => number;
  readonly gate: ApprovalGate;
  readonly redactor: Redactor;
  readonly audit: AuditLog;
  readonly log: Log;
  readonly extraTools: readonly Tool[];
  readonly plugins: Pick<Plugins, 'executors' | 'register'>;
}

export interface Tools {
  readonly pipeline: ToolPipeline;
  readonly registry: ToolRegistry;
  /** What runs in the background: to be ended with its conversation, and with the runtime. */
  readonly processes: Processes;
  /** Declaration and JSON Schema of a registered tool. */
  describe(name: string): ToolFacts | undefined;
  readonly undoFileChange: Parameters<typeof createCommands>[0]['undoFileChange'];
  /** Who is told when a tool has queued a message. */
  onQueued(listener: () => void): void;
}

/** The built-in tools behind the one pipeline, under the policy of the configuration. */
export function startTools(settings: RuntimeSettings, deps: StartToolsDeps): Tools {
  const { config, workspace, home } = settings;
  const protectedPaths = protectedPathsOf(settings);
  const executor = openExecutor(settings, deps.clock, deps.plugins);
  const guard = createGuard({ home, protectedPaths });
  const processes = processesOf(settings, executor, deps);
  let whenQueued: () => void = () => undefined;
  const { tools: builtin, credentialsFor } = openBuiltinTools(settings, deps, {
    executor,
    programs: {
      processes,
      judge: (input, around) => guard({ capabilities: ['process.exec'], input }, around).decision,
      nodePath: process.execPath,
    },
    onQueued: () => whenQueued(),
  });
  const switches = switchesOf(settings);
  const registry = createToolRegistry([...builtin, ...deps.extraTools], (tool) =>
    switchedOffBy(tool, switches),
  );
  for (const { name, reason } of registry.rejected) {
    deps.log.error('A tool was kept out: its schema is not valid.', { name, reason });
  }
  deps.plugins.register(registry);
  const policy = policyOf(settings);
  const pipeline = createToolPipeline({
    ...deps,
    registry,
    guard,
    policy,
    policyVersion: digest({ policy, approvals: config.approvals, execution: config.execution }),
    executorName: executor.name,
    workspace,
    credentialsFor,
    maxResultCharacters: MAX_RESULT_CHARACTERS,
    onRecord: (record) => {
      const entry = toAuditEntry(record);
      if (entry !== undefined) deps.audit.append(entry);
    },
  });
  const files = createWorkspaceFiles({ workspace, protectedPaths, home });
  return {
    pipeline,
    registry,
    processes,
    describe: (name) => describe(registry, name),
    async undoFileChange(change, before) {
      const token = change.stepName.replaceAll(/[^A-Za-z0-9]/g, '') || 'undo';
      const { outcome } = await undoFileChange(files, { ...change, token }, before);
      return outcome !== 'conflict';
    },
    onQueued(listener) {
      whenQueued = listener;
    },
  };
}

function processesOf(
  { config }: RuntimeSettings,
  executor: Executor,
  { clock, ids }: Pick<StartToolsDeps, 'clock' | 'ids'>,
): Processes {
  const { maxRunning, maxAge, maxOutputBytes } = config.tools.process;
  const limits = { maxRunning, maxAgeMs: maxAge, maxOutputBytes };
  return createProcesses({ executor, clock, ids, limits, directSession: TOOLS_SESSION });
}

function policyOf({ config }: RuntimeSettings): ToolPolicy {
  const { profile, allow, alsoAllow, deny } = config.tools;
  const channels = Object.entries(config.channels).map(([name, { tools }]) => [name, tools ?? {}]);
  return {
    profile,
    allow,
    alsoAllow,
    deny,
    networkPolicy: config.execution.networkPolicy,
    securityProfile: config.security.profile,
    channels: Object.fromEntries(channels),
  };
}

function switchesOf({ config }: RuntimeSettings): ToolSwitches {
  const { exec, codeExec, web } = config.tools;
  return {
    execEnabled: exec.enabled,
    codeExecEnabled: codeExec.enabled,
    webEnabled: web.enabled,
  };
}

function digest(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);
}

function describe(registry: ToolRegistry, name: string): ToolFacts | undefined {
  const registered = registry.find(name);
  if (registered === undefined) return undefined;
  const { tool, definition } = registered;
  const { title, capabilities, riskLevel, idempotency, timeoutMs, maxRetries, aliases } = tool;
  const risk = baseRisk(tool);
  return {
    ...definition,
    title,
    aliases,
    capabilities,
    risk,
    riskLevel,
    idempotency,
    timeoutMs,
    maxRetries,
  };
}

import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { Children } from '../agent/children.ts';
import { type Commands, createCommands } from '../agent/commands.ts';
import { createLateChildren } from '../agent/late-children.ts';
import { createChildren } from '../agent/run-child.ts';
import { createTurnEngine, type TurnEngine } from '../agent/turn-engine.ts';
import type { Summarizer, TurnEngineDeps } from '../agent/turn-engine-deps.ts';
import type { WorkerEnd } from '../agent/worker-record.ts';
import { createDeadlines } from '../app/deadlines.ts';
import type { ApprovalGate } from '../approvals/approval-gate.ts';
import { createApprovalGate } from '../approvals/create-approval-gate.ts';
import type { IdSource } from '../base/ids.ts';
import { createSupervisor } from '../base/supervisor.ts';
import type { DeliveryTarget } from '../bus/delivery-target.ts';
import { createInboundBus, type InboundBus } from '../bus/inbound.ts';
import { createOutboundBus, type OutboundBus } from '../bus/outbound.ts';
import { createRunEvents } from '../bus/run-events.ts';
import { AgentSettings } from '../config/schema/agent.ts';
import { LimitSettings, ModelSettings } from '../config/schema/models.ts';
import { BusSettings } from '../config/schema/runtime.ts';
import type { ModelRouter } from '../models/router-contract.ts';
import type { RunEvent } from '../protocol/run-event.ts';
import { createTranscripts } from '../sessions/transcripts.ts';
import { createDelegateTask } from '../toolkit/delegate-task/index.ts';
import { createSpawnTask } from '../toolkit/spawn-task/index.ts';
import type { CallRecord } from '../tools/call.ts';
import type { Tool } from '../tools/tool.ts';
import type { ManualClock } from './manual-clock.ts';
import { createScriptedPipeline, type ScriptedTools } from './scripted-tools.ts';
import type { SeverableStorage } from './severable-storage.ts';

/** Configuration as a person writes it; what is not named has its default. */
export interface BedConfig {
  readonly agent?: z.input<typeof AgentSettings>;
  readonly bus?: z.input<typeof BusSettings>;
  readonly limits?: z.input<typeof LimitSettings>;
  readonly models?: z.input<typeof ModelSettings>;
}

/** What stays when a worker dies: the machine, the world outside, and what was seen of it. */
export interface World {
  readonly time: ManualClock;
  readonly ids: IdSource;
  readonly router: ModelRouter;
  readonly target: DeliveryTarget;
  readonly tools: ScriptedTools;
  /** Whether there are `delegate_task` and `spawn_task` beside `tools`. */
  readonly workers?: boolean;
  readonly workerEnds: WorkerEnd[];
  readonly config: BedConfig;
  readonly events: RunEvent[];
  /** What the audit was told. */
  readonly records: CallRecord[];
  /** What was logged behind an error id or reported by a supervisor. */
  readonly failures: unknown[];
  readonly summarize?: Summarizer;
  readonly agentFile?: string;
  readonly undoFileChange?: Parameters<typeof createCommands>[0]['undoFileChange'];
}

/** A runtime's process as far as the engine goes. */
export interface Worker {
  readonly engine: TurnEngine;
  readonly inbound: InboundBus;
  readonly outbound: OutboundBus;
  readonly gate: ApprovalGate;
  readonly commands: Commands;
  readonly line: SeverableStorage;
  /** Sets it to work. */
  run(): void;
  /** Ends it in order, as SIGTERM does. */
  pause(): Promise<void>;
}

export const OWNER = 'cli:0';

const systemTemplate = readFileSync(new URL('../agent/prompts/system.md', import.meta.url), 'utf8');

const isOwner = (principal: string) => principal === OWNER;

/** Puts one worker together, as `app` does. */
export function createWorker(world: World, line: SeverableStorage, owner: string): Worker {
  const { clock } = world.time;
  const { storage } = line;
  const config = toConfig(world.config);
  const expiryMs = 900_000;
  const gate = createApprovalGate({
    ...{ storage, clock, ids: world.ids, expiryMs, isOwner },
    onChange: () => inbound.wake(),
  });
  const outbound = createOutboundBus({
    storage,
    clock,
    random: () => 1,
    targets: { cli: world.target },
    maxAttempts: config.bus.maxDeliveryAttempts,
    onTrouble: (delivery, answer) => world.failures.push({ delivery: delivery.event.id, answer }),
  });
  const inbound = createInboundBus({
    storage,
    clock,
    owner,
    limits: { perSession: config.bus.maxQueuedPerSession, total: config.bus.maxQueued },
    leaseMs: config.bus.leaseDuration,
    maxConcurrentTurns: config.agent.maxConcurrentTurns,
    maxParallelWorkers: config.agent.delegation.maxParallel,
    onFailure: (_lease, thrown) => world.failures.push(thrown),
  });
  const late = createLateChildren();
  const real = world.workers === true ? workerTools(late, config) : [];
  const deps = engineDeps(world, line, { config, gate, real, wakeOutbound: outbound.wake });
  const engine = createTurnEngine(deps);
  const stop = async (sessionKey: string) => {
    const stopped = await engine.stop(sessionKey);
    inbound.wake();
    return stopped;
  };
  late.connect(createChildren({ ...deps, accept: inbound.accept, stop }));
  const commands = createCommands({
    ...deps,
    accept: inbound.accept,
    stop,
    undoFileChange: world.undoFileChange ?? (async () => true),
  });
  const deadlines = createDeadlines({ storage, clock, gate, onReady: inbound.wake });
  const supervisor = createSupervisor({
    clock,
    random: () => 1,
    onFailure: (_name, thrown) => world.failures.push(thrown),
  });
  return {
    ...{ engine, inbound, outbound, gate, commands, line },
    run() {
      supervisor.run('inbound', (signal) => inbound.run(engine.work, signal));
      supervisor.run('outbound', (signal) => outbound.run(signal));
      supervisor.run('deadlines', (signal) => deadlines.run(signal));
    },
    pause: supervisor.stop,
  };
}

function workerTools(children: Children, { agent }: ReturnType<typeof toConfig>): Tool[] {
  const limits = { wallTimeMs: agent.caps.wallTime, maxDepth: agent.delegation.maxDepth };
  return [createDelegateTask(children, limits), createSpawnTask(children, limits)];
}

interface Given {
  readonly config: ReturnType<typeof toConfig>;
  readonly real: readonly Tool[];
  readonly gate: ApprovalGate;
  wakeOutbound(): void;
}

function engineDeps(
  world: World,
  { storage, severed }: SeverableStorage,
  { config, gate, real, wakeOutbound }: Given,
): TurnEngineDeps {
  const events = createRunEvents((thrown) => world.failures.push(thrown));
  events.subscribe(undefined, (event) => {
    if (!severed()) world.events.push(event);
  });
  return {
    storage,
    clock: world.time.clock,
    ids: world.ids,
    router: world.router,
    pipeline: createScriptedPipeline({
      ...world,
      real,
      clock: world.time.clock,
      gate,
      onRecord: (record) => void (severed() || world.records.push(record)),
    }),
    gate,
    transcripts: createTranscripts({
      storage,
      onRebuilt: (sessionKey, damage) => world.failures.push({ rebuilt: sessionKey, damage }),
    }),
    events,
    config,
    workspace: '/workspace',
    systemTemplate,
    readAgentFile: async () => world.agentFile,
    isOwner,
    logFailure: (errorId, cause, facts) => world.failures.push({ errorId, cause, facts }),
    wakeOutbound,
    onWorkerEnd: (end) => void (severed() || world.workerEnds.push(end)),
    ...(world.summarize && { summarize: world.summarize }),
  };
}

function toConfig({ agent = {}, bus = {}, limits = {}, models = {} }: BedConfig) {
  return {
    agent: AgentSettings.parse({ timeZone: 'UTC', ...agent }),
    bus: BusSettings.parse(bus),
    limits: LimitSettings.parse(limits),
    models: ModelSettings.parse(models),
  };
}

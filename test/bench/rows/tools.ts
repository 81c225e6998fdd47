import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { createApprovalGate } from '../../../src/approvals/create-approval-gate.ts';
import { systemClock as clock } from '../../../src/base/clock.ts';
import { createIdSource } from '../../../src/base/ids.ts';
import { createLog } from '../../../src/observability/log.ts';
import { createGuard } from '../../../src/security/guard.ts';
import { createRedactor } from '../../../src/security/redactor.ts';
import { openStorage } from '../../../src/storage/index.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { fakeToolMemory } from '../../../src/testing/fake-tool-memory.ts';
import { createToolPipeline } from '../../../src/tools/create-tool-pipeline.ts';
import type { Caller, CallRecorder, ToolPipeline } from '../../../src/tools/pipeline-contract.ts';
import { createToolRegistry } from '../../../src/tools/registry.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { cpuMs, median } from '../bed.ts';
import type { Row } from '../row.ts';

const OWNER = 'cli:1000';
const MANY = 200;
/** Batches until the engine has compiled what runs often. */
const WARM_UP = 15;
const BATCHES = 15;
const CALLS = { memory: 2_000, disk: 200 };

/** What a call costs in the pipeline itself, and what the models are told of many tools. */
export const tools: Row = {
  name: 'tools',
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), 'echo-bench-'));
    const storage = await openStorage('sqlite', {
      dataDir: folder,
      durability: 'full',
      now: clock.now,
    });
    try {
      const pipeline = pipelineOver(storage, [noop('noop')]);
      const inMemory = await cpuPerCall(pipeline, CALLS.memory, () => memoryRecorder());
      const durable = await cpuPerCall(pipeline, CALLS.disk, (id) => journalOf(storage, id));
      const bare = await cpuPerCommit(storage);
      const { first, again } = await definitionsOf(storage);
      return [
        { name: 'no-op call, in memory, CPU p50', value: inMemory, unit: 'µs', asked: '<= 25' },
        { name: 'no-op call, durable, CPU p50', value: durable, unit: 'µs', asked: '<= 300' },
        { name: 'of that, a bare commit of one step', value: bare, unit: 'µs', asked: '' },
        { name: 'definitions of 200 tools', value: first, unit: 'ms', asked: '<= 2' },
        { name: 'the same again', value: again, unit: 'ms', asked: 'cached' },
      ];
    } finally {
      await storage.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

function noop(name: string): Tool {
  return {
    name,
    title: 'No-op',
    description: 'Does nothing.',
    input: z.strictObject({ index: z.int(), note: z.string().optional() }),
    capabilities: ['fs.read'],
    riskLevel: 'read_only',
    idempotency: 'pure',
    summarize: () => name,
    execute: async () => ({ success: true, output: 'ok' }),
  };
}

function pipelineOver(storage: Storage, given: readonly Tool[]): ToolPipeline {
  const ids = createIdSource();
  const redactor = createRedactor({ secrets: ['a-configured-key-of-the-owner'] });
  const sink = { write: () => undefined, flush: async () => undefined };
  const log = createLog({ level: 'silent', sink, clock, ids, redactor });
  const gate = createApprovalGate({
    storage,
    clock,
    ids,
    expiryMs: 60_000,
    isOwner: (principal) => principal === OWNER,
  });
  return createToolPipeline({
    registry: createToolRegistry(given),
    gate,
    guard: createGuard({ home: '/home/u', protectedPaths: [] }),
    redactor,
    policy: {
      profile: 'coding',
      allow: [],
      alsoAllow: [],
      deny: [],
      securityProfile: 'personalCli',
      networkPolicy: 'deny',
      channels: {},
    },
    policyVersion: '1',
    executorName: 'local',
    workspace: '/workspace',
    clock,
    ids,
    random: Math.random,
    log,
    maxResultCharacters: 16_000,
    onRecord: () => undefined,
  });
}

const CALLER: Caller = {
  principal: OWNER,
  isOwner: true,
  sessionKey: 'cli:bench',
  channel: 'cli',
  agentId: 'main',
  unattended: false,
  canAsk: true,
  canUndo: true,
};

type Record = (turnId: string) => CallRecorder | Promise<CallRecorder>;

/** Microseconds of CPU, the middle batch's mean. */
async function cpuPerCall(pipeline: ToolPipeline, calls: number, record: Record) {
  const { signal } = new AbortController();
  let count = 0;

  async function batch() {
    for (let n = 0; n < calls; n += 1) {
      count += 1;
      const turnId = `turn_${calls}_${count}`;
      await pipeline.call(
        {
          traceId: `trace_${count}`,
          turnId,
          callId: 'tool_0_0',
          tool: 'noop',
          argumentsText: `{"index":${n},"note":"as a model would write it"}`,
          earlierInBatch: new Set(),
          startedBefore: false,
        },
        { caller: CALLER, recorder: await record(turnId), signal },
      );
    }
  }

  return middleOf(batch, calls);
}

async function middleOf(batch: () => Promise<void>, calls: number): Promise<number> {
  for (let n = 0; n < WARM_UP; n += 1) await batch();
  const means: number[] = [];
  for (let n = 0; n < BATCHES; n += 1) means.push(((await cpuMs(batch)) * 1_000) / calls);
  return median(means);
}

function memoryRecorder(): CallRecorder {
  return {
    memory: MEMORY,
    started: async () => undefined,
    finished: async () => undefined,
    keepArtifact: async () => 'art',
    findEffect: async () => undefined,
  };
}

const MEMORY = fakeToolMemory();

/** As a turn writes its calls down: the start, and the outcome. */
function journalOf(storage: Storage, turnId: string): CallRecorder {
  const base = { turnId, name: 'tool_0_0', kind: 'tool', startedAt: clock.now() } as const;
  return {
    ...memoryRecorder(),
    started: (result) =>
      storage.commit([{ op: 'put-step', step: { ...base, status: 'started', result } }]),
    finished: (_, result) =>
      storage.commit([{ op: 'put-step', step: { ...base, status: 'done', result } }]),
    findEffect: (key) => storage.effects.get(key),
  };
}

/** What the disk alone takes: one commit of one step, nothing around it. */
async function cpuPerCommit(storage: Storage): Promise<number> {
  let count = 0;
  async function batch() {
    for (let n = 0; n < CALLS.disk; n += 1) {
      count += 1;
      await bareStep(storage, `bare_${count}`);
    }
  }
  return middleOf(batch, CALLS.disk);
}

function bareStep(storage: Storage, turnId: string): Promise<void> {
  const step = { turnId, name: 'tool_0_0', kind: 'tool', status: 'done', startedAt: 1 } as const;
  return storage.commit([{ op: 'put-step', step }]);
}

async function definitionsOf(storage: Storage) {
  const many = Array.from({ length: MANY }, (_, index) => noop(`tool_${index}`));
  const pipeline = pipelineOver(storage, many);
  const started = performance.now();
  await pipeline.definitions(CALLER);
  const made = performance.now();
  await pipeline.definitions(CALLER);
  return { first: made - started, again: performance.now() - made };
}

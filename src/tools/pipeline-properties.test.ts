import { describe, expect, test } from 'vitest';
import type { ApprovalGate, GateAnswer } from '../approvals/approval-gate.ts';
import { createApprovalGate } from '../approvals/create-approval-gate.ts';
import { createIdSource } from '../base/ids.ts';
import type { Approval, ApprovalScope } from '../protocol/approval.ts';
import { type GuardDecision, IdempotencyClass, Risk } from '../protocol/tool-call.ts';
import { openStorage } from '../storage/index.ts';
import { countedExec, countedTool } from '../testing/counted-tool.ts';
import { fakeRecorder } from '../testing/fake-recorder.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { pipelineBed } from '../testing/pipeline-bed.ts';
import { createRandom } from '../testing/random.ts';
import { scriptedGate } from '../testing/scripted-gate.ts';

const APPROVED: Approval = {
  id: 'apr_1',
  binding: '',
  turnId: 'turn_1',
  stepName: 'tool_0_0',
  sessionKey: 'cli:main',
  principal: 'cli:1000',
  tool: 'exec',
  risk: 'exec',
  summary: '',
  reason: '',
  patternKey: 'none',
  state: 'approved',
  scope: 'always',
  requestedAt: 0,
  expiresAt: 1,
};

const DENIED_COMMANDS = ['rm -rf /', 'cat ~/.ssh/id_rsa', 'ls; shutdown now', 'mkfs.ext4 /dev/sda'];
const OWN_DENIAL: GuardDecision = { action: 'deny', reason: 'own', patternKey: 'own', facts: [] };

test('A10 nothing lets a call run that a guard denies', async () => {
  const random = createRandom(11);
  const answers: GateAnswer[] = [
    { state: 'not_needed', why: '' },
    { state: 'approved', approval: APPROVED },
  ];

  for (let round = 0; round < 300; round += 1) {
    const ownDenial = random.next() < 0.5;
    const { tool, runs } = countedExec({
      idempotency: random.pick(IdempotencyClass.options),
      riskLevel: random.pick(Risk.options),
      ...(ownDenial && { guard: async () => OWN_DENIAL }),
      ...(random.next() < 0.5 && { verify: async () => ({ state: 'not_done' }) }),
    });
    const { call } = pipelineBed({
      tools: [tool],
      gate: scriptedGate(random.pick(answers)),
      policy: { allow: ['exec'], alsoAllow: ['bash'], profile: 'full' },
    });
    const command = ownDenial ? 'npm test' : random.pick(DENIED_COMMANDS);

    const report = await call(
      random.pick(['exec', 'bash']),
      { command },
      {
        caller: {
          isOwner: random.next() < 0.5,
          assumeYes: random.next() < 0.5,
          unattended: random.next() < 0.5,
        },
        proposal: { startedBefore: random.next() < 0.5 },
      },
    );

    expect(['denied', 'unknown']).toContain(report.outcome);
    expect(runs).toEqual([]);
  }
});

describe('T7 at most once', () => {
  test('the same proposal, however often it comes and whatever became of it before, runs once at most', async () => {
    const random = createRandom(23);

    for (let round = 0; round < 200; round += 1) {
      const fails = random.pick(['no', 'throws', 'reports', 'nonsense'] as const);
      const { tool, runs } = countedTool({
        idempotency: random.pick(['unsafe', 'verifiable'] as const),
        maxRetries: 3,
        execute: async (input, context) => {
          runs.push({ input, context } as never);
          if (fails === 'throws') throw new Error('boom');
          if (fails === 'nonsense') return undefined as never;
          if (fails === 'reports') return { success: false, error: 'no', retryable: true };
          return { success: true, output: 'done' };
        },
      });
      const recorder = fakeRecorder();
      const { call } = pipelineBed({ tools: [tool], recorder });
      const times = 2 + Math.floor(random.next() * 4);

      for (let time = 0; time < times; time += 1) {
        const startedBefore = time > 0 && random.next() < 0.5;
        const input = random.next() < 0.5 ? '{"path":"a","text":"b"}' : '{"text":"b","path":"a"}';
        await call('save_note', input, { proposal: { startedBefore } });
      }

      expect(runs.length).toBe(1);
    }
  });

  test('a crash after the start, before the outcome, is never followed by a second run', async () => {
    for (const idempotency of ['unsafe', 'verifiable'] as const) {
      const { tool, runs } = countedTool({ idempotency });
      const crashing = { ...fakeRecorder(), finished: () => Promise.reject(new Error('killed')) };
      const recorder = {
        ...fakeRecorder(),
        effects: crashing.effects,
        findEffect: crashing.findEffect,
      };
      const before = pipelineBed({ tools: [tool], recorder: crashing });
      const after = pipelineBed({ tools: [tool], recorder });
      await expect(before.propose('save_note', { path: 'a' })).rejects.toThrow('killed');

      const report = await after.call(
        'save_note',
        { path: 'a' },
        {
          proposal: { startedBefore: true },
        },
      );

      expect(report.outcome).toBe('unknown');
      expect(runs).toHaveLength(1);
    }
  });
});

describe('A5 A6 pipeline, gate and storage together', () => {
  async function bed() {
    const manual = createManualClock();
    const storage = await openStorage('sqlite', {
      dataDir: ':memory:',
      durability: 'full',
      now: manual.clock.now,
    });
    const gate = createApprovalGate({
      storage,
      clock: manual.clock,
      ids: createIdSource(),
      expiryMs: 60_000,
      isOwner: (principal) => principal === 'cli:1000',
    });
    return { manual, storage, gate };
  }

  async function approve(gate: ApprovalGate, scope: ApprovalScope = 'once') {
    const [question] = await gate.pending({});
    await gate.decide({ id: question?.id ?? '', verdict: 'approved', scope, by: 'cli:1000' });
  }

  const command = { command: 'rm -rf build' };

  test('a crash between the yes and the start asks no second time and runs once', async () => {
    const { manual, storage, gate } = await bed();
    const { tool, runs } = countedExec();
    const dying = { ...fakeRecorder(), started: () => Promise.reject(new Error('killed')) };
    const before = pipelineBed({ tools: [tool], gate, manual, recorder: dying });
    const after = pipelineBed({ tools: [tool], gate, manual });

    const asked = await before.propose('exec', command);
    await approve(gate);
    await expect(before.propose('exec', command)).rejects.toThrow('killed');
    const ran = await after.call('exec', command);
    const again = await after.call('exec', command);

    expect(asked.state).toBe('needs_approval');
    expect([ran.outcome, again.outcome, runs.length]).toEqual(['ok', 'replayed', 1]);
    expect(await gate.pending({})).toEqual([]);
    await storage.close();
  });

  test('a yes is good for no other arguments, and what the guard asks about is asked each time', async () => {
    const { manual, storage, gate } = await bed();
    const { tool, runs } = countedExec();
    const { propose } = pipelineBed({ tools: [tool], gate, manual });

    await propose('exec', command);
    await approve(gate, 'always');
    const changed = await propose('exec', { command: 'rm -rf src' });
    const later = await propose('exec', command, { proposal: { callId: 'tool_1_0' } });

    expect([changed.state, later.state]).toEqual(['needs_approval', 'needs_approval']);
    expect(runs).toEqual([]);
    await storage.close();
  });

  test('A7 a remembered command runs without a question, one with a new fact does not', async () => {
    const { manual, storage, gate } = await bed();
    const { tool } = countedExec();
    const { propose } = pipelineBed({ tools: [tool], gate, manual });
    const at = (callId: string) => ({ proposal: { callId } });

    await propose('exec', { command: 'npm test' });
    await approve(gate, 'always');
    const states = [
      await propose('exec', { command: 'npm test' }, at('tool_1_0')),
      await propose('exec', { command: 'npm  "test"' }, at('tool_1_1')),
      await propose('exec', { command: 'npm test && rm a' }, at('tool_1_2')),
      await propose('exec', { command: 'npm test; npm publish' }, at('tool_1_3')),
      await propose('exec', { command: "sh -c 'npm test'" }, at('tool_1_4')),
    ].map(({ state }) => state);

    expect(states).toEqual([
      'finished',
      'finished',
      'needs_approval',
      'needs_approval',
      'needs_approval',
    ]);
    await storage.close();
  });

  test.each([
    ['that declares nothing', { capabilities: [] }],
    ['that reaches the network', { capabilities: ['network.outbound', 'fs.write'] }],
    ['that calls other servers', { capabilities: ['mcp.call'] }],
  ] as const)('--yes does not cover a tool %s', async (_, changes) => {
    const { storage, gate, manual } = await bed();
    const { tool, runs } = countedTool(changes);
    const { call } = pipelineBed({ tools: [tool], gate, manual });

    const report = await call(
      'save_note',
      { path: 'a' },
      { caller: { assumeYes: true, canAsk: false } },
    );

    expect(report).toMatchObject({ outcome: 'approval_required' });
    expect(report.decision?.facts).toEqual(['network_access']);
    expect(runs).toEqual([]);
    await storage.close();
  });

  test('only a write that promises to be undoable, where it can be undone, runs without a question', async () => {
    const { storage, gate, manual } = await bed();
    const kept = countedTool({ undoable: true });
    const lost = countedTool({ name: 'wipe' });
    const { propose } = pipelineBed({ tools: [kept.tool, lost.tool], gate, manual });
    const at = (callId: string, canUndo = true) => ({ proposal: { callId }, caller: { canUndo } });

    const states = [
      await propose('save_note', { path: 'a' }, at('tool_0_0')),
      await propose('save_note', { path: 'a' }, at('tool_0_1', false)),
      await propose('wipe', { path: 'a' }, at('tool_0_2')),
    ].map(({ state }) => state);

    expect(states).toEqual(['finished', 'needs_approval', 'needs_approval']);
    await storage.close();
  });
});

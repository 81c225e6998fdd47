import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { trustedOrigin } from '../../protocol/origin.ts';
import { openStorage } from '../../storage/index.ts';
import { step, turn } from '../../storage/samples.contract.ts';
import type { Storage } from '../../storage/storage.ts';
import { createCliStage } from '../../testing/cli-stage.ts';

const START = {
  tool: 'exec',
  idempotencyKey: 'k1',
  maskedArguments: { command: 'npm test', token: '***' },
  summary: 'npm test',
  risk: 'exec',
  decision: { action: 'allow', reason: '', patternKey: 'none', facts: [] },
};

let storage: Storage;

beforeEach(async () => {
  storage = await openStorage('sqlite', { dataDir: ':memory:', durability: 'full', now: () => 1 });
  await storage.commit([
    { op: 'put-turn', turn: turn('t1', 'main', { state: 'done' }) },
    { op: 'put-step', step: step('t1', 'tool_0_0', { result: START, startedAt: 1_000 }) },
    {
      op: 'put-step',
      step: step('t1', 'tool_0_1', { result: { ...START, tool: 'todo' }, startedAt: 2_000 }),
    },
    { op: 'put-step', step: step('t1', 'tool_0_2', { result: 'damaged' }) },
  ]);
});

afterEach(() => storage.close());

function endStep(name: string, at: number, result: { message: { outcome: string } }) {
  const { outcome } = result.message;
  const rest = { status: 'done', startedAt: at, endedAt: at, outcome, result } as const;
  return { op: 'put-step', step: step('t1', name, rest) } as const;
}

function stage() {
  const app = { connect: async () => undefined };
  return createCliStage({ storage, app, config: { agent: { timeZone: 'UTC' } } });
}

describe('tools log', () => {
  test('lists the calls newest first, and leaves out what is damaged', async () => {
    const { run, output } = stage();

    const code = await run('tools', 'log');

    expect(code).toBe(0);
    expect(output().split('\n')).toEqual([
      '1970-01-01 00:00:02  todo  started  –  cli:main  trace-t1 tool_0_1  npm test',
      '1970-01-01 00:00:01  exec  started  –  cli:main  trace-t1 tool_0_0  npm test',
      '',
    ]);
  });

  test('T11 prints one object a call, of one tool and session', async () => {
    const { run, output } = stage();

    await run('tools', 'log', '--json', '--tool', 'exec', '-s', 'main', '-n', '5');
    const [call, ...rest] = output().trim().split('\n');

    expect(rest).toEqual([]);
    expect(JSON.parse(call ?? '')).toEqual({
      tool: 'exec',
      outcome: 'started',
      startedAt: 1_000,
      principal: 'cli:1000',
      sessionKey: 'cli:main',
      traceId: 'trace-t1',
      turnId: 't1',
      step: 'tool_0_0',
      idempotencyKey: 'k1',
      summary: 'npm test',
      arguments: { command: 'npm test', token: '***' },
      risk: 'exec',
      decision: START.decision,
    });
  });

  test('shows why a call failed, and which rule made one be asked', async () => {
    const message = {
      role: 'tool',
      callId: 'tool_0_3',
      providerCallId: 'p',
      tool: 'exec',
      text: '',
      origin: trustedOrigin('command'),
    };
    const ended = { attempts: 1, durationMs: 5, metadata: {}, sideEffect: true };
    const failed = {
      ...ended,
      message: { ...message, outcome: 'error' },
      summary: 'npm is not there.',
      start: START,
    };
    const asked = {
      ...ended,
      message: { ...message, callId: 'tool_0_4', outcome: 'approval_required' },
      summary: 'Not run.',
      metadata: { why: 'it runs a command' },
      decision: START.decision,
    };
    await storage.commit([endStep('tool_0_3', 3_000, failed), endStep('tool_0_4', 4_000, asked)]);
    const shown = stage();
    const json = stage();

    await shown.run('tools', 'log', '-s', 'main');
    await json.run('tools', 'log', '--json', '-n', '1');

    expect(shown.output()).toContain('npm test: npm is not there.');
    expect(JSON.parse(json.output()).decision.reason).toBe('it runs a command');
  });

  test('says so when nothing was called', async () => {
    const { run, notes } = stage();

    expect(await run('tools', 'log', '-s', 'other')).toBe(0);
    expect(notes()).toContain('No tool has been called yet.');
  });
});

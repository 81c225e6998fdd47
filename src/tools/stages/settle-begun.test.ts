import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Approval } from '../../protocol/approval.ts';
import type { IdempotencyClass } from '../../protocol/tool-call.ts';
import { begunCall } from '../../testing/begun-call.ts';
import { countedTool } from '../../testing/counted-tool.ts';
import { type Around, type PipelineBedOptions, pipelineBed } from '../../testing/pipeline-bed.ts';
import { scriptedGate } from '../../testing/scripted-gate.ts';
import type { Tool } from '../tool.ts';

const NOTE = { path: 'a.md' };

interface Obstacle {
  readonly tool?: Partial<Tool>;
  readonly gone?: true;
  readonly bed?: Partial<PipelineBedOptions>;
  readonly around?: Around;
}

const DENIED = { state: 'denied', approval: { id: 'apr_1' } as Approval } as const;

/** What may stand in the way now of what could begin then. */
const OBSTACLES: Readonly<Record<string, Obstacle>> = {
  'the tool is gone': { gone: true },
  'the policy denies the tool': { bed: { policy: { deny: ['save_note'] } } },
  'the network is off': {
    tool: { capabilities: ['network.outbound'] },
    bed: { policy: { networkPolicy: 'deny' } },
  },
  'the worker may not use it': { around: { caller: { allowedTools: new Set() } } },
  'the tool is not ready': { tool: { readiness: async () => ({ ready: false, reason: 'off' }) } },
  'its schema has changed': { tool: { input: z.strictObject({ file: z.string() }) } },
  'the turn is stopped': { around: { signal: AbortSignal.abort() } },
  'the guard denies it': {
    tool: { guard: async () => ({ action: 'deny', reason: 'no', patternKey: 'own', facts: [] }) },
  },
  'the person says no': { bed: { gate: scriptedGate(DENIED) } },
};

async function resume(
  idempotency: IdempotencyClass,
  { tool: changes, gone, bed: options, around }: Obstacle,
  own: Partial<Tool> = {},
) {
  const { recorder, begunAs } = await begunCall(idempotency);
  const { tool, runs } = countedTool({ idempotency, ...own, ...changes });
  const bed = pipelineBed({ tools: gone ? [] : [tool], recorder, ...options });
  const report = await bed.call('save_note', NOTE, { ...around, proposal: { begunAs } });
  return { report, runs, records: bed.records, effects: [...recorder.effects.values()] };
}

describe('US2 a call that a crash cut in two and that may not run any more', () => {
  test.each(
    Object.keys(OBSTACLES).flatMap((why) =>
      (['unsafe', 'verifiable', 'idempotent'] as const).map((each) => [why, each] as const),
    ),
  )('is unknown to model, ledger and audit when %s: %s', async (why, idempotency) => {
    const { report, runs, records, effects } = await resume(idempotency, OBSTACLES[why] ?? {});

    expect(report).toMatchObject({ outcome: 'unknown', sideEffect: true });
    expect(report.text).toContain('Nobody can say whether this call took effect');
    expect(report.summary).toContain('save');
    expect(effects).toMatchObject([
      { idempotencyKey: 'key-of-then', tool: 'save_note', status: 'unknown' },
    ]);
    expect(records).toMatchObject([
      { tool: 'save_note', outcome: 'unknown', sideEffect: true, maskedArguments: NOTE },
    ]);
    expect(runs).toEqual([]);
  });

  test.each(Object.keys(OBSTACLES))(
    'is refused as ever when it changes nothing: %s',
    async (why) => {
      const { report, effects } = await resume('pure', OBSTACLES[why] ?? {});

      expect(report.outcome).not.toBe('unknown');
      expect(report.sideEffect).toBe(false);
      expect(effects).toEqual([]);
    },
  );

  test.each([
    ['the guard denies it', 'denied'],
    ['the person says no', 'approval_denied'],
  ])('is refused when the look has found nothing done: %s', async (why, outcome) => {
    const { report, effects } = await resume('verifiable', OBSTACLES[why] ?? {}, {
      verify: async () => ({ state: 'not_done' }),
    });

    expect(report).toMatchObject({ outcome, sideEffect: false });
    expect(effects).toMatchObject([{ idempotencyKey: 'key-of-then', status: 'failed' }]);
  });

  test('is unknown without its journalled start too', async () => {
    const { tool } = countedTool();
    const bed = pipelineBed({ tools: [tool], policy: { deny: ['save_note'] } });
    const gone = pipelineBed({ tools: [] });
    const proposal = { startedBefore: true };

    const hidden = await bed.call('save_note', NOTE, { proposal });
    const absent = await gone.call('save_note', NOTE, { proposal });

    expect([hidden.outcome, absent.outcome]).toEqual(['unknown', 'unknown']);
    expect([...bed.recorder.effects.keys()]).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/)]);
  });
});

describe('T7 a call that began as something else than its tool is now', () => {
  test.each<[IdempotencyClass, IdempotencyClass, string, number]>([
    ['unsafe', 'pure', 'unknown', 0],
    ['unsafe', 'idempotent', 'unknown', 0],
    ['idempotent', 'unsafe', 'unknown', 0],
    ['idempotent', 'idempotent', 'ok', 1],
    ['pure', 'unsafe', 'ok', 1],
  ])('goes by the stricter of both: %s, then %s', async (then, now, ...[outcome, times]) => {
    const { report, runs } = await resume(then, { tool: { idempotency: now } });

    expect(report.outcome).toBe(outcome);
    expect(runs).toHaveLength(times);
  });

  test('is not taken up by another tool that answers to its name', async () => {
    const { recorder, begunAs } = await begunCall('idempotent', { tool: 'old_note' });
    const { tool, runs } = countedTool({ name: 'save_note', idempotency: 'idempotent' });
    const { call } = pipelineBed({ tools: [tool], recorder });

    const report = await call('save_note', NOTE, { proposal: { begunAs } });

    expect(report).toMatchObject({ tool: 'old_note', outcome: 'unknown' });
    expect(runs).toEqual([]);
  });

  test('keeps the key that it began under', async () => {
    const { report, effects } = await resume('idempotent', {});

    expect(report.outcome).toBe('ok');
    expect(effects).toMatchObject([{ idempotencyKey: 'key-of-then', status: 'done' }]);
  });
});

test('a call that was settled after all is told again, and the ledger is left as it was', async () => {
  const { recorder, begunAs } = await begunCall('unsafe');
  const { tool, runs } = countedTool();
  const { call } = pipelineBed({ tools: [tool], recorder });
  const settled = {
    ...begunAs,
    class: 'unsafe',
    status: 'done',
    turnId: 't',
    stepName: 's',
    at: 1,
  };
  recorder.effects.set('key-of-then', settled as never);

  const report = await call('save_note', NOTE, { proposal: { begunAs } });

  expect(report.outcome).toBe('replayed');
  expect([...recorder.effects.values()]).toEqual([settled]);
  expect(runs).toEqual([]);
});

test('a command that only read may be refused: nothing hangs on it', async () => {
  const decision = {
    action: 'allow',
    reason: '',
    patternKey: 'read_only_command',
    facts: [],
  } as const;
  const { recorder, begunAs } = await begunCall('unsafe', {
    tool: 'exec',
    decision: { ...decision, facts: [] },
  });
  const { call } = pipelineBed({ tools: [], recorder });

  const report = await call('exec', { command: 'ls' }, { proposal: { begunAs } });

  expect(report).toMatchObject({ outcome: 'not_ready', sideEffect: false });
  expect([...recorder.effects.values()]).toMatchObject([{ status: 'failed' }]);
});

test('a turn that closes a begun call itself can tell the audit of it', async () => {
  const { begunAs } = await begunCall('unsafe', { tool: 'gone', approvalId: 'apr_1' });
  const { pipeline, records, caller } = pipelineBed({ tools: [] });

  pipeline.noteUnknown(
    { traceId: 'trace_1', turnId: 'turn_1', callId: 'tool_0_1', begunAs },
    caller,
  );

  expect(records).toMatchObject([
    {
      tool: 'gone',
      outcome: 'unknown',
      sideEffect: true,
      stepName: 'tool_0_1',
      principal: caller.principal,
      approvalId: 'apr_1',
      maskedArguments: NOTE,
    },
  ]);
});

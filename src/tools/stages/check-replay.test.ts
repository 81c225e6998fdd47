import { describe, expect, test } from 'vitest';
import { countedExec, countedTool } from '../../testing/counted-tool.ts';
import { pipelineBed } from '../../testing/pipeline-bed.ts';

const NOTE = { path: 'a.md' };

describe('T10 the idempotency key', () => {
  const keyOf = async (input: string, proposal = {}, tools = [countedTool().tool]) => {
    const bed = pipelineBed({ tools });
    await bed.call(tools[0]?.name ?? '', input, { proposal });
    return bed.recorder.startedCalls[0]?.idempotencyKey;
  };

  test('is 24 hex digits, the same for keys in another order', async () => {
    const one = await keyOf('{"path":"a","text":"b"}');
    const other = await keyOf('{ "text": "b", "path": "a" }');

    expect(one).toMatch(/^[0-9a-f]{24}$/);
    expect(other).toBe(one);
  });

  test('differs for trace, step, tool and arguments', async () => {
    const keys = await Promise.all([
      keyOf('{"path":"a"}'),
      keyOf('{"path":"b"}'),
      keyOf('{"path":"a"}', { traceId: 'trace_2' }),
      keyOf('{"path":"a"}', { callId: 'tool_1_0' }),
      keyOf('{"path":"a"}', {}, [countedTool({ name: 'save_draft' }).tool]),
    ]);

    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('T7 T8 T9 nothing happens twice', () => {
  test('the same call again gets the first answer as `replayed` and is not run', async () => {
    const { tool, runs } = countedTool();
    const { call } = pipelineBed({ tools: [tool] });

    const first = await call('save_note', NOTE);
    const second = await call('save_note', NOTE);

    expect([first.outcome, second.outcome]).toEqual(['ok', 'replayed']);
    expect(second.text).toContain('saved (1)');
    expect(runs).toHaveLength(1);
  });

  test('a call that failed is not repeated under its key either', async () => {
    const { tool, runs } = countedTool({
      execute: async () => {
        runs.push({ input: 0, context: {} as never });
        return { success: false, error: 'disk full after 3 of 5' };
      },
    });
    const { call } = pipelineBed({ tools: [tool] });

    await call('save_note', NOTE);
    const again = await call('save_note', NOTE);

    expect(again).toMatchObject({
      outcome: 'replayed',
      text: expect.stringContaining('disk full'),
    });
    expect(runs).toHaveLength(1);
  });

  test('the same call in a later round runs', async () => {
    const { tool, runs } = countedTool();
    const { call } = pipelineBed({ tools: [tool] });

    await call('save_note', NOTE);
    const later = await call('save_note', NOTE, { proposal: { callId: 'tool_1_0' } });

    expect(later.outcome).toBe('ok');
    expect(runs).toHaveLength(2);
  });

  test('a second identical side effect in one batch is denied, a read is not', async () => {
    const write = countedTool();
    const read = countedTool({ name: 'read_note', idempotency: 'pure', capabilities: ['fs.read'] });
    const command = countedExec();
    const { call } = pipelineBed({ tools: [write.tool, read.tool, command.tool] });
    const twice = async (name: string, input: unknown) => {
      const first = await call(name, input, { proposal: { callId: 'tool_0_0' } });
      const earlierInBatch = new Set(first.sideEffect ? [first.callKey ?? ''] : []);
      return call(name, input, { proposal: { callId: 'tool_0_1', earlierInBatch } });
    };

    const reports = [
      await twice('save_note', NOTE),
      await twice('read_note', NOTE),
      await twice('exec', { command: 'git status' }),
      await twice('exec', { command: 'npm test' }),
    ];

    expect(reports.map(({ outcome }) => outcome)).toEqual(['denied', 'ok', 'ok', 'denied']);
    expect(reports[0]?.decision?.patternKey).toBe('duplicate_in_batch');
  });
});

describe('US2 a call that a crash cut in two', () => {
  const resumed = { proposal: { startedBefore: true } };

  test.each([
    ['pure', 'ok', 1],
    ['idempotent', 'ok', 1],
    ['unsafe', 'unknown', 0],
    ['verifiable', 'unknown', 0],
  ] as const)('%s: %s', async (idempotency, outcome, times) => {
    const { tool, runs } = countedTool({ idempotency });
    const { call } = pipelineBed({ tools: [tool] });

    const report = await call('save_note', NOTE, resumed);

    expect(report.outcome).toBe(outcome);
    expect(runs).toHaveLength(times);
    expect(runs[0]?.context.isReplay ?? true).toBe(true);
  });

  test('a look that finds the effect done gives its result, marked as recovered', async () => {
    const { tool, runs } = countedTool({
      idempotency: 'verifiable',
      verify: async () => ({ state: 'done', result: { success: true, output: 'was saved' } }),
    });
    const { call, recorder } = pipelineBed({ tools: [tool] });

    const report = await call('save_note', NOTE, resumed);

    expect(report).toMatchObject({
      outcome: 'ok',
      text: 'was saved',
      metadata: { recovered: true },
    });
    expect([...recorder.effects.values()]).toMatchObject([{ status: 'done' }]);
    expect(runs).toEqual([]);
  });

  test('a look that finds nothing done lets it run', async () => {
    const { tool, runs } = countedTool({
      idempotency: 'verifiable',
      verify: async () => ({ state: 'not_done' }),
    });
    const { call } = pipelineBed({ tools: [tool] });

    const report = await call('save_note', NOTE, resumed);

    expect(report.outcome).toBe('ok');
    expect(runs).toHaveLength(1);
  });

  test('a look that breaks leaves it unknown, and the ledger says so', async () => {
    const { tool, runs } = countedTool({
      idempotency: 'verifiable',
      verify: () => Promise.reject(new Error('gone')),
    });
    const { call, recorder } = pipelineBed({ tools: [tool] });

    const report = await call('save_note', NOTE, resumed);

    expect(report.outcome).toBe('unknown');
    expect(report.text).toContain('Look at what it would have changed');
    expect([...recorder.effects.values()]).toMatchObject([{ status: 'unknown' }]);
    expect(runs).toEqual([]);
  });

  test('a command that only reads runs again', async () => {
    const { tool, runs } = countedExec();
    const { call } = pipelineBed({ tools: [tool] });

    const report = await call('exec', { command: 'git status' }, resumed);

    expect(report.outcome).toBe('ok');
    expect(runs).toHaveLength(1);
  });
});

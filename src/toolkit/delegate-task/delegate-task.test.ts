import { describe, expect, test } from 'vitest';
import type { ChildReport } from '../../agent/child-report.ts';
import type { ChildTask } from '../../agent/children.ts';
import { AgentError } from '../../base/errors.ts';
import { NO_USAGE } from '../../protocol/usage.ts';
import { fakeToolContext } from '../../testing/fake-tool-context.ts';
import { createDelegateTask } from './index.ts';

const REPORT: ChildReport = {
  status: 'done',
  result: 'Seven.',
  modelCalls: 2,
  toolCalls: 1,
  costUsd: 0.02,
  durationMs: 1_200,
  traceId: 'trace_w',
  sessionKey: 'agent:1-w',
  usage: { ...NO_USAGE, inputTokens: 10, costUsd: 0.02 },
  files: [],
  neededApproval: [],
  unknown: [],
  tainted: false,
};

const LIMITS = { wallTimeMs: 60_000, maxDepth: 2 };

/** The tool with a worker that ends so; `tasks` are those that it was given. */
function withWorker(report: Partial<ChildReport> | Error = {}) {
  const tasks: ChildTask[] = [];
  const tool = createDelegateTask(
    {
      async delegate(task) {
        tasks.push(task);
        if (report instanceof Error) throw report;
        return { ...REPORT, ...report };
      },
    },
    LIMITS,
  );
  const run = (input: Record<string, unknown>) =>
    tool.execute(tool.input.parse(input), fakeToolContext());
  return { tool, tasks, run };
}

describe('T24 delegate_task', () => {
  test('gives the worker the task with its context, the tools and the limits that were asked for', async () => {
    const { tasks, run } = withWorker();

    await run({
      task: 'Count the\nfiles. ',
      context: 'They are in src.',
      tools: ['list_dir'],
      maxModelCalls: 3,
      maxCostUsd: 0.5,
      maxSeconds: 20,
    });
    await run({ task: 'x'.repeat(100) });

    expect(tasks).toEqual([
      {
        title: 'Count the files.',
        text: 'Count the\nfiles.\n\nContext from whoever gave you this task:\nThey are in src.',
        tools: ['list_dir'],
        caps: { modelCalls: 3, costUsd: 0.5, wallTime: 20_000 },
      },
      { title: `${'x'.repeat(80)}…`, text: 'x'.repeat(100), tools: undefined, caps: {} },
    ]);
  });

  test('tells what came of it, for the next decision and for the journal', async () => {
    const { run } = withWorker({ files: ['a.txt'], neededApproval: ['exec {"command":"rm x"}'] });

    const result = await run({ task: 'count' });

    expect(result).toMatchObject({
      success: true,
      output: [
        'status: done',
        'modelCalls: 2, toolCalls: 1, costUsd: 0.02, durationMs: 1200, traceId: trace_w',
        'files changed: a.txt',
        'not done, as nobody could be asked: exec {"command":"rm x"}',
        'result:',
        'Seven.',
      ].join('\n'),
      origin: { source: 'model', trust: 'trusted' },
      metadata: {
        ...{ status: 'done', modelCalls: 2, toolCalls: 1, costUsd: 0.02, durationMs: 1_200 },
        ...{ traceId: 'trace_w', workerSession: 'agent:1-w', unknown: [] },
        neededApproval: ['exec {"command":"rm x"}'],
      },
    });
  });

  test('is a failure with all that there is when the worker did not come to its end', async () => {
    const { run } = withWorker({ status: 'capped', result: '' });

    const result = await run({ task: 'count' });

    expect(result).toMatchObject({ success: false, metadata: { status: 'capped' } });
    expect(result.success ? '' : result.error).toMatch(/^status: capped\n.*result:\n\(none\)$/s);
  });

  test('marks the words of a worker that has read text from outside', async () => {
    const { run } = withWorker({ tainted: true });

    const result = await run({ task: 'count' });

    expect(result.origin).toMatchObject({ source: 'tool:delegate_task', trust: 'untrusted' });
  });

  test('says in words why no worker was started', async () => {
    const { run } = withWorker(new AgentError('forbidden', 'You do not have rocket yourself.'));

    const result = await run({ task: 'count' });

    expect(result).toMatchObject({ success: false, error: 'You do not have rocket yourself.' });
  });

  test('has the time of the longest worker and some to wait for a place', () => {
    expect(withWorker().tool.timeoutMs).toBe(120_000);
  });

  test('is not ready where workers are switched off', async () => {
    const off = createDelegateTask({ delegate: async () => REPORT }, { ...LIMITS, maxDepth: 0 });

    expect(await off.readiness?.()).toMatchObject({
      ready: false,
      reason: expect.stringContaining('agent.delegation.maxDepth'),
    });
  });
});

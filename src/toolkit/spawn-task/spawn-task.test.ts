import { describe, expect, test } from 'vitest';
import type { ChildTask } from '../../agent/children.ts';
import { AgentError } from '../../base/errors.ts';
import { fakeToolContext } from '../../testing/fake-tool-context.ts';
import { createSpawnTask } from './index.ts';

const CAPS = { modelCalls: 5, toolCalls: 9, tokens: 1_000, costUsd: 0.5, wallTime: 60_000 };

function withWorker(refusal?: Error) {
  const tasks: ChildTask[] = [];
  const tool = createSpawnTask(
    {
      async spawn(task) {
        tasks.push(task);
        if (refusal) throw refusal;
        return { sessionKey: 'agent:1-w', traceId: 'trace_w', caps: CAPS };
      },
    },
    { maxDepth: 2 },
  );
  const run = (input: Record<string, unknown>) =>
    tool.execute(tool.input.parse(input), fakeToolContext());
  return { tasks, run };
}

describe('T25 spawn_task', () => {
  test('starts the task under its title and says where it goes on', async () => {
    const { tasks, run } = withWorker();

    const result = await run({ task: 'Dig a deep hole', title: ' The hole ' });

    expect(tasks).toMatchObject([{ title: 'The hole', text: 'Dig a deep hole' }]);
    expect(result).toMatchObject({
      success: true,
      output: expect.stringMatching(/"The hole" \(agent:1-w, trace trace_w\).*do not wait/),
      metadata: { status: 'started', traceId: 'trace_w', workerSession: 'agent:1-w' },
    });
  });

  test('is called after its task when it has no title', async () => {
    const { tasks, run } = withWorker();

    await run({ task: 'Dig a\n deep hole', title: ' ' });

    expect(tasks[0]?.title).toBe('Dig a deep hole');
  });

  test('counts what the task may take as taken', async () => {
    const { run } = withWorker();

    const { metadata } = await run({ task: 'Dig' });

    expect(metadata?.['workerUsage']).toMatchObject({ inputTokens: 1_000, costUsd: 0.5 });
  });

  test('says in words why nothing was started', async () => {
    const { run } = withWorker(new AgentError('conflict', 'Too much is waiting already.'));

    expect(await run({ task: 'Dig' })).toMatchObject({
      success: false,
      error: 'Too much is waiting already.',
    });
  });
});

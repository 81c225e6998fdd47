import { describe, expect, test } from 'vitest';
import { AgentError } from '../base/errors.ts';
import { countedTool } from '../testing/counted-tool.ts';
import { pipelineBed } from '../testing/pipeline-bed.ts';
import type { ToolResult } from './tool.ts';

type Act = () => Promise<ToolResult>;

function bed() {
  let act: Act = works;
  let step = 0;
  const { tool } = countedTool({ idempotency: 'pure', execute: () => act() });
  const { tool: sound } = countedTool({ name: 'sound', idempotency: 'pure' });
  const staged = pipelineBed({ tools: [tool, sound] });
  const call = async (name = tool.name) => {
    step += 1;
    const proposal = { callId: `tool_${step}_0` };
    return staged.call(name, { path: 'a' }, { proposal });
  };
  return {
    ...staged,
    call,
    become: (next: Act) => {
      act = next;
    },
    async outcomes(times: number) {
      const outcomes = [];
      for (let time = 0; time < times; time += 1) outcomes.push((await call()).outcome);
      return outcomes;
    },
  };
}

const works: Act = async () => ({ success: true, output: 'ok' });
const breaks: Act = async () => {
  throw new Error('the backend is gone');
};

describe('the circuit of a tool', () => {
  test('opens after five failures in a row, for this tool only, and says when it can be tried', async () => {
    const { outcomes, become, call } = bed();
    become(breaks);

    expect(await outcomes(6)).toEqual([...Array(5).fill('error'), 'not_ready']);
    const refused = await call();
    const other = await call('sound');

    expect(refused.text).toContain(
      'is not tried now: it failed 5 times in a row. It can be tried again in 30 s.',
    );
    expect(refused).toMatchObject({ attempts: 0, metadata: { circuit: 'open' } });
    expect(other.outcome).toBe('ok');
  });

  test('lets one call try after half a minute; one that works closes it', async () => {
    const { outcomes, become, manual } = bed();
    become(breaks);
    await outcomes(5);
    await manual.advance(29_999);
    const early = await outcomes(1);
    await manual.advance(1);
    become(works);

    expect([early, await outcomes(2)]).toEqual([['not_ready'], ['ok', 'ok']]);
  });

  test('stays open for another half minute when the one that tried failed', async () => {
    const { outcomes, become, manual } = bed();
    become(breaks);
    await outcomes(5);
    await manual.advance(30_000);

    expect(await outcomes(2)).toEqual(['error', 'not_ready']);
    await manual.advance(30_000);
    become(works);
    expect(await outcomes(1)).toEqual(['ok']);
  });

  test('has a single probe, however many calls come at once', async () => {
    const { outcomes, become, manual, call } = bed();
    become(breaks);
    await outcomes(5);
    await manual.advance(30_000);
    const gate = Promise.withResolvers<void>();
    become(async () => {
      await gate.promise;
      return { success: true, output: 'ok' };
    });

    const probe = call();
    const others = await Promise.all([call(), call()]);
    gate.resolve();

    expect(others.map(({ outcome }) => outcome)).toEqual(['not_ready', 'not_ready']);
    expect((await probe).outcome).toBe('ok');
    expect(await outcomes(1)).toEqual(['ok']);
  });

  test('is given back by a probe that was stopped before it could show anything', async () => {
    const { outcomes, become, manual, call } = bed();
    become(breaks);
    await outcomes(5);
    await manual.advance(30_000);
    become(async () => {
      throw new AgentError('invalid_input', 'no such file');
    });
    await call();
    become(works);

    expect(await outcomes(1)).toEqual(['ok']);
  });

  test.each<[string, Act]>([
    ['an answer that says no', async () => ({ success: false, error: 'no such file' })],
    [
      'an error about the arguments',
      async () => {
        throw new AgentError('invalid_input', 'no such file');
      },
    ],
  ])('stays closed for %s: the tool works', async (_, answer) => {
    const { outcomes, become } = bed();
    become(answer);

    expect(await outcomes(8)).toEqual(Array(8).fill('error'));
  });

  test('counts a failure that can pass, and a time that ran out', async () => {
    const { outcomes, become, call, manual } = bed();
    become(async () => ({ success: false, error: 'overloaded', retryable: true }));
    await outcomes(4);
    become(() => new Promise(() => undefined));
    const late = call();
    await manual.advance(32_000);

    expect((await late).outcome).toBe('timeout');
    expect(await outcomes(1)).toEqual(['not_ready']);
  });

  test('is told of in the views', async () => {
    const { outcomes, become, pipeline, caller } = bed();
    become(breaks);
    await outcomes(5);

    expect(await pipeline.views(caller)).toMatchObject([
      { name: 'save_note', ready: false, reason: expect.stringContaining('failed 5 times') },
      { name: 'sound', ready: true },
    ]);
  });
});

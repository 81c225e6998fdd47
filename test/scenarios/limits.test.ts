import { describe, expect, test } from 'vitest';
import { says } from '../../src/testing/scripted-router.ts';
import { createRuntimeBed } from './runtime-bed.ts';

/** A scripted call costs a tenth of a cent. */
const COSTS = 0.001;

describe("R6 the day's limit of cost", () => {
  test('stops the next turn with a word on why, also after a restart: what was used is on disk', async () => {
    const set = [`limits.costPerDayUsd=${COSTS * 2}`];
    const bed = await createRuntimeBed({ script: () => says('ok'), set });
    await bed.turn('one');
    await bed.turn('two');

    await bed.start();
    const { end, reply } = await bed.turn('three', { chatId: 'another' });

    const { usage } = bed.runtime().storage;
    expect(end).toMatchObject({ outcome: 'capped', cap: 'costPerDayUsd', modelCalls: 0 });
    expect(reply).toContain('limits.costPerDayUsd');
    expect((await usage.total({ since: 0 })).costUsd).toBeCloseTo(COSTS * 2);
  });

  test('goes on with the cheapest model where the owner chose that', async () => {
    const set = [`limits.costPerDayUsd=${COSTS}`, 'limits.onExceeded=downgrade'];
    const bed = await createRuntimeBed({ script: () => says('ok'), set });
    await bed.turn('one');

    const { end } = await bed.turn('two');

    expect(end.outcome).toBe('done');
    expect(bed.requests().map(({ taskType }) => taskType)).toEqual(['chat', 'cheap']);
  });
});

describe('L10 V30 a turn that never comes to an end', () => {
  test.each([
    ['agent.caps.modelCalls', 3],
    ['agent.caps.toolCalls', 2],
    ['agent.caps.tokens', 250],
    ['agent.caps.costUsd', COSTS * 2],
  ])('is ended by %s, which its last message names', async (key, limit) => {
    const bed = await createRuntimeBed({
      script: (_, call) => [
        { type: 'tool-call', providerCallId: `c${call}`, tool: 'list_dir', argumentsText: '{}' },
      ],
      set: [`${key}=${limit}`],
    });

    const { end, reply } = await bed.turn('go');

    expect(end).toMatchObject({ outcome: 'capped', cap: key.split('.').at(-1) });
    expect(reply).toContain(key);
  });
});

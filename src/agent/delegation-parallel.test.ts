import { describe, expect, test } from 'vitest';
import { createAgentsAtWork, delegates, lastResults } from '../testing/agents-at-work.ts';
import type { EngineBed } from '../testing/engine-bed.ts';
import { says, waits } from '../testing/scripted-router.ts';

describe('T24 several tasks in one answer', () => {
  const parts = {
    job: [delegates({ task: 'slow' }, { task: 'quick' }, { task: 'middle' }), says('ok')],
    slow: [[...waits(300), ...says('slow one')]],
    middle: [[...waits(200), ...says('middle one')]],
    quick: [[...waits(100), ...says('quick one')]],
  };

  async function timeOf(bed: EngineBed): Promise<number> {
    const id = await bed.send('job');
    await bed.time.advance(2_000);
    const { turn } = await bed.ended(id);
    return turn.activeMs;
  }

  test('are done side by side, although one turn alone may run, with the results in the order of the calls', async () => {
    const bed = await createAgentsAtWork(parts, { config: { agent: { maxConcurrentTurns: 1 } } });

    const ms = await timeOf(bed);

    expect(ms).toBe(300);
    expect(lastResults(bed)).toMatch(/slow one.*quick one.*middle one/);
  });

  test('wait for a place where no more workers may work at once', async () => {
    const delegation = { maxParallel: 1 };
    const bed = await createAgentsAtWork(parts, { config: { agent: { delegation } } });

    expect(await timeOf(bed)).toBe(600);
  });

  test('never wait for each other, however few places there are for workers of workers', async () => {
    const bed = await createAgentsAtWork(
      {
        job: [delegates({ task: 'left' }, { task: 'right' }), says('ok')],
        left: [delegates({ task: 'deep left' }), says('left is done')],
        right: [delegates({ task: 'deep right' }), says('right is done')],
        deep: [says('deep is done')],
      },
      { config: { agent: { maxConcurrentTurns: 1, delegation: { maxParallel: 1 } } } },
    );

    await bed.ask('job');

    expect(lastResults(bed)).toMatch(/left is done.*right is done/);
  });
});

import { describe, expect, test } from 'vitest';
import { createEngineBed } from '../testing/engine-bed.ts';
import { calls, says } from '../testing/scripted-router.ts';

describe('L9 a greeting', () => {
  test('costs exactly one model call', async () => {
    const bed = await createEngineBed({ script: [says('Hello', ' there.')] });

    const { turn, reply } = await bed.ask('hi');

    expect(bed.router.requests).toHaveLength(1);
    expect(reply).toBe('Hello there.');
    expect(await bed.journal(turn)).toEqual(['context ok', 'llm_0 stop', 'reply done']);
    expect(bed.failures).toEqual([]);
  });
});

test('tools', async () => {
  const bed = await createEngineBed({
    script: [calls('look'), says('Hello', ' there.')],
    tools: { look: { run: () => 'seen' } },
  });

  const { turn, reply } = await bed.ask('hi');

  expect(reply).toBe('Hello there.');
  expect(await bed.journal(turn)).toEqual([
    'context ok',
    'llm_0 tool-calls',
    'tool_0_0 ok',
    'llm_1 stop',
    'reply done',
  ]);
  expect(bed.failures).toEqual([]);
});

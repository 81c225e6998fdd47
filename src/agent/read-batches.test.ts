import { describe, expect, test } from 'vitest';
import { createEngineBed } from '../testing/engine-bed.ts';
import { calls, says } from '../testing/scripted-router.ts';
import type { ScriptedTool } from '../testing/scripted-tools.ts';

/** Notes when each call begins and ends; every one takes `ms`. */
function createWatchedTools() {
  const log: string[] = [];
  let running = 0;
  let most = 0;
  const watched = (idempotency: ScriptedTool['idempotency']): ScriptedTool => ({
    ...(idempotency && { idempotency }),
    async run({ n, ms = 0 }) {
      running += 1;
      most = Math.max(most, running);
      log.push(`+${n}`);
      for (let tick = 0; tick < Number(ms); tick += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      log.push(`-${n}`);
      running -= 1;
      return `result ${n}`;
    },
  });
  return { log, most: () => most, tools: { look: watched('pure'), pay: watched('unsafe') } };
}

describe('the calls of one answer', () => {
  test('run side by side where they only read, and one after the other where they change something', async () => {
    const { log, tools } = createWatchedTools();
    const batch = [
      ...calls('look', { n: 1, ms: 5 }),
      ...calls('look', { n: 2, ms: 1 }),
      ...calls('pay', { n: 3 }),
      ...calls('pay', { n: 4 }),
      ...calls('look', { n: 5 }),
    ];
    const bed = await createEngineBed({
      script: ({ messages }) => (messages.at(-1)?.role === 'tool' ? says('Done.') : batch),
      tools,
    });

    const { reply } = await bed.ask('go');

    expect(reply).toBe('Done.');
    expect(log).toEqual(['+1', '+2', '-2', '-1', '+3', '-3', '+4', '-4', '+5', '-5']);
  });

  test('reach the model in the order of its calls, however they ended', async () => {
    const { tools } = createWatchedTools();
    const batch = [9, 5, 1].flatMap((ms, n) => calls('look', { n, ms }));
    const bed = await createEngineBed({
      script: ({ messages }) => (messages.at(-1)?.role === 'tool' ? says('Done.') : batch),
      tools,
    });

    await bed.ask('go');

    const last = bed.router.requests.at(-1)?.messages.at(-1);
    const texts = last?.role === 'tool' ? last.results.map(({ text }) => text) : [];
    expect(texts).toEqual(['result 0', 'result 1', 'result 2']);
  });

  test('the cap on calls holds also among those that run side by side', async () => {
    const { log, tools } = createWatchedTools();
    const batch = [0, 1, 2, 3, 4].flatMap((n) => calls('look', { n }));
    const bed = await createEngineBed({
      script: () => batch,
      tools,
      config: { agent: { caps: { toolCalls: 3 } } },
    });

    const { turn } = await bed.ask('go');

    expect(turn).toMatchObject({ state: 'capped', cap: 'toolCalls' });
    expect(log.filter((line) => line.startsWith('+'))).toEqual(['+0', '+1', '+2']);
  });
});

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { createEngineBed, type EngineBed } from '../testing/engine-bed.ts';
import { calls, says, waits } from '../testing/scripted-router.ts';

describe('L1 twenty sessions on a model of 200 ms', () => {
  test('are all answered after 200 ms where as many may run, and in rounds where fewer may', async () => {
    for (const [maxConcurrentTurns, lastMs] of [
      [20, 200],
      [5, 800],
    ] as const) {
      const bed = await createEngineBed({
        script: () => [...waits(200), ...says('ok')],
        config: { agent: { maxConcurrentTurns } },
      });
      const sent = Array.from({ length: 20 }, (_, n) => bed.send('hi', { chat: `s${n}` }));
      const ids = await Promise.all(sent);

      await bed.time.advance(lastMs);

      const turns = await Promise.all(ids.map(async (id) => (await bed.ended(id)).turn));
      const endedAt = turns.map(({ endedAt: at = 0 }) => at - Date.UTC(2026, 0, 1));
      expect(Math.max(...endedAt)).toBe(lastMs);
    }
  });

  test('two messages of one session are answered one after the other, each with its own answer', async () => {
    const bed = await createEngineBed({
      script: ({ messages }) => [
        ...waits(200),
        ...says(`you said ${JSON.stringify(messages.at(-1)).match(/one|two/)}`),
      ],
    });
    const ids = await Promise.all([bed.send('one'), bed.send('two')]);

    await bed.time.advance(400);

    const told = [];
    for (const id of ids) told.push(await bed.ended(id));
    await bed.until(() => bed.platform.length === 2, 'both deliveries');
    expect(told.map(({ reply }) => reply)).toEqual(['you said one', 'you said two']);
    expect(told.map(({ turn }) => turn.endedAt)).toEqual([
      Date.UTC(2026, 0, 1) + 200,
      Date.UTC(2026, 0, 1) + 400,
    ]);
    expect(bed.platform.map(({ replyTo }) => replyTo)).toEqual(ids);
  });
});

describe('US8 V28 two sessions', () => {
  test('interleaved for a thousand turns never see a word of each other', async () => {
    const canary = (chat: string) => `canary-of-${chat}`;
    const crossed: string[] = [];
    const bed: EngineBed = await createEngineBed({
      script: ({ messages, cacheKey }) => {
        const [own, other] = cacheKey === 'cli:left' ? ['left', 'right'] : ['right', 'left'];
        if (JSON.stringify(messages).includes(canary(other))) crossed.push(own);
        if (messages.at(-1)?.role === 'tool') return says(`It is ${canary(own)}.`);
        return messages.length % 10 === 1 ? calls('recall') : says(`Here: ${canary(own)}`);
      },
      tools: { recall: { run: (_input, { sessionKey }) => canary(sessionKey.slice(4)) } },
      contextWindow: 2_000,
    });

    for (let n = 0; n < 500; n += 1) {
      await Promise.all(
        ['left', 'right'].map((chat) => bed.send(`${n}: ${canary(chat)}`, { chat })),
      );
      await bed.until(() => bed.platform.length === 2 * (n + 1), `replies to question ${n}`);
    }

    const strays = bed.platform.filter(
      ({ address, content }) => !JSON.stringify(content).includes(canary(address.chatId)),
    );
    expect([crossed, strays]).toEqual([[], []]);
    expect(bed.failures).toEqual([]);
  }, 60_000);
});

describe('V38 five hundred sessions at once', () => {
  test('leave the event loop free for others', async () => {
    const bed = await createEngineBed({ config: { agent: { maxConcurrentTurns: 50 } } });
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();

    const chats = Array.from({ length: 500 }, (_, n) => `s${n}`);
    await Promise.all(chats.map((chat) => bed.send('hi', { chat })));
    await bed.until(() => bed.platform.length === 500, 'five hundred replies');
    delay.disable();

    expect(bed.platform.map(({ address }) => address.chatId).toSorted()).toEqual(chats.toSorted());
    expect(delay.max / 1e6).toBeLessThan(2_000);
  }, 60_000);
});

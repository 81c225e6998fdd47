import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../models/token-estimate.ts';
import { type CommandBed, createCommandBed } from '../testing/command-bed.ts';
import type { EngineBed } from '../testing/engine-bed.ts';
import { calls, says } from '../testing/scripted-router.ts';
import { strictHistory } from '../testing/strict-history.ts';

const WINDOW = 32_000;
const TOLD = expect.stringContaining('shortened for the model. Nothing is deleted');

/** Calls as often as it is told by the message, then says so. */
async function createReader(page: string): Promise<CommandBed> {
  let left = 0;
  return createCommandBed({
    contextWindow: WINDOW,
    script: ({ messages }) => {
      const last = messages.at(-1);
      if (last?.role === 'user') left = Number(/read (\d+)/.exec(JSON.stringify(last))?.[1] ?? 0);
      left -= 1;
      return left >= 0 ? calls('read', { page: left }) : says('That is it.');
    },
    tools: { read: { run: (input) => `page ${input['page']}: ${page}` } },
  });
}

function expectWithinWindow(bed: EngineBed) {
  for (const { messages, system, tools } of bed.router.requests) {
    const size = [messages, system, tools].map((part) => estimateTokens(JSON.stringify(part)));
    expect(size.reduce((sum, tokens) => sum + tokens, 0)).toBeLessThan(WINDOW);
    expect(strictHistory(messages)).toEqual([]);
  }
}

describe('L6 every request', () => {
  test.each([
    ['long pages', 'word '.repeat(3_900)],
    ['long pages in Chinese', '字'.repeat(19_000)],
  ])('stays within the window during and after a turn of thirty %s', async (_what, page) => {
    const bed = await createReader(page);

    await bed.ask('read 30');
    await bed.ask('thanks');
    expect(bed.events).toContainEqual(expect.objectContaining({ type: 'notice', text: TOLD }));
    await bed.ask('read 3');
    const { turn } = await bed.ask('well');

    expect(turn.state).toBe('done');
    expectWithinWindow(bed);
  });

  test('stays within the window after a message that alone would fill it', async () => {
    const bed = await createReader('');
    await bed.ask(`read 1 ${'word '.repeat(40_000)}`);
    const before = bed.router.requests.length;

    await bed.ask('again');

    const [request] = bed.router.requests.slice(before);
    expect(estimateTokens(JSON.stringify(request?.messages))).toBeLessThan(WINDOW);
    expect(JSON.stringify(request?.messages)).toContain('left out to make room');
  });

  test('shows what was shortened once in the same way from then on', async () => {
    const bed = await createReader('word '.repeat(3_900));
    await bed.ask('read 30');
    await bed.ask('one');
    const first = bed.router.requests.at(-1)?.messages ?? [];

    await bed.ask('two');

    const second = bed.router.requests.at(-1)?.messages ?? [];
    expect(second.slice(0, first.length)).toEqual(first);
  });

  test('shows the messages whole that take the place of those taken back', async () => {
    const bed = await createReader('word '.repeat(3_900));
    for (const text of ['read 12', 'read 12', 'thanks']) await bed.ask(text);
    for (let taken = 0; taken < 2; taken += 1) await bed.command('/undo');
    await bed.ask('read 1');
    await bed.ask('and more');

    const results =
      bed.router.requests.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(JSON.stringify(results.at(-2))).toContain('left out to make room');
    expect(JSON.stringify(results.at(-1))).not.toContain('left out to make room');
  });
});

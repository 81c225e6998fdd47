import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../base/json.ts';
import type { ModelMessage } from '../models/model-provider.ts';
import { createCommandBed } from '../testing/command-bed.ts';
import { createEngineBed, type EngineBed, type EngineBedOptions } from '../testing/engine-bed.ts';
import { calls, says } from '../testing/scripted-router.ts';
import { strictHistory } from '../testing/strict-history.ts';

const LONG = 'word '.repeat(300);

/** A chat of `count` rounds that are each about 600 tokens, in a window of 8,000. */
async function longChat(count: number, options: EngineBedOptions = {}): Promise<EngineBed> {
  const bed = await createEngineBed({
    script: (_request, call) => says(`answer ${call} ${LONG}`),
    contextWindow: 8_000,
    ...options,
  });
  for (let n = 0; n < count; n += 1) await bed.ask(`question ${n} ${LONG}`);
  return bed;
}

function lastMessages(bed: EngineBed): readonly ModelMessage[] {
  return bed.router.requests.at(-1)?.messages ?? [];
}

const notices = (bed: EngineBed) =>
  bed.events.flatMap((event) => (event.type === 'notice' ? [event.text] : []));

describe('L6 a chat that outgrows the window', () => {
  test('keeps its beginning, its latest rounds and a digest of what is between, and stays within bounds', async () => {
    const bed = await longChat(30);

    const text = JSON.stringify(lastMessages(bed));
    expect(text).toContain('question 0 ');
    expect(text).toContain('question 29 ');
    expect(text).toContain('answer 28 ');
    expect(text).toContain('Reference, not a message: digest of earlier messages');
    expect(text).toContain('asked: question 5 ');
    expect(text.length / 4).toBeLessThan(8_000);
    expect(strictHistory(lastMessages(bed))).toEqual([]);
  });

  test('tells the person each time it cuts, and deletes nothing', async () => {
    const bed = await longChat(12);

    const cuts = notices(bed);
    expect(cuts.length).toBeGreaterThan(0);
    expect(cuts[0]).toContain('Nothing is deleted');
    expect(await bed.history()).toHaveLength(24);
  });

  test('cuts at the same place again after a crash, without cutting anew', async () => {
    const bed = await longChat(12, {
      script: ({ messages }, call) =>
        JSON.stringify(messages.at(-1)).includes('go on')
          ? calls('look', {})
          : says(`answer ${call} ${LONG}`),
      tools: { look: { idempotency: 'pure', run: () => 'seen' } },
    });
    bed.crashAt('after', 'llm_0');
    const id = await bed.send('go on');
    await bed.crashed();
    const before = notices(bed).length;

    await bed.start();

    await bed.ended(id);
    expect(notices(bed)).toHaveLength(before);
    expect(strictHistory(lastMessages(bed))).toEqual([]);
  });
});

describe('a cut history', () => {
  test('of which so much was taken back that the cut is void shows the new messages again', async () => {
    const bed = await createCommandBed({
      script: (_request, call) => says(`answer ${call} ${LONG}`),
      contextWindow: 8_000,
      config: { agent: { context: { keepRecentRounds: 1 } } },
    });
    for (let n = 0; n < 12; n += 1) await bed.ask(`question ${n} ${LONG}`);
    for (let n = 0; n < 9; n += 1) await bed.command('/undo');

    await bed.ask('what is new');
    await bed.ask('and then');
    await bed.ask('finally');

    const text = JSON.stringify(lastMessages(bed));
    expect(notices(bed).length).toBeGreaterThan(0);
    for (const said of ['question 2 ', 'what is new', 'and then']) expect(text).toContain(said);
    expect(strictHistory(lastMessages(bed))).toEqual([]);
  });
});

describe('UC2 a summary', () => {
  test('that a model writes takes the place of the digest', async () => {
    const bed = await longChat(12, {
      summarize: async (messages) => `SUMMARY of ${messages.length}`,
    });

    expect(JSON.stringify(lastMessages(bed))).toMatch(/SUMMARY of \d+/);
  });

  test.each([
    ['fails', async () => Promise.reject(new Error('no model'))],
    ['comes back empty', async () => '  '],
  ])(
    'that %s drops nothing: the digest stands, and the person is told',
    async (_name, summarize) => {
      const bed = await longChat(12, { summarize });

      const text = JSON.stringify(lastMessages(bed));
      expect(text).toContain('asked: question 2 ');
      expect(notices(bed).some((notice) => notice.includes('Nothing is lost'))).toBe(true);
      expect(await bed.history()).toHaveLength(24);
    },
  );
});

describe('UC5 one turn', () => {
  test('of fifty calls that together are larger than the window finishes in it', async () => {
    const output = 'line of output\n'.repeat(200);
    const sizes: number[] = [];
    const bed = await createEngineBed({
      script: ({ messages }, call) => {
        sizes.push(JSON.stringify(messages).length / 4);
        return call < 50 ? calls('look', { call }) : says('Read all of it.');
      },
      tools: { look: { run: ({ call }) => `${call}\n${output}` } },
      contextWindow: 16_000,
      config: { agent: { caps: { modelCalls: 60 } } },
    });

    const { turn, reply } = await bed.ask('read everything');

    expect([turn.state, reply]).toEqual(['done', 'Read all of it.']);
    expect((50 * output.length) / 4).toBeGreaterThan(2 * 16_000);
    expect(Math.max(...sizes)).toBeLessThan(16_000);
    expect(await bed.history()).toHaveLength(102);
  });
});

describe('UC11 twenty turns', () => {
  test('share every byte of system, tools and earlier messages, so that a provider can cache them', async () => {
    const bed = await createEngineBed({
      script: ({ messages }) =>
        messages.at(-1)?.role === 'user' ? [...says('I look.'), ...calls('look')] : says('Seen.'),
      tools: { look: { run: () => 'something' }, act: { idempotency: 'unsafe', run: () => 'ok' } },
      agentFile: 'Use tabs.',
    });

    for (let n = 0; n < 20; n += 1) {
      await bed.ask(`question ${n}`);
      await bed.time.advance(61_000);
    }

    const { requests } = bed.router;
    const fixed = requests.map(({ system, tools }) => JSON.stringify([system, tools]));
    const prompts = requests.map(({ messages }) => canonicalJson(messages).slice(0, -1));
    expect(requests).toHaveLength(40);
    expect(new Set(fixed).size).toBe(1);
    for (const [index, prompt] of prompts.entries()) {
      expect(prompt.startsWith(prompts[index - 1] ?? '')).toBe(true);
    }
    expect(new Set(requests.map(({ cacheKey }) => cacheKey))).toEqual(new Set(['cli:a']));
  });

  test('know the time of each message, in the zone of the agent, outside of the stable part', async () => {
    const bed = await createEngineBed({ config: { agent: { timeZone: 'Asia/Shanghai' } } });
    await bed.ask('one');
    await bed.time.advance(60_000);

    await bed.ask('two');

    const [request] = bed.router.requests.slice(-1);
    expect(request?.messages[0]).toMatchObject({
      content: [{ text: '[2026-01-01 08:00 Thu Asia/Shanghai]' }, { text: 'one' }],
    });
    expect(request?.messages[2]).toMatchObject({
      content: [{ text: '[2026-01-01 08:01 Thu Asia/Shanghai]' }, { text: 'two' }],
    });
    expect(request?.system).not.toContain('2026');
  });
});

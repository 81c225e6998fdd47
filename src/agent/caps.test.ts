import { describe, expect, test } from 'vitest';
import { createEngineBed, type EngineBed } from '../testing/engine-bed.ts';
import type { BedConfig } from '../testing/engine-worker.ts';
import { calls, hangs, says, waits } from '../testing/scripted-router.ts';

type Caps = NonNullable<NonNullable<BedConfig['agent']>['caps']>;

/** A model that never ends by itself, each time with another call. */
async function endless(caps: Caps, more: BedConfig = {}) {
  let ran = 0;
  const bed: EngineBed = await createEngineBed({
    script: (_request, call) => [...says(`Round ${call}.`), ...calls('look', { call })],
    tools: {
      look: {
        run: () => {
          ran += 1;
          return `seen ${ran}`;
        },
      },
    },
    config: { ...more, agent: { caps, ...more.agent } },
  });
  return { bed, ran: () => ran };
}

describe('L10 V30 a turn without an end', () => {
  test('is ended by the cap on model calls, which is named, with what was reached so far', async () => {
    const { bed, ran } = await endless({ modelCalls: 3 });

    const { turn, reply } = await bed.ask('go');

    expect([turn.state, turn.cap]).toEqual(['capped', 'modelCalls']);
    expect([bed.router.requests.length, ran()]).toEqual([3, 3]);
    expect(reply).toBe(
      'Round 2.\n\nI stopped here: this turn reached its limit of 3 model calls (agent.caps.modelCalls). Done so far: model calls 3, tool calls 3. Say "continue" to go on.',
    );
    expect(bed.events.at(-1)).toMatchObject({ type: 'turn-end', cap: 'modelCalls', toolCalls: 3 });
  });

  test('is ended by the cap on tool calls in the middle of a batch, and every call has a result', async () => {
    const bed = await createEngineBed({
      script: [[0, 1, 2, 3, 4].flatMap((n) => calls('look', { n })), says('Goes on.')],
      tools: { look: { run: () => 'seen' } },
      config: { agent: { caps: { toolCalls: 3 } } },
    });

    const { turn, reply } = await bed.ask('go');
    const next = await bed.ask('continue');

    expect(turn.cap).toBe('toolCalls');
    expect(reply).toContain('limit of 3 tool calls (agent.caps.toolCalls)');
    expect(reply).toContain('model calls 1, tool calls 3');
    expect((await bed.journal(turn)).slice(2)).toEqual([
      'tool_0_0 ok',
      'tool_0_1 ok',
      'tool_0_2 ok',
      'tool_0_3 cancelled',
      'tool_0_4 cancelled',
      'reply capped',
    ]);
    expect(next.reply).toBe('Goes on.');
  });

  test('is ended by the cap on tokens', async () => {
    const { bed } = await endless({ tokens: 250 });

    const { turn, reply } = await bed.ask('go');

    expect(turn).toMatchObject({ state: 'capped', cap: 'tokens', usage: { inputTokens: 300 } });
    expect(reply).toContain('limit of 250 tokens (agent.caps.tokens)');
  });

  test('is ended by the cap on cost', async () => {
    const { bed } = await endless({ costUsd: 0.002 });

    const { turn, reply } = await bed.ask('go');

    expect([turn.cap, bed.router.requests.length]).toEqual(['costUsd', 2]);
    expect(reply).toContain('limit of 0.002 US dollars (agent.caps.costUsd)');
  });

  test('is ended by the cap on time, in the middle of a stream, with the text so far', async () => {
    const bed = await createEngineBed({
      script: [[...says('It is a long'), ...hangs()], says('Goes on.')],
      config: { agent: { caps: { wallTime: '60s' } } },
    });
    const id = await bed.send('tell me');
    await bed.until(() => bed.events.some(({ type }) => type === 'text-delta'), 'text');

    await bed.time.advance(60_000);

    const { turn, reply } = await bed.ended(id);
    const next = await bed.ask('continue');
    expect([turn.state, turn.cap, turn.activeMs]).toEqual(['capped', 'wallTime', 60_000]);
    expect(reply).toMatch(
      /^It is a long\n\nI stopped here: .* time limit of 60 s \(agent\.caps\.wallTime\)/,
    );
    expect(next.reply).toBe('Goes on.');
  });

  test('does not count the time that people take', async () => {
    const bed = await createEngineBed({
      script: [
        [...waits(40_000), ...calls('pay')],
        [...waits(30_000), ...says('Paid.')],
      ],
      tools: { pay: { idempotency: 'unsafe', asks: true, run: () => 'ok' } },
      config: { agent: { caps: { wallTime: '60s' } } },
    });
    const id = await bed.send('pay');
    await bed.time.advance(40_000);
    const { waitingFor } = await bed.parked();
    await bed.time.advance(600_000);

    const { gate, inbound } = bed.worker();
    await gate.decide({
      id: waitingFor?.id ?? '',
      verdict: 'approved',
      scope: 'once',
      by: 'cli:0',
    });
    inbound.wake();
    await bed.time.advance(30_000);

    const { turn } = await bed.ended(id);
    expect([turn.cap, turn.activeMs]).toEqual(['wallTime', 60_000]);
  });

  test("is ended by the day's money, which all sessions share, until the day is over", async () => {
    // Eleven at night, where the day is counted.
    const agent = { timeZone: 'Etc/GMT+1' };
    const { bed } = await endless({}, { agent, limits: { costPerDayUsd: 0.003 } });
    await bed.ask('go', { chat: 'other' });

    const { turn, reply } = await bed.ask('go');
    await bed.time.advance(3_600_000);
    const tomorrow = await bed.ask('go');

    expect([turn.cap, bed.router.requests.length]).toEqual(['costPerDayUsd', 6]);
    expect(reply).toContain("today's limit of 0.003 US dollars is used up (limits.costPerDayUsd)");
    expect(reply).toContain('model calls 0');
    expect(tomorrow.turn.usage.costUsd).toBeCloseTo(0.003);
  });

  test("goes on with a cheaper model past the day's money, where the owner says so", async () => {
    const bed = await createEngineBed({
      config: { limits: { costPerDayUsd: 0.001, onExceeded: 'downgrade' } },
    });

    await bed.ask('one');
    const { turn } = await bed.ask('two');

    expect(turn.state).toBe('done');
    expect(bed.router.requests.map(({ taskType }) => taskType)).toEqual(['chat', 'cheap']);
  });
});

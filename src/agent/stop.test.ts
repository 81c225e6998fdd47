import { describe, expect, test } from 'vitest';
import { createEngineBed, type EngineBed } from '../testing/engine-bed.ts';
import { calls, does, hangs, says } from '../testing/scripted-router.ts';
import type { ScriptedTool } from '../testing/scripted-tools.ts';

/** Runs until it is told to stop, as a command does whose process tree is killed then. */
const untilStopped: ScriptedTool['run'] = (_input, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

async function stop(bed: EngineBed, chat = 'a'): Promise<boolean> {
  const { engine, inbound } = bed.worker();
  const stopped = await engine.stop(`cli:${chat}`);
  inbound.wake();
  return stopped;
}

/** The next turn is asked of a model that refuses every history a strict provider would refuse. */
async function expectGoesOn(bed: EngineBed) {
  const { turn, reply } = await bed.ask('next');
  expect([turn.state, reply]).toEqual(['done', 'Goes on.']);
}

describe('L5 V8 US9 /stop', () => {
  test('in a model stream ends it, keeps what was said, and the chat goes on', async () => {
    const bed = await createEngineBed({
      script: [[...says('Half an'), ...hangs()], says('Goes on.')],
    });
    const id = await bed.send('tell me');
    await bed.until(() => bed.events.some(({ type }) => type === 'text-delta'), 'text');

    const stopped = await stop(bed);

    const { turn, reply } = await bed.ended(id);
    expect([stopped, turn.state]).toEqual([true, 'stopped']);
    expect(reply).toBe('Half an\n\nStopped, as you asked.');
    await expectGoesOn(bed);
    expect(JSON.stringify(bed.router.requests[1]?.messages)).toContain('Half an');
  });

  test('in a tool ends its work, and no further call or model is asked', async () => {
    const ran: string[] = [];
    const bed = await createEngineBed({
      script: [
        [...calls('sleep', { s: 90 }), ...calls('count'), ...calls('count')],
        says('Goes on.'),
      ],
      tools: {
        sleep: { idempotency: 'unsafe', run: untilStopped },
        count: { run: () => `${ran.push('count')}` },
      },
    });
    const id = await bed.send('work');
    await bed.until(() => bed.events.some(({ type }) => type === 'tool-start'), 'the tool');

    await stop(bed);

    const { turn } = await bed.ended(id);
    expect(turn.state).toBe('stopped');
    expect(ran).toEqual([]);
    expect(bed.router.requests).toHaveLength(1);
    expect(await bed.journal(turn)).toEqual([
      'context ok',
      'llm_0 tool-calls',
      'tool_0_0 cancelled',
      'tool_0_1 cancelled',
      'tool_0_2 cancelled',
      'reply stopped',
    ]);
    await expectGoesOn(bed);
  });

  test('in a tool that does not listen waits two seconds for it, not more', async () => {
    const bed = await createEngineBed({
      script: [calls('deaf'), says('Goes on.')],
      tools: { deaf: { idempotency: 'unsafe', run: () => new Promise(() => {}) } },
    });
    const id = await bed.send('work');
    await bed.until(() => bed.events.some(({ type }) => type === 'tool-start'), 'the tool');

    await stop(bed);
    await bed.time.advance(2_000);

    expect((await bed.ended(id)).turn.state).toBe('stopped');
    await expectGoesOn(bed);
  });

  test('between two calls lets the second never begin', async () => {
    const ran: string[] = [];
    const bed: EngineBed = await createEngineBed({
      script: [[...calls('first'), ...calls('second')], says('Goes on.')],
      tools: {
        first: {
          idempotency: 'unsafe',
          async run() {
            ran.push('first');
            await stop(bed);
            return 'done all the same';
          },
        },
        second: { idempotency: 'unsafe', run: () => `${ran.push('second')}` },
      },
    });

    const { turn } = await bed.ask('work');

    expect(ran).toEqual(['first']);
    expect(turn.state).toBe('stopped');
    await expectGoesOn(bed);
  });

  test('while an approval is waited for ends the turn, withdraws the question, and runs nothing', async () => {
    const paid: string[] = [];
    const bed = await createEngineBed({
      script: [calls('pay'), says('Goes on.')],
      tools: { pay: { idempotency: 'unsafe', asks: true, run: () => `${paid.push('paid')}` } },
    });
    const id = await bed.send('pay');
    const { waitingFor } = await bed.parked();

    await stop(bed);

    const { turn } = await bed.ended(id);
    const { gate } = bed.worker();
    expect(turn.state).toBe('stopped');
    expect(await gate.pending({})).toEqual([]);
    expect(bed.events.filter(({ type }) => type === 'approval-settled')).toMatchObject([
      { approval: { id: waitingFor?.id, state: 'expired' } },
    ]);
    await expect(
      gate.decide({ id: waitingFor?.id ?? '', verdict: 'approved', scope: 'once', by: 'cli:0' }),
    ).rejects.toMatchObject({ code: 'timeout' });
    expect(paid).toEqual([]);
    await expectGoesOn(bed);
  });

  test('is not forgotten by a crash: the turn ends as stopped in the next process', async () => {
    const bed = await createEngineBed({ script: [hangs(), says('Goes on.')] });
    const id = await bed.send('tell me');
    await bed.until(() => bed.router.requests.length === 1, 'the question');
    bed.crashAt('after', 'request-stop');
    void bed.worker().engine.stop('cli:a');
    await bed.crashed();

    await bed.start();

    expect((await bed.ended(id)).turn.state).toBe('stopped');
    expect(bed.router.requests).toHaveLength(1);
    await expectGoesOn(bed);
  });

  test('that a crash in the middle of an effect cut short tells that nobody knows its outcome', async () => {
    const paid: string[] = [];
    const bed: EngineBed = await createEngineBed({
      script: [calls('pay', { to: 'ann' }), says('Goes on.')],
      tools: {
        pay: {
          idempotency: 'unsafe',
          async run() {
            paid.push('paid');
            bed.crashAt('after', 'request-stop');
            await stop(bed);
            return 'never written';
          },
        },
      },
    });
    const id = await bed.send('pay');
    await bed.crashed();

    await bed.start();

    const { turn, reply } = await bed.ended(id);
    const [effect] = await bed.storage.effects.list(turn.id);
    expect(turn.state).toBe('stopped');
    expect(await bed.journal(turn)).toContain('tool_0_0 unknown');
    expect(effect?.status).toBe('unknown');
    expect(reply).toContain('Nobody can say whether this happened: pay {"to":"ann"}.');
    expect(paid).toEqual(['paid']);
    await expectGoesOn(bed);
  });

  test('where nothing runs says so and changes nothing', async () => {
    const bed = await createEngineBed({ script: [says('Hello.'), says('Goes on.')] });
    await bed.ask('hi');

    const stopped = await stop(bed);

    expect(stopped).toBe(false);
    await expectGoesOn(bed);
  });

  test('of one session is no business of the others', async () => {
    const bed = await createEngineBed({
      script: ({ messages }) =>
        JSON.stringify(messages).includes('slow')
          ? [...does(() => bed.time.advance(10)), ...says('Done.')]
          : hangs(),
    });
    const endless = await bed.send('endless', { chat: 'endless' });
    await bed.until(() => bed.router.requests.length === 1, 'the endless turn');

    const [other] = await Promise.all([bed.ask('slow', { chat: 'other' }), stop(bed, 'endless')]);

    expect(other.reply).toBe('Done.');
    expect((await bed.ended(endless)).turn.state).toBe('stopped');
  });
});

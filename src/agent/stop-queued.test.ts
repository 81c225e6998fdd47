import { describe, expect, test } from 'vitest';
import { createEngineBed, type EngineBed } from '../testing/engine-bed.ts';
import { hangs, says } from '../testing/scripted-router.ts';

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

describe('V8 US9 /stop', () => {
  test('of a message that merely waits in the queue answers it with that, and asks no model', async () => {
    const bed = await createEngineBed({
      script: [hangs(), says('Goes on.')],
      config: { agent: { maxConcurrentTurns: 1 } },
    });
    const busy = await bed.send('long', { chat: 'busy' });
    const queued = await bed.send('hello');
    await bed.until(() => bed.router.requests.length === 1, 'the long turn');

    const stopped = await stop(bed);
    await stop(bed, 'busy');

    const { turn, reply } = await bed.ended(queued);
    expect([stopped, turn.state]).toEqual([true, 'stopped']);
    expect(reply).toContain('Stopped');
    expect((await bed.ended(busy)).turn.state).toBe('stopped');
    await expectGoesOn(bed);
  });

  test('of one message ends that one only, and leaves the open turn and its history alone', async () => {
    const bed = await createEngineBed({
      script: [hangs(), says('Goes on.')],
      config: { agent: { maxConcurrentTurns: 1 } },
    });
    const open = await bed.send('long');
    const queued = await bed.send('never mind');
    await bed.until(() => bed.router.requests.length === 1, 'the long turn');
    const { engine } = bed.worker();

    const stopped = await engine.stop('cli:a', queued);
    const again = await engine.stop('cli:a', queued);
    const { turn, reply } = await bed.ended(queued);

    expect([stopped, again, turn.state, reply]).toEqual([
      true,
      false,
      'stopped',
      'Stopped, as you asked.',
    ]);
    expect((await bed.storage.turns.open('cli:a'))?.inboundId).toBe(open);
    expect(await engine.stop('cli:a', open)).toBe(true);
    expect((await bed.ended(open)).turn.state).toBe('stopped');
    expect(JSON.stringify(await bed.history())).not.toContain('never mind');
    await expectGoesOn(bed);
  });

  test('of a message in the queue outlives the process that was told', async () => {
    const bed = await createEngineBed({
      script: ({ messages }) =>
        JSON.stringify(messages).includes('long') ? hangs() : says('Goes on.'),
      config: { agent: { maxConcurrentTurns: 1 } },
    });
    const busy = await bed.send('long', { chat: 'busy' });
    const queued = await bed.send('hello');
    await bed.until(() => bed.router.requests.length === 1, 'the long turn');
    const stopped = await stop(bed);
    bed.crash();

    await bed.start();

    await stop(bed, 'busy');
    const { turn, reply } = await bed.ended(queued);
    expect([stopped, turn.state]).toEqual([true, 'stopped']);
    expect(reply).toContain('Stopped');
    expect((await bed.ended(busy)).turn.state).toBe('stopped');
    await expectGoesOn(bed);
  });

  test('of a message that a worker is just about to begin stops it without a failure', async () => {
    const bed = await createEngineBed({ script: [says('Goes on.')] });
    bed.doAt('before', 'begin', () => stop(bed));

    const { turn } = await bed.ask('hello');

    expect(turn.state).toBe('stopped');
    expect(bed.failures).toEqual([]);
    expect(await bed.history()).toHaveLength(2);
    await expectGoesOn(bed);
  });

  test('that ends a message just as a worker begins it leaves the session to the next one', async () => {
    const bed = await createEngineBed({ script: [says('Goes on.')] });
    const id = 'in_stopped';
    bed.doAt('before', 'begin', () =>
      bed.storage.commit([{ op: 'settle-inbound', id, state: 'stopped', from: 'queued' }]),
    );
    await bed.accept('hello', { id });

    await expectGoesOn(bed);

    expect(bed.failures).toEqual([]);
    expect(await bed.history()).toHaveLength(2);
  });

  test('asked for in the very moment at which a queued message begins stops that one, not the next', async () => {
    const bed: EngineBed = await createEngineBed({
      script: [hangs(), hangs(), says('Goes on.')],
      config: { agent: { maxConcurrentTurns: 1 } },
    });
    await bed.send('long', { chat: 'busy' });
    const queued = await bed.send('hello');
    await bed.until(() => bed.router.requests.length === 1, 'the long turn');
    bed.doAt('after', 'inbox.list', async () => {
      await stop(bed, 'busy');
      await bed.until(() => bed.router.requests.length === 2, 'the queued turn');
    });

    const stopped = await stop(bed);

    expect([stopped, (await bed.ended(queued)).turn.state]).toEqual([true, 'stopped']);
    await expectGoesOn(bed);
  });
});

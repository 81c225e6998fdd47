import { describe, expect, test } from 'vitest';
import { createEngineBed, type EngineBed } from '../testing/engine-bed.ts';
import { hangs, says } from '../testing/scripted-router.ts';

async function statesOf(bed: EngineBed): Promise<string[]> {
  return (await bed.storage.outbox.list({ limit: 100 })).map(({ state }) => state);
}

describe('V10 V14 a finished reply', () => {
  test.each([
    ['after', 'reply'],
    ['before', 'outbox.claimDue'],
  ] as const)('reaches its chat exactly once when the process dies %s %s', async (at, what) => {
    const bed = await createEngineBed();
    await bed.until(() => bed.worker().line.severed() === false, 'the worker');
    const id = await sendAndCrash(bed, at, what);

    await bed.start();

    await bed.ended(id);
    await bed.until(() => bed.platform.length > 0, 'a delivery');
    await bed.time.advance(3_600_000);
    expect(bed.platform.map(({ replyTo }) => replyTo)).toEqual([id]);
    expect(await statesOf(bed)).toEqual(['sent']);
  });

  test.each([
    ['after', 'outbox.claimDue', 0],
    ['before', 'delivered', 1],
  ] as const)(
    'is `unknown` and never sent blindly again when the process dies %s %s',
    async (at, what, sends) => {
      const bed = await createEngineBed();
      const id = await sendAndCrash(bed, at, what);

      await bed.start();
      await bed.time.advance(3_600_000);

      expect(bed.platform).toHaveLength(sends);
      expect(await statesOf(bed)).toEqual(['unknown']);
      expect((await bed.ended(id)).turn.state).toBe('done');
      expect(bed.failures).toMatchObject([{ answer: { state: 'unknown' } }]);
    },
  );

  test('that was delivered before the process died is not touched again', async () => {
    const bed = await createEngineBed();
    await sendAndCrash(bed, 'after', 'delivered');

    await bed.start();
    await bed.time.advance(3_600_000);

    expect(bed.platform).toHaveLength(1);
    expect(await statesOf(bed)).toEqual(['sent']);
  });

  test('twelve of them survive a forced restart, in order and each once', async () => {
    let online = false;
    const bed = await createEngineBed({
      deliver: () =>
        online ? { state: 'sent' } : { state: 'failed', reason: 'offline', retryable: true },
    });
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const id = await bed.send(`question ${n}`);
      await bed.ended(id);
      ids.push(id);
    }
    await bed.worker().pause();
    bed.platform.length = 0;
    online = true;

    await bed.start();
    await bed.time.advance(60_000);

    expect(bed.platform.map(({ replyTo }) => replyTo)).toEqual(ids);
  });
});

describe('V12 V33 each answer', () => {
  test('names the message it answers and goes where that came from', async () => {
    const bed = await createEngineBed({
      script: ({ messages }) => says(`to ${JSON.stringify(messages.at(-1)).match(/q\d/)}`),
    });
    const ids = await Promise.all([
      bed.send('q1'),
      bed.send('q2'),
      bed.send('q3', { chat: 'b' }),
      bed.send('q4'),
    ]);
    await bed.until(() => bed.platform.length === 4, 'four deliveries');

    const answers = ids.map((id) => bed.platform.find(({ replyTo }) => replyTo === id));

    expect(answers.map((answer) => answer?.content)).toMatchObject([
      [{ text: 'to q1' }],
      [{ text: 'to q2' }],
      [{ text: 'to q3' }],
      [{ text: 'to q4' }],
    ]);
    expect(answers.map((answer) => answer?.address.chatId)).toEqual(['a', 'a', 'b', 'a']);
    expect(new Set(answers.map((answer) => answer?.traceId)).size).toBe(4);
  });
});

describe('V13 a reply', () => {
  test('that nobody could take for a day is not sent any more, and can be seen', async () => {
    const bed = await createEngineBed({
      deliver: () => ({ state: 'parked' }),
      config: { bus: { outboxTtl: '15m' } },
    });
    const { turn } = await bed.ask('hi');

    await bed.time.advance(15 * 60_000);
    await bed.worker().outbound.retryChat('cli:a');
    await bed.time.advance(0);

    const [delivery] = await bed.storage.outbox.list({ turnId: turn.id, limit: 1 });
    expect(delivery?.state).toBe('expired');
    expect(bed.platform).toHaveLength(1);
  });
});

describe('V15 V20 every accepted message', () => {
  test('ends in a state that says how: answered, failed, stopped, capped or set aside', async () => {
    const bed = await createEngineBed({
      script: ({ messages }) => {
        const text = JSON.stringify(messages.at(-1));
        if (text.includes('endless')) return hangs();
        return text.includes('bad') ? [{ type: 'fail', failure: FAILURE }] : says('ok');
      },
      config: { agent: { caps: { wallTime: '10s' } } },
    });

    const ids = await Promise.all(
      ['good', 'bad', 'endless'].map((text) => bed.send(text, { chat: text })),
    );
    await bed.time.advance(10_000);

    const told = await Promise.all(ids.map((id) => bed.ended(id)));
    const inbox = await Promise.all(ids.map((id) => bed.storage.inbox.get(id)));
    expect(told.map(({ turn }) => turn.state)).toEqual(['done', 'failed', 'capped']);
    expect(inbox.map((record) => record?.state)).toEqual(['done', 'failed', 'capped']);
    expect(told.every(({ reply }) => reply !== '')).toBe(true);
  });
});

const FAILURE = { code: 'overloaded', message: 'scripted', retryable: false } as const;

async function sendAndCrash(bed: EngineBed, at: 'before' | 'after', what: string) {
  // The loop that delivers has found nothing and waits.
  await bed.time.advance(0);
  bed.crashAt(at, what);
  const id = await bed.send('hi');
  await bed.crashed();
  return id;
}

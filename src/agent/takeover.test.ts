import { describe, expect, test } from 'vitest';
import { createEngineBed, type EngineBed } from '../testing/engine-bed.ts';
import { createRandom } from '../testing/random.ts';
import { calls, does, hangs, says, waits } from '../testing/scripted-router.ts';

const LEASE_MS = 30_000;

describe('US4 a message that comes while its session resumes', () => {
  test('waits for its turn: one run at a time, both answered in order', async () => {
    let running = 0;
    let most = 0;
    const count = (change: number) =>
      does(() => {
        running += change;
        most = Math.max(most, running);
      });
    const bed = await createEngineBed({
      script: ({ messages }) => [
        ...count(1),
        ...waits(100),
        ...count(-1),
        ...says(`${messages.length} messages`),
      ],
    });
    bed.crashAt('after', 'begin');
    const first = await bed.send('one');
    await bed.crashed();
    const second = await bed.send('two');
    await bed.start();
    const third = await bed.send('three');

    await bed.time.advance(300);

    const replies = [];
    for (const id of [first, second, third]) replies.push((await bed.ended(id)).reply);
    expect(replies).toEqual(['1 messages', '3 messages', '5 messages']);
    expect(most).toBe(1);
  });
});

describe('US13 the end of a process in order', () => {
  test('lets a running turn pause, which is no crash, and the next process goes on with it', async () => {
    let asked = 0;
    const bed = await createEngineBed({
      script: () => {
        asked += 1;
        return asked < 7 ? [...says('Hel'), ...hangs()] : says('Hello.');
      },
    });
    const id = await bed.send('hi');
    for (let ends = 1; ends <= 6; ends += 1) {
      await bed.until(() => bed.router.requests.length === ends, `question ${ends}`);
      await bed.worker().pause();
      const turn = await bed.storage.turns.open('cli:a');
      expect([turn?.state, turn?.starts]).toEqual(['ready', 0]);
      await bed.start();
    }

    const { turn, reply } = await bed.ended(id);

    expect([turn.state, turn.starts, reply]).toEqual(['done', 1, 'Hello.']);
  });

  test('in the middle of a tool lets the call end as cancelled, and the turn goes on from there', async () => {
    const bed: EngineBed = await createEngineBed({
      script: ({ messages }) => (messages.length > 1 ? says('It was cut short.') : calls('long')),
      tools: {
        long: {
          idempotency: 'unsafe',
          run: (_input, { signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(signal.reason));
            }),
        },
      },
    });
    const id = await bed.send('go');
    await bed.until(() => bed.events.some(({ type }) => type === 'tool-start'), 'the tool');

    await bed.worker().pause();
    await bed.start();

    const { turn, reply } = await bed.ended(id);
    const [effect] = await bed.storage.effects.list(turn.id);
    expect(await bed.journal(turn)).toContain('tool_0_0 cancelled');
    expect(effect?.status).toBe('unknown');
    expect(reply).toContain('It was cut short.');
  });

  test('leaves what waits in the queue for the next process', async () => {
    const bed = await createEngineBed({ config: { agent: { maxConcurrentTurns: 1 } } });
    await bed.worker().pause();
    const ids = [await bed.send('one'), await bed.send('two', { chat: 'b' })];

    await bed.start();

    for (const id of ids) expect((await bed.ended(id)).reply).toBe('ok');
  });
});

describe('US13 two workers on one storage', () => {
  test('a turn parked by one goes on in the other, exactly once', async () => {
    const world: string[] = [];
    const bed = await createEngineBed({
      script: ({ messages }) => (messages.length > 1 ? says('Paid.') : calls('pay')),
      tools: {
        pay: { idempotency: 'unsafe', asks: true, run: () => `paid ${world.push('paid')}` },
      },
    });
    const id = await bed.send('pay');
    const { waitingFor } = await bed.parked();
    bed.crash();
    const other = bed.startBeside();

    await other.gate.decide({
      id: waitingFor?.id ?? '',
      verdict: 'approved',
      scope: 'once',
      by: 'cli:0',
    });
    other.inbound.wake();

    expect((await bed.ended(id)).reply).toBe('Paid.');
    expect(world).toEqual(['paid']);
    expect(bed.router.requests).toHaveLength(2);
    other.line.sever();
  });

  test('one that was stopped for a minute wakes up with a stale fence and writes nothing', async () => {
    const bed = await createEngineBed({
      script: [
        [...does(() => bed.worker().line.freeze()), ...waits(1), ...says('Too late.')],
        says('From the other.'),
      ],
    });
    const id = await bed.send('hi');
    await bed.until(() => bed.router.requests.length === 1, 'the question');
    const first = bed.worker();
    const other = bed.startBeside();

    await bed.time.advance(2 * LEASE_MS);
    const told = await bed.ended(id);
    first.line.thaw();
    await bed.time.advance(LEASE_MS);

    expect(told.reply).toBe('From the other.');
    expect((await bed.history()).map(({ role }) => role)).toEqual(['user', 'assistant']);
    const replies = await bed.storage.outbox.list({ sessionKey: 'cli:a', limit: 10 });
    expect(replies).toHaveLength(1);
    expect(await bed.ended(id)).toEqual(told);
    expect(bed.failures).toEqual([]);
    other.line.sever();
  });

  test('one that died keeps its session only until its lease is over', async () => {
    const bed = await createEngineBed({ script: [hangs(), says('From the other.')] });
    const id = await bed.send('hi');
    await bed.until(() => bed.router.requests.length === 1, 'the question');
    bed.crash();
    const other = bed.startBeside();

    await bed.time.advance(LEASE_MS - 1);
    const early = bed.router.requests.length;
    await bed.time.advance(LEASE_MS);

    expect(early).toBe(1);
    expect((await bed.ended(id)).reply).toBe('From the other.');
    other.line.sever();
  });
});

describe('US7 a hundred sessions', () => {
  test('lose no message in random restarts: each is answered once, and nothing is left over', async () => {
    const random = createRandom(7);
    const bed: EngineBed = await createEngineBed({
      script: ({ messages }) => says(`answer to ${JSON.stringify(messages.at(-1)).match(/q\d+/)}`),
      config: { agent: { maxConcurrentTurns: 8 } },
    });
    const moments = ['begin', 'reply', 'delivered', 'outbox.claimDue'];
    const sent = new Map<string, string>();
    let crashes = 0;
    for (let n = 0; n < 300; n += 1) {
      if (n % 12 === 0) bed.crashAt(random.pick(['before', 'after']), random.pick(moments));
      if (bed.isDown()) crashes += Number((await bed.start()) !== undefined);
      sent.set(await bed.send(`q${n}`, { chat: `s${random.below(100)}` }), `answer to q${n}`);
    }
    bed.crashAt('before', 'never');
    await bed.start();

    for (const [id, answer] of sent) expect((await bed.ended(id)).reply).toBe(answer);

    const open = await bed.storage.turns.list({ states: ['running', 'ready', 'waiting'] });
    const queued = await bed.storage.inbox.list({ states: ['queued', 'running'] });
    const replies = await bed.storage.outbox.list({ limit: 1_000 });
    expect([open, queued]).toEqual([[], []]);
    expect(crashes).toBeGreaterThan(15);
    expect(replies).toHaveLength(300);
  }, 60_000);
});

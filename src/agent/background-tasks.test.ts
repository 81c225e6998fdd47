import { describe, expect, test } from 'vitest';
import type { DeliveryAnswer } from '../bus/delivery-target.ts';
import { textOf } from '../protocol/content.ts';
import { untrustedOrigin } from '../protocol/origin.ts';
import {
  crashAt,
  createAgentsAtWork,
  delegates,
  type Moment,
  workersOf,
} from '../testing/agents-at-work.ts';
import type { EngineBed, EngineBedOptions } from '../testing/engine-bed.ts';
import { calls, hangs, says, waits } from '../testing/scripted-router.ts';

const spawns = (task: string, title?: string) =>
  calls('spawn_task', { task, ...(title !== undefined && { title }) });

const PARTS = {
  'start it': [spawns('dig deep', 'The hole'), says('It is under way.')],
  'dig deep': [calls('dig'), says('Ten metres.')],
  'and now': [says('I know.')],
};

const dig = { run: () => 'dug' };

async function createDigging(options: EngineBedOptions = {}): Promise<EngineBed> {
  return createAgentsAtWork(PARTS, { tools: { dig }, ...options });
}

const delivered = ({ platform }: EngineBed) => platform.map(({ content }) => textOf(content));

const call = (chat = 'a') => ({
  sessionKey: `cli:${chat}`,
  address: { channel: 'cli', accountId: 'default', chatId: chat },
  principal: 'cli:0',
  language: 'en' as const,
  canAsk: true,
  assumeYes: false,
});

describe('T25 a task in the background', () => {
  test('goes on by itself, and its result comes to the chat under its name', async () => {
    const bed = await createDigging();

    const { reply } = await bed.ask('start it');
    await bed.until(() => bed.platform.length === 2, 'both messages');

    const [result] = bed.platform.filter(({ replyTo }) => replyTo?.startsWith('@agent'));
    expect(reply).toBe('It is under way.');
    expect(delivered(bed)).toEqual(
      expect.arrayContaining([
        'It is under way.',
        'The task in the background "The hole" is done.\n\nTen metres.',
      ]),
    );
    expect(result).toMatchObject({
      kind: 'notice',
      sessionKey: 'cli:a',
      address: { channel: 'cli', chatId: 'a' },
    });
    expect(bed.workerEnds).toMatchObject([{ summary: 'The hole', background: true }]);
  });

  test('says so when it has ended before it was done', async () => {
    const bed = await createAgentsAtWork({
      'start it': [calls('spawn_task', { task: 'no end', maxModelCalls: 1 }), says('ok')],
      'no end': [spawns('more'), says('never said')],
    });

    await bed.ask('start it');
    await bed.until(() => bed.platform.length === 2, 'both messages');

    expect(delivered(bed).join()).toMatch(
      /The task in the background "no end" has ended before it was done\..*limit of 1 model calls/s,
    );
  });

  test('is known to the next turn of the conversation', async () => {
    const bed = await createDigging();
    await bed.ask('start it');
    await bed.until(() => bed.platform.length === 2, 'both messages');

    await bed.ask('and now');

    const asked = JSON.stringify(bed.router.requests.at(-1)?.messages);
    expect(asked).toMatch(/Note of the runtime.*The hole.*has ended as done.*Ten metres/);
    expect((await bed.history()).map(({ role }) => role)).toEqual([
      ...['user', 'assistant', 'tool', 'assistant'],
      'user',
      ...['user', 'assistant'],
    ]);
  });

  test('never comes between the messages of a turn', async () => {
    const bed = await createAgentsAtWork(
      {
        ...PARTS,
        'start it': [
          spawns('dig deep', 'The hole'),
          [...waits(1_000), ...calls('dig', { again: 1 })],
          says('It is under way.'),
        ],
      },
      { tools: { dig } },
    );
    const id = await bed.send('start it');
    await bed.until(() => bed.platform.length === 1, 'the result');
    await bed.time.advance(2_000);

    await bed.ended(id);

    await bed.ask('and now');
    expect((await bed.history()).map(({ role }) => role)).toEqual([
      ...['user', 'assistant', 'tool', 'assistant', 'tool', 'assistant'],
      'user',
      ...['user', 'assistant'],
    ]);
    expect(bed.failures).toEqual([]);
  });

  test('is given the words that it brings from outside as such', async () => {
    const origin = untrustedOrigin('web:x');
    const bed = await createDigging({
      tools: { dig: { run: () => ({ success: true, output: 'gold', origin }) } },
    });

    await bed.ask('start it');
    await bed.until(() => bed.platform.length === 2, 'both messages');

    const note = (await bed.history()).at(-1);
    const trust = note?.role === 'user' ? note.content.map((block) => block.origin.trust) : [];
    expect(trust).toEqual(['untrusted']);
  });

  test('is none that a worker can start', async () => {
    const bed = await createAgentsAtWork({
      job: [delegates({ task: 'inner' }), says('ok')],
      inner: [spawns('more'), says('I could not.')],
    });

    await bed.ask('job');

    expect(await workersOf(bed)).toHaveLength(1);
    expect(bed.records).toMatchObject([{ tool: 'spawn_task', outcome: 'denied' }, {}]);
  });

  test('has places of its own: more than a few wait', async () => {
    const bed = await createAgentsAtWork(
      {
        'start it': [[...spawns('first'), ...spawns('second')], says('ok')],
        first: [[...waits(100), ...says('one')]],
        second: [[...waits(100), ...says('two')]],
      },
      { config: { agent: { maxConcurrentTurns: 1, delegation: { maxParallel: 1 } } } },
    );
    await bed.ask('start it');
    await bed.time.advance(150);
    const early = await workersOf(bed);

    await bed.time.advance(100);

    expect(early.map(({ state }) => state)).toEqual(['done', 'running']);
    expect((await workersOf(bed)).map(({ state }) => state)).toEqual(['done', 'done']);
  });
});

describe('/stop', () => {
  async function createAtWork() {
    const bed = await createAgentsAtWork({
      'start it': [spawns('dig deep'), says('It is under way.')],
      'dig deep': [hangs()],
      'long job': [hangs()],
    });
    await bed.ask('start it');
    await bed.until(() => bed.router.requests.length === 3, 'a worker at work');
    return bed;
  }

  test('ends the tasks in the background where nothing else goes on in the chat', async () => {
    const bed = await createAtWork();

    const elsewhere = await bed.worker().commands.answer('/stop', call('b'));
    const here = await bed.worker().commands.answer('/stop', call());

    await bed.until(() => bed.platform.length === 2, 'the end of the task');
    const again = await bed.worker().commands.answer('/stop', call());
    const nothing = 'Nothing is running here.';
    expect([elsewhere?.text, again?.text]).toEqual([nothing, nothing]);
    expect(here?.text).not.toBe(nothing);
    expect(delivered(bed).at(-1)).toMatch(/has ended before it was done.*Stopped, as you asked/s);
  });

  test('ends the turn of the chat alone where there is one', async () => {
    const bed = await createAtWork();
    const id = await bed.send('long job');
    await bed.until(() => bed.router.requests.length === 4, 'a turn at work');

    await bed.worker().commands.answer('/stop', call());

    const { turn } = await bed.ended(id);
    const [task] = await workersOf(bed);
    expect([turn.state, task?.state]).toEqual(['stopped', 'running']);
  });
});

const ACCEPTED: Moment = ['after', 'inbox.accept'];

/** After the task was accepted; the turn that started it ends meanwhile. */
const MOMENTS: readonly { readonly when: string; readonly moments: readonly Moment[] }[] = [
  { when: 'before the task is accepted', moments: [['before', 'inbox.accept']] },
  { when: 'after the task is accepted', moments: [ACCEPTED] },
  { when: 'when the task has begun', moments: [ACCEPTED, ['after', 'begin']] },
  {
    when: 'when its model has answered',
    moments: [ACCEPTED, ['after', 'begin'], ['after', 'llm_0']],
  },
  { when: 'before a reply is written', moments: [ACCEPTED, ['before', 'reply']] },
  { when: 'after a reply is written', moments: [ACCEPTED, ['after', 'reply']] },
  {
    when: 'before the second reply is written',
    moments: [ACCEPTED, ['after', 'reply'], ['before', 'reply']],
  },
  {
    when: 'after the second reply is written',
    moments: [ACCEPTED, ['after', 'reply'], ['after', 'reply']],
  },
  { when: 'before a delivery', moments: [ACCEPTED, ['before', 'outbox.claimDue']] },
  { when: 'after a delivery is noted', moments: [ACCEPTED, ['after', 'delivered']] },
  {
    when: 'after both deliveries are noted',
    moments: [ACCEPTED, ['after', 'delivered'], ['after', 'delivered']],
  },
];

describe.each(MOMENTS)('T25 a process that dies $when', ({ moments }) => {
  test('delivers the result exactly once after a restart, and the conversation knows it once', async () => {
    const shown: string[] = [];
    const deliver = ({ id }: { id: string }): DeliveryAnswer => {
      shown.push(id);
      return { state: 'sent', receipt: id };
    };
    const bed = await createDigging({ deliver });
    bed.doAt('after', 'tool_0_0 started', () => crashAt(bed, moments));
    const id = await bed.send('start it');
    await bed.crashed();

    await bed.start();

    await bed.ended(id);
    await bed.until(() => shown.length >= 2, 'both messages');
    const all = await bed.storage.outbox.list({ limit: 9 });
    await bed.ask('and now');
    const asked = JSON.stringify(bed.router.requests.at(-1)?.messages);
    expect(await workersOf(bed)).toHaveLength(1);
    expect(all).toHaveLength(2);
    expect(shown.slice(0, 2).toSorted()).toEqual([...new Set(shown.slice(0, 2))].toSorted());
    expect(asked.match(/Note of the runtime/g)).toHaveLength(1);
  });
});

import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../protocol/run-event.ts';
import {
  crashAt,
  createAgentsAtWork,
  delegates,
  lastResults,
  type Moment,
  workersOf,
} from '../testing/agents-at-work.ts';
import { calls, hangs, says } from '../testing/scripted-router.ts';

async function createStory(idempotency: 'unsafe' | 'idempotent') {
  const world: string[] = [];
  const pay = {
    idempotency,
    run(_input: unknown, { idempotencyKey }: { idempotencyKey: string }) {
      world.push(idempotencyKey);
      return 'paid';
    },
  };
  const bed = await createAgentsAtWork(
    {
      'the job': [delegates({ task: 'pay them' }), says('The worker has paid.')],
      'pay them': [calls('pay'), says('All are paid.')],
    },
    { tools: { pay } },
  );
  return { bed, world };
}

/** The call of the giver has begun. What follows is done by the worker, up to its reply. */
const ORDERED: Moment = ['after', 'tool_0_0 started'];

const MOMENTS: readonly { readonly when: string; readonly moments: readonly Moment[] }[] = [
  { when: 'before the order is accepted', moments: [['before', 'inbox.accept']] },
  { when: 'after the order is accepted', moments: [['after', 'inbox.accept']] },
  { when: 'when the worker has begun', moments: [['after', 'begin']] },
  { when: 'when the worker knows what to do', moments: [['after', 'llm_0']] },
  { when: 'when the tool of the worker has begun', moments: [['after', 'tool_0_0 started']] },
  { when: 'before the outcome of that tool is written', moments: [['before', 'tool_0_0']] },
  { when: 'after the outcome of that tool is written', moments: [['after', 'tool_0_0']] },
  { when: 'before the end of the worker is written', moments: [['before', 'reply']] },
  { when: 'after the end of the worker is written', moments: [['after', 'reply']] },
  {
    when: 'before its giver has the result',
    moments: [
      ['after', 'reply'],
      ['before', 'tool_0_0'],
    ],
  },
  {
    when: 'after its giver has the result',
    moments: [
      ['after', 'reply'],
      ['after', 'tool_0_0'],
    ],
  },
];

describe.each(MOMENTS)('L3 T24 a process that dies $when', ({ moments }) => {
  test('goes on with the same worker, whose unsafe effect happens at most once', async () => {
    const { bed, world } = await createStory('unsafe');
    crashAt(bed, [ORDERED, ...moments]);
    const id = await bed.send('the job');
    await bed.crashed();

    await bed.start();

    const { reply } = await bed.ended(id);
    const [worker, ...others] = await workersOf(bed);
    const turn = await bed.storage.turns.byInbound(worker?.event.id ?? '');
    const [effect] = await bed.storage.effects.list(turn?.id ?? '');
    expect(reply).toContain('The worker has paid.');
    expect(others).toEqual([]);
    expect(world.length).toBeLessThanOrEqual(1);
    // What nobody can know is told to the person, however far down it was done; everything else has happened.
    const told = reply.includes('Nobody can say whether this happened: pay {}');
    expect(effect?.status === 'unknown' ? told : world.length === 1).toBe(true);
  });

  test('tells the result to the giver once, and the giver to the person once', async () => {
    const { bed, world } = await createStory('idempotent');
    crashAt(bed, [ORDERED, ...moments]);
    const id = await bed.send('the job');
    await bed.crashed();

    await bed.start();

    await bed.ended(id);
    const roles = (await bed.history()).map(({ role }) => role);
    expect(roles).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(lastResults(bed)).toMatch(/status: done.*All are paid/);
    expect(new Set(world).size).toBe(1);
    expect(await bed.storage.outbox.list({ limit: 9 })).toHaveLength(1);
    await bed.until(() => bed.platform.length === 1, 'the reply');
    expect(await bed.storage.leases.list()).toEqual([]);
  });
});

describe('a process that ends in order while a worker works', () => {
  test('pauses both, and the call goes on with the same worker at the next start', async () => {
    let isFirst = true;
    const bed = await createAgentsAtWork(
      {
        'the job': [delegates({ task: 'long part' }), says('It came to an end.')],
        'long part': [calls('work'), says('The long part is done.')],
      },
      {
        tools: {
          work: {
            async run(_input, { signal }) {
              if (isFirst)
                await new Promise((resolve) => signal.addEventListener('abort', resolve));
              return 'worked';
            },
          },
        },
      },
    );
    const id = await bed.send('the job');
    await bed.until(() => bed.router.requests.length === 2, 'a worker at work');
    await bed.until(() => bed.events.filter(isToolStart).length === 2, 'the tool of the worker');

    await bed.worker().pause();
    isFirst = false;
    const paused = await bed.storage.turns.list({ states: ['ready'] });
    await bed.start();

    const { turn, reply } = await bed.ended(id);
    expect(paused).toHaveLength(2);
    expect(reply).toBe('It came to an end.');
    expect(lastResults(bed)).toMatch(/status: done.*The long part is done/);
    expect(await bed.journal(turn)).toContain('tool_0_0 ok');
    expect(await workersOf(bed)).toHaveLength(1);
  });
});

const isToolStart = ({ type }: RunEvent) => type === 'tool-start';

describe('a stop that comes while the process is down', () => {
  test('ends the worker of the turn as well', async () => {
    const bed = await createAgentsAtWork({
      'the job': [delegates({ task: 'long part' }), says('ok')],
      'long part': [hangs()],
    });
    const id = await bed.send('the job');
    await bed.until(() => bed.router.requests.length === 2, 'a worker at work');
    bed.crash();
    const open = await bed.storage.turns.open('cli:a');
    await bed.storage.commit([{ op: 'request-stop', turnId: open?.id ?? '' }]);

    await bed.start();

    const { turn } = await bed.ended(id);
    const atEnd = async () => (await workersOf(bed))[0]?.state === 'stopped';
    await bed.until(atEnd, 'the end of the worker');
    expect(turn.state).toBe('stopped');
  });
});

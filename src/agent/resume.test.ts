import { describe, expect, test } from 'vitest';
import { createEngineBed, type EngineBed } from '../testing/engine-bed.ts';
import { calls, does, says } from '../testing/scripted-router.ts';
import type { ScriptedTool } from '../testing/scripted-tools.ts';

/** The context goes down with the first model step, the answer with the reply. */
const WRITTEN = ['llm_0', 'tool_0_0', 'tool_0_1', 'reply'];
const STEPS = ['context', 'llm_0', 'tool_0_0', 'tool_0_1', 'llm_1', 'reply'];

/** A story of two effects; `world` says how often each of them happened. */
async function createStory(idempotency: ScriptedTool['idempotency'] = 'unsafe') {
  const world: string[] = [];
  const script = [
    [...calls('pay', { to: 'ann' }), ...calls('pay', { to: 'bob' })],
    says('Both are paid.'),
  ];
  const pay: ScriptedTool = {
    ...(idempotency && { idempotency }),
    run({ to }) {
      world.push(String(to));
      return `paid ${to}`;
    },
  };
  // A model that is asked again gives the same answer, so that a repeated question shows in the count.
  const bed = await createEngineBed({
    script: ({ messages }) => script[messages.some(({ role }) => role === 'tool') ? 1 : 0] ?? [],
    tools: { pay },
  });
  return { bed, world };
}

async function crashAndGoOn(bed: EngineBed, at: 'before' | 'after', what: string) {
  bed.crashAt(at, what);
  const id = await bed.send('pay both');
  await bed.crashed();
  await bed.start();
  return bed.ended(id);
}

describe('US1 US2 US17 L3 T7 a process that dies', () => {
  test.each(['begin', ...WRITTEN])(
    'right after it wrote %s does the rest at the next start, and nothing twice',
    async (what) => {
      const { bed, world } = await createStory();

      const { turn, reply } =
        what === 'reply' ? await dieAfterReply(bed) : await crashAndGoOn(bed, 'after', what);

      expect(reply).toBe('Both are paid.');
      expect(world).toEqual(['ann', 'bob']);
      expect(bed.router.requests).toHaveLength(2);
      expect((await bed.journal(turn)).map((line) => line.split(' ')[0])).toEqual(STEPS);
      expect(await roles(bed)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant']);
    },
  );

  test.each(['begin', 'llm_0', 'tool_0_0 started', 'reply'])(
    'right before it wrote %s does that again, and nothing twice',
    async (what) => {
      const { bed, world } = await createStory();

      const { turn, reply } = await crashAndGoOn(bed, 'before', what);

      // An answer that is not on disk is asked for again.
      const again = ['llm_0', 'reply'].includes(what) ? 1 : 0;
      expect(reply).toBe('Both are paid.');
      expect(world).toEqual(['ann', 'bob']);
      expect(bed.router.requests).toHaveLength(2 + again);
      expect((await bed.journal(turn)).map((line) => line.split(' ')[0])).toEqual(STEPS);
    },
  );

  test('in the middle of a model stream asks again: nothing of the first answer was written', async () => {
    let dies = true;
    const bed: EngineBed = await createEngineBed({
      script: () => {
        if (!dies) return says('Hello.');
        dies = false;
        return [...says('Hel'), ...does(() => bed.crash()), ...says('lo.')];
      },
    });
    const id = await bed.send('hi');
    await bed.crashed();

    await bed.start();

    const { turn, reply } = await bed.ended(id);
    expect(reply).toBe('Hello.');
    expect(turn.starts).toBe(2);
    expect(bed.events.filter(({ type }) => type === 'turn-start')).toMatchObject([
      { resumed: false },
      { resumed: true },
    ]);
    expect(await roles(bed)).toEqual(['user', 'assistant']);
  });

  test.each([
    ['after', 'tool_0_0 started', []],
    ['before', 'tool_0_0', ['ann']],
  ] as const)(
    '%s an unsafe effect (%s) never repeats it: it is `unknown` to model and person',
    async (at, what, happened) => {
      const { bed, world } = await createStory('unsafe');

      const { turn, reply } = await crashAndGoOn(bed, at, what);

      const effects = await bed.storage.effects.list(turn.id);
      const result = bed.router.requests.at(-1)?.messages.at(-1);
      expect(world).toEqual([...happened, 'bob']);
      expect(effects.map(({ status }) => status)).toEqual(['unknown', 'done']);
      expect(await bed.journal(turn)).toContain('tool_0_0 unknown');
      expect(JSON.stringify(result)).toContain('Nobody can say whether this call took effect');
      expect(reply).toContain('Nobody can say whether this happened: pay {"to":"ann"}.');
    },
  );

  test.each([
    ['after', 'tool_0_0 started', ['ann', 'bob']],
    ['before', 'tool_0_0', ['ann', 'ann', 'bob']],
  ] as const)(
    '%s an effect whose key makes it safe (%s) does it with the same key',
    async (at, what, happened) => {
      const { bed, world } = await createStory('idempotent');

      const { turn, reply } = await crashAndGoOn(bed, at, what);

      const effects = await bed.storage.effects.list(turn.id);
      expect(world).toEqual(happened);
      expect(effects).toHaveLength(2);
      expect(reply).toBe('Both are paid.');
    },
  );

  test('after an effect that can be looked up asks the world, and does only what is missing', async () => {
    for (const at of ['after', 'before'] as const) {
      const world: string[] = [];
      const write: ScriptedTool = {
        idempotency: 'verifiable',
        run() {
          world.push('written');
          return 'written';
        },
        verify: async () =>
          world.length > 0
            ? { state: 'done', result: { success: true, output: 'written, as I see' } }
            : { state: 'not_done' },
      };
      const bed = await createEngineBed({
        script: ({ messages }) =>
          messages.some(({ role }) => role === 'tool') ? says('Ok.') : calls('write'),
        tools: { write },
      });

      const { turn } = await crashAndGoOn(
        bed,
        at,
        at === 'after' ? 'tool_0_0 started' : 'tool_0_0',
      );

      expect(world).toEqual(['written']);
      expect(await bed.journal(turn)).toContain('tool_0_0 ok');
    }
  });

  test('US17 five calls interrupted after the third run only the last two', async () => {
    const world: number[] = [];
    const five = [0, 1, 2, 3, 4];
    const bed = await createEngineBed({
      script: ({ messages }) =>
        messages.some(({ role }) => role === 'tool')
          ? says('All five.')
          : five.flatMap((n) => calls('step', { n })),
      tools: {
        step: {
          idempotency: 'unsafe',
          run({ n }) {
            world.push(Number(n));
            return 'ok';
          },
        },
      },
    });
    bed.crashAt('after', 'tool_0_2');
    const id = await bed.send('go');
    await bed.crashed();
    const before = [...world];

    await bed.start();

    await bed.ended(id);
    expect([before, world]).toEqual([[0, 1, 2], five]);
    expect(bed.router.requests).toHaveLength(2);
  });
});

describe('US3 a turn that takes the process down', () => {
  test('is set aside after three crashes: its sender is told, others go on, and so does its chat', async () => {
    const bed: EngineBed = await createEngineBed({
      script: ({ messages }) =>
        JSON.stringify(messages.at(-1)).includes('poison')
          ? does(() => bed.crash())
          : says('Fine.'),
    });
    const poison = await bed.send('poison', { chat: 'bad' });
    for (let crashes = 0; crashes < 3; crashes += 1) {
      await bed.crashed();
      await bed.start();
    }

    const { turn, reply } = await bed.ended(poison);
    const other = await bed.ask('hi', { chat: 'good' });
    const next = await bed.ask('hello', { chat: 'bad' });

    expect(turn.state).toBe('quarantined');
    expect(reply).toContain('three times');
    expect(reply).toContain(turn.errorId ?? 'no error id');
    expect(other.reply).toBe('Fine.');
    expect(next.reply).toBe('Fine.');
    expect(bed.router.requests).toHaveLength(5);
  });

  test('in the middle of an unsafe call is told together with the call whose outcome nobody knows', async () => {
    const bed: EngineBed = await createEngineBed({
      script: ({ messages }) => (messages.length > 1 ? does(() => bed.crash()) : calls('pay')),
      tools: { pay: { idempotency: 'unsafe', run: () => bed.crash() ?? 'paid' } },
    });
    const id = await bed.send('pay');
    for (let crashes = 0; crashes < 3; crashes += 1) {
      await bed.crashed();
      await bed.start();
    }

    const { turn, reply } = await bed.ended(id);

    expect(turn.state).toBe('quarantined');
    expect(reply).toContain('Nobody can say whether this happened: pay {}.');
    expect(await roles(bed)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });
});

async function roles(bed: EngineBed): Promise<string[]> {
  return (await bed.history()).map(({ role }) => role);
}

/** The reply is on disk, so the turn has ended before anybody starts anew. */
async function dieAfterReply(bed: EngineBed) {
  bed.crashAt('after', 'reply');
  const id = await bed.send('pay both');
  await bed.crashed();
  const told = await bed.ended(id);
  await bed.start();
  return told;
}

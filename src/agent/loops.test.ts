import { describe, expect, test } from 'vitest';
import { createEngineBed } from '../testing/engine-bed.ts';
import { calls, says } from '../testing/scripted-router.ts';
import type { ScriptedTools } from '../testing/scripted-tools.ts';

describe('T18 UT13 a whole turn', () => {
  test('does not execute the same call with the same result a fourth time, and says so to the model', async () => {
    const ran: string[] = [];
    const look = calls('look', { path: 'a' });
    const bed = await createEngineBed({
      script: [look, look, look, look, says('I see.')],
      tools: { look: { run: () => (ran.push('look') > 0 ? 'the same' : '') } },
    });

    const { turn, reply } = await bed.ask('look');

    expect(ran).toHaveLength(3);
    expect(await bed.journal(turn)).toContain('tool_3_0 denied');
    expect(JSON.stringify(bed.router.requests[4]?.messages.at(-1))).toContain(
      'you have made this same call three times',
    );
    expect(reply).toBe('I see.');
  });

  test('knows a call by what it does: under its alias, with keys in another order', async () => {
    const ran: string[] = [];
    const bed = await createEngineBed({
      script: [
        calls('look', { path: 'a', deep: true }),
        calls('peek', { deep: true, path: 'a' }),
        calls('look', '{ "deep": true, "path": "a" }'),
        calls('peek', { path: 'a', deep: true }),
        says('I see.'),
      ],
      tools: { look: { aliases: ['peek'], run: () => (ran.push('look') > 0 ? 'same' : '') } },
    });

    const { turn } = await bed.ask('look');

    expect(ran).toHaveLength(3);
    expect(await bed.journal(turn)).toContain('tool_3_0 denied');
  });

  test('T8 takes editing and testing again, and again, for work and not for a loop', async () => {
    let edits = 0;
    const tools: ScriptedTools = {
      test: { idempotency: 'pure', run: () => 'expected 3 to be 4' },
      edit: {
        idempotency: 'unsafe',
        run: () => {
          edits += 1;
          return 'edited';
        },
      },
    };
    const rounds = [1, 2, 3, 4, 5].flatMap((n) => [calls('test'), calls('edit', { n })]);
    const bed = await createEngineBed({ script: [...rounds, says('Still red.')], tools });

    const { turn } = await bed.ask('mend it');

    expect(edits).toBe(5);
    expect((await bed.journal(turn)).filter((line) => line.includes('denied'))).toEqual([]);
  });

  test('withholds the tools after three failures in a row, and a final text comes', async () => {
    const bed = await createEngineBed({
      script: [
        calls('fail', { n: 1 }),
        calls('nothing'),
        calls('fail', { n: 2 }),
        says('I give up.'),
      ],
      tools: { fail: { run: () => Promise.reject(new Error('no such thing')) } },
    });

    const { turn, reply } = await bed.ask('try');

    expect(bed.router.requests.map(({ toolChoice }) => toolChoice)).toEqual([
      'auto',
      'auto',
      'auto',
      'none',
    ]);
    expect(bed.router.requests[3]?.tools).toHaveLength(1);
    expect([turn.state, reply]).toEqual(['done', 'I give up.']);
  });

  test('ends also with a model that calls on, and leaves a history that goes on', async () => {
    const fail = (n: number) => calls('fail', { n });
    const bed = await createEngineBed({
      script: [fail(1), fail(2), fail(3), [...says('Once more.'), ...fail(4)], says('Hello.')],
      tools: { fail: { run: () => Promise.reject(new Error('no such thing')) } },
    });

    const { turn, reply } = await bed.ask('try');
    const next = await bed.ask('hi');

    expect(await bed.journal(turn)).toContain('tool_3_0 cancelled');
    expect(reply).toMatch(
      /^Once more\.\n\nI stopped using tools because my calls kept failing or repeating/,
    );
    expect(next.reply).toBe('Hello.');
  });

  test('runs a call that is merely repeated three times, refuses it twice, and then a final text comes', async () => {
    let ran = 0;
    const bed = await createEngineBed({
      script: ({ toolChoice }) =>
        toolChoice === 'none' ? says('It stays so.') : calls('look', { at: { path: 'a', n: [1] } }),
      tools: {
        look: {
          run: () => {
            ran += 1;
            return 'the same';
          },
        },
      },
    });

    const { turn, reply } = await bed.ask('look');

    expect(ran).toBe(3);
    expect(bed.router.requests).toHaveLength(6);
    expect([turn.state, reply]).toEqual(['done', 'It stays so.']);
  });

  test('takes commands that merely exit non-zero for no failure', async () => {
    const result = {
      success: false,
      error: 'exit code 1',
      metadata: { commandFailed: true },
    } as const;
    const run = (n: number) => calls('run', { n });
    const bed = await createEngineBed({
      script: [run(1), run(2), run(3), run(4), says('Red.')],
      tools: { run: { idempotency: 'unsafe', run: () => result } },
    });

    const { reply } = await bed.ask('test');

    expect(bed.router.requests.every(({ toolChoice }) => toolChoice === 'auto')).toBe(true);
    expect(reply).toBe('Red.');
  });

  test('V29 identical calls that are not valid end the run with a reason after three', async () => {
    const bed = await createEngineBed({
      script: () => calls('look', '{"path": '),
      tools: { look: { run: () => 'seen' } },
    });

    const { turn, reply } = await bed.ask('look');

    expect(bed.router.requests).toHaveLength(4);
    expect(turn.state).toBe('failed');
    expect(reply).toContain('kept failing or repeating');
  });
});

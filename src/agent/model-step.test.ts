import { describe, expect, test } from 'vitest';
import { createRouterOverScripts, say } from '../../test/fake-models/router-over-scripts.ts';
import { createEngineBed } from '../testing/engine-bed.ts';
import { createRandom } from '../testing/random.ts';
import { calls, fails, fallsBack, finishes, says, thinks } from '../testing/scripted-router.ts';

const look = { run: () => 'seen' };

describe('L14 V18 reasoning', () => {
  test('is kept for the provider, and no reply, event, delivery or digest shows it', async () => {
    const script = [
      [...thinks('SECRET plan'), ...says('I look.'), ...calls('look')],
      [...thinks('SECRET doubt'), ...says('It is there.')],
      says('Bye.'),
    ];
    const bed = await createEngineBed({ script, tools: { look } });

    const { reply } = await bed.ask('where is it?');
    await bed.ask('thanks');
    await bed.until(() => bed.platform.length === 2, 'both deliveries');

    expect(reply).toBe('It is there.');
    expect(JSON.stringify([bed.events, bed.platform])).not.toContain('SECRET');
    expect(JSON.stringify(bed.router.requests[2]?.messages)).toContain('SECRET doubt');
  });

  test('alone is an empty answer, which is told and leaves a history that goes on', async () => {
    const bed = await createEngineBed({ script: [thinks('SECRET'), says('Here.')] });

    const first = await bed.ask('hi');
    const second = await bed.ask('again');

    expect(first.turn.state).toBe('failed');
    expect(first.reply).toContain('empty answer');
    expect(second.reply).toBe('Here.');
  });
});

describe('L14 V18 thinking that a model writes into its text', () => {
  test('is shown to nobody, wherever the stream happens to split it', async () => {
    const whole =
      '<think>SECRET\nplan</think>It is <b>there</b>.<thinking>SECRET doubt</thinking> Sure.';
    for (let seed = 0; seed < 20; seed += 1) {
      const pieces = split(whole, seed);
      const bed = await createEngineBed({
        createRouter: (clock) => {
          const { router, scripts } = createRouterOverScripts({ clock, default: 'a/one' });
          scripts['a'] = [say(...pieces)];
          return router;
        },
      });

      const { reply } = await bed.ask('where?');
      await bed.until(() => bed.platform.length === 1, 'the delivery');

      expect(reply).toBe('It is <b>there</b>. Sure.');
      expect(JSON.stringify([bed.events, bed.platform])).not.toMatch(/SECRET|think/i);
    }
  });
});

/** The text in pieces of one to nine characters. */
function split(text: string, seed: number): string[] {
  const random = createRandom(seed);
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = 1 + random.below(9);
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}

describe('L12 text', () => {
  test('of a try that gave way to another model is void, and the reply holds it once', async () => {
    const script = [[...fallsBack('overloaded', 'other/two'), ...says('Hello', '.')]];
    const bed = await createEngineBed({ script });

    await bed.ask('hi');

    const shown = bed.events.filter(({ type }) => type === 'model-start' || type === 'text-delta');
    const reply = bed.events.find(({ type }) => type === 'reply');
    expect(reply).toMatchObject({ text: 'Hello.' });
    expect(shown.map(({ type }) => type)).toEqual([
      'model-start',
      'model-start',
      'text-delta',
      'text-delta',
    ]);
  });

  test('and calls of a try that gave way leave nothing in the answer of the next', async () => {
    const given = [...thinks('wrong'), ...calls('look', { at: 'wrong' })];
    const next = [...says('Hello.'), ...finishes('stop')];
    const script = [[...given, ...fallsBack('timeout', 'other/two'), ...next]];
    const bed = await createEngineBed({ script, tools: { look } });

    const { turn, reply } = await bed.ask('hi');

    expect(reply).toMatch(/^Hello\.\n\nAnswered by other\/two/);
    expect(await bed.journal(turn)).toEqual(['context ok', 'llm_0 stop', 'reply done']);
    expect(JSON.stringify(await bed.history())).not.toContain('wrong');
  });

  test('UO1 a fallback is told to whoever watches, with its reason', async () => {
    const script = [[...fallsBack('rate_limited', 'other/two'), ...says('Hello.')]];
    const bed = await createEngineBed({ script });

    const { turn } = await bed.ask('hi');

    const notices = bed.events.filter(({ type }) => type === 'notice');
    const [, llm] = await bed.storage.turns.steps(turn.id);
    expect(notices).toMatchObject([{ text: expect.stringContaining('other/two') }]);
    expect(llm?.result).toMatchObject({
      model: 'two',
      fellBack: true,
      retries: 1,
      routeReason: 'fallback: rate_limited',
    });
  });

  test('UO1 a fallback is told once with the delivery, for those who do not see it happen', async () => {
    const bed = await createEngineBed({
      script: [
        [...fallsBack('rate_limited', 'other/two'), ...calls('look')],
        [
          ...fallsBack('rate_limited', 'other/two'),
          { type: 'route', model: 'other/two', reason: 'retry after overloaded' },
          ...says('Seen.'),
        ],
        [{ type: 'route', model: 'scripted/one', reason: 'next key after quota' }, ...says('Hi.')],
      ],
      tools: { look },
    });

    const first = await bed.ask('look');
    await bed.ask('hi');
    await bed.until(() => bed.platform.length === 2, 'both deliveries');

    expect(first.reply).toBe(
      'Seen.\n\nAnswered by other/two, because the preferred model was not available.',
    );
    expect(bed.platform.map(({ content }) => content.length)).toEqual([2, 1]);
    expect(bed.events.find(({ type }) => type === 'reply')).toMatchObject({ text: 'Seen.' });
  });

  test('V25 of a stream that broke off stays, is marked, and the next turn is accepted', async () => {
    const script = [[...says('The answer is'), ...fails('network')], says('42.')];
    const bed = await createEngineBed({ script });

    const first = await bed.ask('what?');
    const second = await bed.ask('go on');

    expect(first.turn.state).toBe('failed');
    expect(first.reply).toMatch(/^The answer is\n\nThe answer broke off here\./);
    expect(second.reply).toBe('42.');
    expect(bed.router.requests).toHaveLength(2);
  });

  test('V25 a stream that broke off inside calls leaves no call behind', async () => {
    const script = [[...says('I look.'), ...calls('look'), ...fails('protocol')], says('Sorry.')];
    const bed = await createEngineBed({ script, tools: { look } });

    const first = await bed.ask('look');
    const second = await bed.ask('again');

    expect(await bed.journal(first.turn)).toEqual(['context ok', 'reply failed']);
    expect(second.reply).toBe('Sorry.');
  });
});

describe('L11 the output limit', () => {
  const cut = [...calls('look', '{"path":"/etc/ho'), ...finishes('length')];
  const tokens = { inputTokens: 100, outputTokens: 10 };

  test('inside a call asks once more with twice the room, and both tries are paid for', async () => {
    const cutAt1000 = cut.map((move) =>
      move.type === 'finish' ? { ...move, maxOutputTokens: 1_000 } : move,
    );
    const script = [cutAt1000, calls('look', { path: '/etc/hosts' }), says('Done.')];
    const bed = await createEngineBed({ script, tools: { look } });

    const { turn } = await bed.ask('look');

    expect(bed.router.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([
      undefined,
      2_000,
      undefined,
    ]);
    expect(await bed.journal(turn)).toContain('tool_0_0 ok');
    expect(turn.usage).toMatchObject({ inputTokens: 300, outputTokens: 30 });
    expect(await bed.storage.usage.total({ turnId: turn.id })).toMatchObject({
      inputTokens: 3 * tokens.inputTokens,
      outputTokens: 3 * tokens.outputTokens,
    });
  });

  test('inside a call that also the second try cuts, or is refused, is told to the model', async () => {
    for (const second of [cut, fails('bad_request')]) {
      const bed = await createEngineBed({
        script: [cut, second, says('Too long.')],
        tools: { look },
      });

      const { turn, reply } = await bed.ask('look');

      expect(await bed.journal(turn)).toContain('tool_0_0 invalid_arguments');
      expect(reply).toBe('Too long.');
    }
  });

  test('inside text is said, and "continue" finds the text before it', async () => {
    const script = [[...says('Once upon'), ...finishes('length')], says(' a time.')];
    const bed = await createEngineBed({ script });

    const { turn, reply } = await bed.ask('a story');
    await bed.ask('continue');

    expect(turn.state).toBe('done');
    expect(reply).toContain('Once upon\n\nThe answer reached');
    expect(bed.router.requests[1]?.messages[1]).toMatchObject({
      role: 'assistant',
      parts: [{ text: 'Once upon' }, { text: expect.stringContaining('continue') }],
    });
  });
});

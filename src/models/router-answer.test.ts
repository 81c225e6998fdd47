import { describe, expect, test } from 'vitest';
import {
  chat,
  createRouterOverScripts,
  FINISH,
  outcome,
  say,
} from '../../test/fake-models/router-over-scripts.ts';
import { collect } from '../../test/fake-models/wires.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import type { ModelPart } from './model-provider.ts';

const never = new AbortController().signal;

function setUp() {
  const { clock } = createManualClock();
  const { router, scripts } = createRouterOverScripts({ clock });
  return { scripts, run: async () => outcome(await collect(router.stream(chat(), never))) };
}

describe('a complete answer', () => {
  test('keeps the order of its parts, calls behind the text before them', async () => {
    const { run, scripts } = setUp();
    const call = {
      type: 'tool-call',
      providerCallId: '1',
      tool: 'x',
      argumentsText: '{}',
    } as const;
    scripts['a'] = [
      [
        { type: 'reasoning', text: 'hm' },
        { type: 'reasoning-end', metadata: { a: 1 } },
        { type: 'text', text: 'so' },
        call,
        { type: 'reasoning', text: 'and' },
        { type: 'reasoning-end' },
        { ...call, providerCallId: '2' },
        { ...FINISH, reason: 'tool-calls' } as ModelPart,
      ],
    ];

    const { types } = await run();

    expect(types).toEqual([
      'route',
      'reasoning',
      'reasoning-end',
      'text',
      'tool-call',
      'reasoning',
      'reasoning-end',
      'tool-call',
      'finish',
    ]);
  });

  test('L11 that the length limit cut in a call keeps the broken call and the reason', async () => {
    const { run, scripts } = setUp();
    scripts['a'] = [
      [
        { type: 'tool-call', providerCallId: '1', tool: 'x', argumentsText: '{"a' },
        { ...FINISH, reason: 'length' } as ModelPart,
      ],
    ];

    const { types, last } = await run();

    expect(types).toEqual(['route', 'tool-call', 'finish']);
    expect(last).toMatchObject({ reason: 'length' });
  });

  test('L14 has its thinking taken out of the text, whichever provider wrote it', async () => {
    const { run, scripts } = setUp();
    scripts['a'] = [say('<thi', 'nk>secret</th', 'ink>\n\nan', 'swer')];

    const { text, types } = await run();

    expect(text).toBe('answer');
    expect(types).toEqual(['route', 'reasoning', 'reasoning-end', 'text', 'text', 'finish']);
  });

  test.each([
    ['stop', 'Put <think> first.'],
    ['length', 'Put '],
  ] as const)(
    'L14 that ends with %s on a mark that was not closed reads "%s"',
    async (reason, shown) => {
      const { run, scripts } = setUp();
      scripts['a'] = [
        [{ type: 'text', text: 'Put <think> first.' }, { ...FINISH, reason } as ModelPart],
      ];

      expect((await run()).text).toBe(shown);
    },
  );

  test('shows text as it comes, not only at the end', async () => {
    const { clock } = createManualClock();
    const { router, scripts } = createRouterOverScripts({ clock });
    let seen = 0;
    let seenBeforeSecond = 0;
    scripts['a'] = [
      async function* () {
        yield { type: 'text', text: 'one' };
        seenBeforeSecond = seen;
        yield* say('two');
      },
    ];

    for await (const part of router.stream(chat(), never)) if (part.type === 'text') seen += 1;

    expect([seenBeforeSecond, seen]).toEqual([1, 2]);
  });
});

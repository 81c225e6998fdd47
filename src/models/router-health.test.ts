import { describe, expect, test } from 'vitest';
import {
  chat,
  createRouterOverScripts,
  fail,
  outcome,
  say,
} from '../../test/fake-models/router-over-scripts.ts';
import { collect } from '../../test/fake-models/wires.ts';
import { createManualClock } from '../testing/manual-clock.ts';

const never = new AbortController().signal;

function setUp(overrides: Omit<Parameters<typeof createRouterOverScripts>[0], 'clock'> = {}) {
  const { clock, advance, sleepers } = createManualClock();
  const scripted = createRouterOverScripts({ clock, ...overrides });

  async function settle<T>(promise: Promise<T>): Promise<T> {
    let done = false;
    void promise.finally(() => {
      done = true;
    });
    for (let round = 0; round < 400 && !done; round += 1) await advance(sleepers() > 0 ? 500 : 0);
    return promise;
  }
  const call = (request = chat()) => collect(scripted.router.stream(request, never)).then(outcome);
  return { ...scripted, clock, advance, settle, call, run: () => settle(call()) };
}

describe('R2 a model that fails three times', () => {
  test('is left alone for 120 s, while its provider and every other model are not', async () => {
    const { run, settle, call, scripts, router, advance } = setUp({ fallback: ['b/x'] });
    scripts['a'] = [fail('overloaded'), fail('overloaded'), fail('overloaded'), say('back')];
    await run();

    const during = await run();
    const sibling = await settle(call(chat({ preferredModel: 'a/two' })));
    const state = router.states().find(({ model }) => model === 'a/one');
    await advance(120_000);
    const after = await run();

    expect(during.routes).toEqual([
      'b/x: fallback: a/one is cooling down (overloaded) until 00:02 UTC',
    ]);
    expect(sibling.routes).toEqual(['a/two: preferred']);
    expect(state).toMatchObject({ state: 'cooling', lastFailure: 'it says overloaded' });
    expect(after).toMatchObject({ text: 'back', routes: ['a/one: default'] });
    expect(router.choose(chat())).toMatchObject({ model: 'a/one', state: 'ready' });
  });

  test('is left alone although it is the preferred one, and the reason says so', async () => {
    const { settle, call, scripts } = setUp();
    scripts['b'] = [fail('network')];
    await settle(call(chat({ preferredModel: 'b/x' })));

    const { text, routes } = await settle(call(chat({ preferredModel: 'b/x' })));

    expect(text).toBe('from a');
    expect(routes[0]).toMatch(/^a\/one: fallback: b\/x is cooling down \(network\) until/);
  });

  test('counts failures in a row only', async () => {
    const { run, scripts, router } = setUp({ fallback: ['b/x'] });
    scripts['a'] = [fail('overloaded'), fail('overloaded'), say('fine')];

    for (let round = 0; round < 3; round += 1) {
      expect((await run()).text).toBe('fine');
      scripts['a'] = [fail('overloaded'), fail('overloaded'), say('fine')];
    }

    expect(router.choose(chat())).toMatchObject({ model: 'a/one', state: 'ready' });
  });

  test('is probed by one request at a time; the others go elsewhere meanwhile', async () => {
    const { call, run, settle, scripts, advance, asked } = setUp({ fallback: ['b/x'] });
    scripts['a'] = [fail('network')];
    await run();
    await advance(120_000);
    asked.length = 0;
    const gate = createGate();
    scripts['a'] = [gate.script];

    const probe = call();
    await advance(0);
    const others = await settle(Promise.all([call(), call()]));
    gate.open();
    const probed = await settle(probe);
    const later = await run();

    expect(others.map(({ routes }) => routes[0])).toEqual([
      'b/x: fallback: a/one is being tried again',
      'b/x: fallback: a/one is being tried again',
    ]);
    expect(probed.text).toBe('through the gate');
    expect(later.routes).toEqual(['a/one: default']);
    expect(asked.map(({ provider }) => provider)).toEqual(['a', 'b', 'b', 'a']);
  });

  test('goes back to being left alone when the probe fails, after that one request', async () => {
    const { run, scripts, advance, asked, router } = setUp({ fallback: ['b/x'] });
    scripts['a'] = [fail('network')];
    await run();
    await advance(120_000);
    asked.length = 0;

    const { text } = await run();

    expect(text).toBe('from b');
    expect(asked.map(({ provider }) => provider)).toEqual(['a', 'b']);
    expect(router.states()).toMatchObject([{ model: 'a/one', state: 'cooling' }, {}]);
  });

  test('is not blocked for ever by a probe whose caller went away', async () => {
    const { run, scripts, advance, router } = setUp({ fallback: ['b/x'] });
    scripts['a'] = [fail('network')];
    await run();
    await advance(120_000);
    scripts['a'] = [say('one', 'two')];

    for await (const part of router.stream(chat(), never)) if (part.type === 'text') break;

    expect((await run()).routes).toEqual(['a/one: default']);
  });

  test('lets callers that have nothing else wait for the probe instead of all going at once', async () => {
    const { call, run, settle, scripts, advance, asked } = setUp();
    scripts['a'] = [fail('network')];
    await run();
    await advance(120_000);
    asked.length = 0;
    const gate = createGate();
    scripts['a'] = [gate.script, say('fine')];

    const calls = Promise.all([call(), call(), call()]);
    await advance(10);
    const before = asked.length;
    gate.open();
    const answers = await settle(calls);

    expect(before).toBe(1);
    expect(answers.map(({ text }) => text)).toEqual(['through the gate', 'fine', 'fine']);
  });

  test('US5 is asked anyway when nothing else is ready: the next message works once it is back', async () => {
    const { run, scripts, advance } = setUp({ fallback: ['b/x'] });
    scripts['a'] = [fail('network')];
    scripts['b'] = [fail('network')];
    for (let minute = 0; minute < 30; minute += 1) {
      expect((await run()).last).toMatchObject({ type: 'error' });
      await advance(60_000);
    }
    scripts['a'] = [say('back')];
    scripts['b'] = [say('back')];

    const { text } = await run();

    expect(text).toBe('back');
  });

  test('US5 says that it is asked although it is being left alone', async () => {
    const { run, scripts } = setUp();
    scripts['a'] = [fail('network')];
    await run();
    scripts['a'] = [say('back')];

    const { text, routes } = await run();

    expect(text).toBe('back');
    expect(routes[0]).toBe(
      'a/one: default, although a/one is cooling down (network) until 00:02 UTC: nothing else is ready',
    );
  });
});

function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    open: () => open(),
    script: async function* () {
      await opened;
      yield* say('through the gate');
    },
  };
}

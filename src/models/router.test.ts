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
import type { ModelPart } from './model-provider.ts';
import type { RoutedRequest } from './router-contract.ts';

const never = new AbortController().signal;

/** Runs a call while time passes as fast as the call needs it. */
function setUp(overrides: Omit<Parameters<typeof createRouterOverScripts>[0], 'clock'> = {}) {
  const { clock, advance, sleepers } = createManualClock();
  const scripted = createRouterOverScripts({ clock, ...overrides });

  async function run(request: RoutedRequest = chat(), signal: AbortSignal = never) {
    let done = false;
    const parts = collect(scripted.router.stream(request, signal)).finally(() => {
      done = true;
    });
    for (let round = 0; round < 400 && !done; round += 1) await advance(sleepers() > 0 ? 500 : 0);
    return outcome(await parts);
  }
  return { ...scripted, clock, advance, run };
}

describe('R1 the route', () => {
  test('is that of the task, in its order, with the fallback behind it', async () => {
    const { run, scripts } = setUp({ routes: { code: ['b/x', 'c/y'] }, fallback: ['a/one'] });
    scripts['b'] = [fail('bad_request', { retryable: true, status: 404 })];
    scripts['c'] = [fail('quota')];

    const { text, routes } = await run(chat({ taskType: 'code' }));

    expect(text).toBe('from a');
    expect(routes).toEqual([
      'b/x: route code',
      'c/y: fallback: b/x failed (404)',
      'a/one: fallback: c/y failed (quota)',
    ]);
  });

  test('is the default for a task without a route, whatever its name', async () => {
    const { run } = setUp({ routes: { code: ['b/x'] } });

    expect((await run(chat({ taskType: 'summary' }))).routes).toEqual(['a/one: default']);
    expect((await run(chat({ taskType: 'constructor' }))).routes).toEqual(['a/one: default']);
  });

  test('begins with the preferred model, whose name may hold slashes', async () => {
    const { run, asked } = setUp();

    const { routes } = await run(chat({ preferredModel: 'b/vendor/model:free' }));

    expect(routes).toEqual(['b/vendor/model:free: preferred']);
    expect(asked).toMatchObject([{ provider: 'b', model: 'vendor/model:free' }]);
  });

  test('says that the preferred model is not configured', async () => {
    const { run } = setUp();

    const { routes } = await run(chat({ preferredModel: 'nobody/x' }));

    expect(routes).toEqual(['a/one: default (nobody/x is not configured)']);
  });

  test('leads nowhere without a configured model, and says so', async () => {
    const { run } = setUp({ default: 'nobody/x' });

    const { last } = await run();

    expect(last).toMatchObject({ type: 'error', failure: { code: 'bad_request' } });
  });

  test('R4 counts the cost where the price is known, and the time to the first part', async () => {
    const { run } = setUp({ priceOf: (_, model) => (model === 'one' ? 0.25 : undefined) });

    const known = await run();
    const unknown = await run(chat({ preferredModel: 'b/x' }));

    expect(known.last).toMatchObject({ usage: { costUsd: 0.25 }, firstPartMs: 0 });
    expect(unknown.last).toMatchObject({ type: 'finish' });
    expect(unknown.last).not.toHaveProperty('usage.costUsd');
  });
});

describe('R2 L12 UO1 a failure', () => {
  test('with Retry-After 2 is followed by a wait of 2 s, then by the same model', async () => {
    const { run, scripts, asked } = setUp({ fallback: ['b/x'] });
    scripts['a'] = [fail('rate_limited', { retryAfterMs: 2_000, status: 429 }), say('back')];

    const { text, routes, types } = await run();

    expect(text).toBe('back');
    expect(asked.map(({ provider, at }) => [provider, at])).toEqual([
      ['a', 0],
      ['a', 2_000],
    ]);
    expect(routes[1]).toBe('a/one: retry after rate_limited');
    expect(types).toEqual(['route', 'retry', 'route', 'text', 'finish']);
  });

  test('with a Retry-After that is too long goes to the next model, and is obeyed by later calls', async () => {
    const { run, scripts, asked, advance } = setUp({ fallback: ['b/x'] });
    scripts['a'] = [fail('rate_limited', { retryAfterMs: 600_000, status: 429 }), say('back')];

    await run();
    const meanwhile = await run();
    await advance(600_000);
    const afterwards = await run();

    expect(meanwhile.routes).toEqual([
      'b/x: fallback: a/one is cooling down (429) until 00:10 UTC',
    ]);
    expect(afterwards.text).toBe('back');
    expect(asked.map(({ provider }) => provider)).toEqual(['a', 'b', 'b', 'a']);
  });

  test.each(['bad_request', 'context_overflow', 'content_filter'] as const)(
    'of kind %s is final: not tried again, not tried elsewhere, not held against the model',
    async (code) => {
      const { run, scripts, asked, router } = setUp({ fallback: ['b/x'] });
      scripts['a'] = [fail(code, { status: 400 })];

      for (let call = 0; call < 5; call += 1) {
        expect((await run()).last).toMatchObject({ failure: { code }, emitted: false });
      }

      expect(asked).toHaveLength(5);
      expect(router.choose(chat())).toMatchObject({ model: 'a/one', state: 'ready' });
    },
  );

  test.each(['overloaded', 'network', 'protocol'] as const)(
    'of kind %s is tried again after growing pauses, then elsewhere',
    async (code) => {
      const { run, scripts, asked } = setUp({ fallback: ['b/x'] });
      scripts['a'] = [fail(code)];

      const { text } = await run();

      expect(text).toBe('from b');
      expect(asked.map(({ provider, at }) => [provider, at])).toEqual([
        ['a', 0],
        ['a', 375],
        ['a', 1_125],
        ['b', 1_125],
      ]);
    },
  );

  test('by time-out is not tried again while another model is ready', async () => {
    const { run, scripts, asked } = setUp({ fallback: ['b/x'] });
    scripts['a'] = [fail('timeout')];

    await run();

    expect(asked.map(({ provider }) => provider)).toEqual(['a', 'b']);
  });

  test('of all models names them all', async () => {
    const { run, scripts } = setUp({ fallback: ['b/x'] });
    scripts['a'] = [fail('timeout')];
    scripts['b'] = [fail('auth')];

    const { last } = await run();

    expect(last).toMatchObject({
      type: 'error',
      emitted: false,
      failure: { code: 'timeout', message: 'a/one: it says timeout Also tried: b/x (auth).' },
    });
  });

  test('after text is the end, and the text is not repeated', async () => {
    const { run, scripts, asked } = setUp({ fallback: ['b/x'] });
    scripts['a'] = [[{ type: 'text', text: 'half an ans' }, ...fail('network')]];

    const { text, last } = await run();

    expect(text).toBe('half an ans');
    expect(last).toMatchObject({ type: 'error', emitted: true, failure: { code: 'network' } });
    expect(asked).toHaveLength(1);
  });

  test('V25 before text shows nothing of the try: no reasoning, no call, no blank', async () => {
    const { run, scripts } = setUp({ fallback: ['b/x'] });
    const begun: ModelPart[] = [
      { type: 'text', text: '\n' },
      { type: 'reasoning', text: 'let me see' },
      { type: 'reasoning-end' },
      { type: 'tool-call', providerCallId: '1', tool: 'exec', argumentsText: '{"command":"rm' },
      { type: 'text', text: 'said after the call' },
    ];
    scripts['a'] = [[...begun, ...fail('timeout')]];

    const { text, types } = await run();

    expect(text).toBe('from b');
    expect(types).toEqual(['route', 'retry', 'route', 'text', 'finish']);
  });

  test.each<[string, ModelPart[]]>([
    ['ends without an end', []],
    ['ends in the middle of a call', [{ type: 'reasoning', text: 'x' }]],
  ])('is also a provider that %s', async (_, parts) => {
    const { run, scripts } = setUp({ fallback: ['b/x'] });
    scripts['a'] = [parts];

    const { text, types } = await run();

    expect(text).toBe('from b');
    expect(types.filter((type) => type === 'retry')).toHaveLength(3);
  });

  test('is also a provider that throws, although it must not', async () => {
    const { run, scripts } = setUp();
    scripts['a'] = [
      // biome-ignore lint/correctness/useYield: it fails before its first part
      async function* () {
        throw new Error('oops');
      },
      say('back'),
    ];

    expect((await run()).text).toBe('back');
  });
});

describe('stopping a call', () => {
  test('ends it at once, although the provider hangs and does not listen', async () => {
    const { clock } = createManualClock();
    const { router, scripts } = createRouterOverScripts({ clock });
    const controller = new AbortController();
    scripts['a'] = [
      async function* () {
        yield { type: 'text', text: 'begun' };
        await new Promise(() => undefined);
      },
    ];
    setTimeout(() => controller.abort(), 20);

    const { text, last } = outcome(await collect(router.stream(chat(), controller.signal)));

    expect(text).toBe('begun');
    expect(last).toMatchObject({ type: 'error', emitted: true, failure: { code: 'aborted' } });
  });

  test('ends it in a pause between two tries, and is not held against the model', async () => {
    const { run, scripts, router, asked } = setUp();
    const controller = new AbortController();
    scripts['a'] = [fail('rate_limited', { retryAfterMs: 20_000 })];
    setTimeout(() => controller.abort(), 1);

    const { last } = await run(chat(), controller.signal);

    expect(last).toMatchObject({ type: 'error', failure: { code: 'aborted' } });
    expect(asked).toHaveLength(1);
    expect(router.choose(chat()).model).toBe('a/one');
  });

  test('asks nobody when it comes first', async () => {
    const { run, asked } = setUp();

    const { last } = await run(chat(), AbortSignal.abort());

    expect(last).toMatchObject({ type: 'error', failure: { code: 'aborted' } });
    expect(asked).toEqual([]);
  });
});

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
import { DEFAULT_ROUTER_SETTINGS, type RoutedProvider } from './router-deps.ts';

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

const keys = (...credentials: readonly string[]): Record<string, Partial<RoutedProvider>> => ({
  a: { credentials },
});

describe('R3 several keys', () => {
  test('are used in turn', async () => {
    const { run, asked } = setUp({ providers: keys('k1', 'k2', 'k3') });

    for (let call = 0; call < 4; call += 1) await run();

    expect(asked.map(({ key }) => key)).toEqual(['k1', 'k2', 'k3', 'k1']);
  });

  test('lose the one that is refused, and only that one, also for calls that run at the same time', async () => {
    const { settle, call, run, asked, scripts } = setUp({ providers: keys('bad', 'good') });
    scripts['a'] = [
      async function* (_, { credential }) {
        yield* credential === 'bad' ? fail('auth', { status: 401 }) : say('fine');
      },
    ];

    const answers = await settle(Promise.all([call(), call(), call()]));
    const later = await run();

    expect([...answers, later].map(({ text }) => text)).toEqual(['fine', 'fine', 'fine', 'fine']);
    expect(asked.filter(({ key }) => key === 'bad').length).toBeLessThanOrEqual(2);
    expect(asked.at(-1)?.key).toBe('good');
  });

  test('rest until the Retry-After of the one that is limited, for that model only', async () => {
    const { run, settle, call, asked, scripts, advance } = setUp({ providers: keys('k1', 'k2') });
    let limited = true;
    scripts['a'] = [
      async function* (_, { credential }) {
        const refuse = credential === 'k1' && limited;
        limited = limited && !refuse;
        yield* refuse ? fail('rate_limited', { retryAfterMs: 60_000 }) : say('fine');
      },
    ];
    const first = await run();
    await run();
    await run();
    await settle(call(chat({ preferredModel: 'a/other' })));
    await advance(60_000);
    await run();
    await run();

    expect(first.routes).toEqual(['a/one: default', 'a/one: next key after rate_limited']);
    expect(asked.map(({ key, model }) => `${key} ${model}`)).toEqual([
      'k1 one',
      'k2 one',
      'k2 one',
      'k2 one',
      'k1 other',
      'k2 one',
      'k1 one',
    ]);
  });

  test('that are all refused end in one clear failure, or at the next provider', async () => {
    const alone = setUp({ providers: keys('k1', 'k2', 'k3') });
    const helped = setUp({ providers: keys('k1', 'k2'), fallback: ['b/x'] });
    alone.scripts['a'] = helped.scripts['a'] = [fail('auth', { status: 401 })];

    const { last } = await alone.run();
    const { text, routes } = await helped.run();

    expect(alone.asked.map(({ key }) => key)).toEqual(['k1', 'k2', 'k3']);
    expect(last).toMatchObject({
      failure: { code: 'auth', message: 'a/one: none of 3 keys was accepted; it says auth' },
    });
    expect(text).toBe('from b');
    expect(routes.at(-1)).toBe('b/x: fallback: a/one failed (401)');
  });

  test('that were refused are tried again later without a restart', async () => {
    const { run, scripts, asked } = setUp({ providers: keys('k1', 'k2') });
    scripts['a'] = [fail('auth')];
    await run();
    scripts['a'] = [say('paid the bill')];

    const { text } = await run();

    expect(text).toBe('paid the bill');
    expect(asked).toHaveLength(3);
  });

  test.each([0, 100, 1_000])(
    'that are limited again and again for %s ms are each asked once, then a bounded number of times',
    async (retryAfterMs) => {
      const alone = setUp({ providers: keys('k1', 'k2', 'k3') });
      const helped = setUp({ providers: keys('k1', 'k2'), fallback: ['b/x'] });
      alone.scripts['a'] = helped.scripts['a'] = [fail('rate_limited', { retryAfterMs })];

      const { last } = await alone.run();
      const { text } = await helped.run();

      const pauses = alone.asked.map(({ at }, index) => at - (alone.asked[index - 1]?.at ?? 0));
      expect(last).toMatchObject({ failure: { code: 'rate_limited' } });
      expect(alone.asked).toHaveLength(3 + DEFAULT_ROUTER_SETTINGS.maxRetries);
      expect(pauses.slice(0, 3)).toEqual([0, 0, 0]);
      expect(Math.min(...pauses.slice(3))).toBeGreaterThanOrEqual(Math.max(250, retryAfterMs));
      expect(text).toBe('from b');
      expect(helped.asked).toHaveLength(2 + DEFAULT_ROUTER_SETTINGS.maxRetries + 1);
    },
  );

  test('are not all spent on a model that is being tried again, while another model is ready', async () => {
    const { run, scripts, asked, advance } = setUp({
      providers: keys('k1', 'k2'),
      fallback: ['b/x'],
    });
    scripts['a'] = [fail('network')];
    await run();
    await advance(120_000);
    asked.length = 0;
    scripts['a'] = [fail('rate_limited', { retryAfterMs: 100 })];

    await run();

    expect(asked.map(({ provider }) => provider)).toEqual(['a', 'b']);
  });

  test('that are limited one by one are not held against the model', async () => {
    const { run, scripts, router } = setUp({ providers: keys('k1', 'k2', 'k3', 'k4') });
    const limited = fail('rate_limited');
    scripts['a'] = [limited, limited, limited, fail('bad_request')];

    await run();

    expect(router.choose(chat())).toMatchObject({ model: 'a/one', state: 'ready' });
  });

  test('that are limited all at once and do not say until when are given a pause', async () => {
    const { run, scripts, asked } = setUp({ providers: keys('k1', 'k2') });
    scripts['a'] = [fail('rate_limited'), fail('rate_limited'), say('fine')];

    const { text } = await run();

    expect(text).toBe('fine');
    expect(asked.map(({ key, at }) => [key, at])).toEqual([
      ['k1', 0],
      ['k2', 0],
      ['k1', 5_000],
    ]);
  });
});

describe('R4 requests per minute', () => {
  test('hold for streams and embeddings together, in order, and a caller may leave the queue', async () => {
    const { call, router, asked, advance } = setUp({
      providers: { a: { requestsPerMinute: 2 } },
      routes: { embedding: ['a/vectors'] },
    });
    const leaver = new AbortController();
    const first = call();
    await advance(0);
    const second = router.embed({ texts: ['x'] }, never);
    const left = collect(router.stream(chat(), leaver.signal)).then(outcome);
    const last = call();
    await advance(10);

    leaver.abort();
    await advance(60_000);

    await Promise.all([first, second, last]);
    expect((await left).last).toMatchObject({ failure: { code: 'aborted' } });
    expect(asked.map(({ model, at }) => [model, at])).toEqual([
      ['one', 0],
      ['vectors', 0],
      ['one', 60_000],
    ]);
  });
});

describe('R4 embeddings', () => {
  test('are retried and change keys as any call, and are counted and priced', async () => {
    const { router, settle, scripts, asked } = setUp({
      providers: keys('k1', 'k2'),
      routes: { embedding: ['a/vectors', 'b/others'] },
      priceOf: () => 0.5,
    });
    scripts['a'] = [fail('auth'), fail('overloaded'), say()];

    const result = await settle(router.embed({ texts: ['x', 'y'] }, never));

    expect(result).toMatchObject({ ok: true, vectors: [[1], [1]], usage: { costUsd: 0.5 } });
    expect(asked.map(({ key }) => key)).toEqual(['k1', 'k2', 'k2']);
  });

  test('never come from another model, whose vectors would not fit', async () => {
    const { router, settle, scripts, asked } = setUp({
      routes: { embedding: ['a/vectors', 'b/others'] },
    });
    scripts['a'] = [fail('network')];

    const result = await settle(router.embed({ texts: ['x'] }, never));

    expect(result).toMatchObject({ ok: false, failure: { code: 'network' } });
    expect(asked.every(({ provider }) => provider === 'a')).toBe(true);
  });

  test.each([
    ['no route', {}, 'models.routes.embedding'],
    ['a provider without them', { embedding: ['mute/x'] }, 'has no embeddings'],
  ])('say plainly that there is %s', async (_, routes: Record<string, string[]>, words) => {
    const mute = { open: async () => ({ async *stream() {} }) };
    const { clock } = createManualClock();
    const { router } = createRouterOverScripts({ clock, routes, providers: { a: mute } });
    const named = routes['embedding'] ? { embedding: ['a/x'] } : {};
    const { router: other } = createRouterOverScripts({
      clock,
      routes: named,
      providers: { a: mute },
    });

    const result = await (routes['embedding'] ? other : router).embed({ texts: ['x'] }, never);

    expect(result).toMatchObject({ ok: false, failure: { code: 'bad_request' } });
    expect(!result.ok && result.failure.message).toContain(words);
  });
});

describe('what is known of the models', () => {
  test('lists every configured one once, with its window', () => {
    const { router } = setUp({
      routes: { code: ['b/x'] },
      fallback: ['a/one', 'nobody/z'],
      providers: {
        b: { contextWindow: (model) => (model === 'x' ? 9_000 : undefined), models: ['y'] },
      },
    });

    expect(router.states()).toEqual([
      { model: 'a/one', state: 'ready', contextWindow: 128_000 },
      { model: 'b/x', state: 'ready', contextWindow: 9_000 },
      { model: 'b/y', state: 'ready', contextWindow: 128_000 },
    ]);
  });
});

import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type Answer,
  sendCut,
  sendEvents,
  startRawServer,
} from '../../test/fake-models/raw-server.ts';
import { chat, outcome } from '../../test/fake-models/router-over-scripts.ts';
import { collect } from '../../test/fake-models/wires.ts';
import { systemClock } from '../base/clock.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { type ModelsConfig, type ModelsDeps, openModels } from './open-models.ts';
import { providerSettings } from './provider-settings.ts';

const never = new AbortController().signal;
const HELLO = [
  { choices: [{ index: 0, delta: { content: 'hello' } }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { choices: [], usage: { prompt_tokens: 1_000_000, completion_tokens: 100_000 } },
];
const hello: Answer = (_, response) =>
  sendEvents(response, HELLO.map((each) => `data: ${JSON.stringify(each)}\n\n`).join(''));

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function serve(answer: Answer) {
  const server = await startRawServer(answer);
  cleanups.push(server.stop);
  return server;
}

type SectionInput = {
  readonly type: keyof typeof providerSettings;
  readonly [key: string]: unknown;
};

function setUp(
  sections: Record<string, SectionInput>,
  config: Partial<ModelsConfig> = {},
  deps: Partial<ModelsDeps> & { env?: Record<string, string> } = {},
) {
  const hosts: string[] = [];
  const parsed = Object.entries(sections).map(([name, { type, ...settings }]) => [
    name,
    { type, settings: providerSettings[type].parse(settings) },
  ]);
  const opened = openModels(
    { sections: Object.fromEntries(parsed), routes: {}, fallback: [], ...config },
    {
      fetch: (input, init) => {
        hosts.push(new URL(String(input)).host);
        return fetch(input, init);
      },
      clock: systemClock,
      random: () => 0,
      readVariable: (name) => deps.env?.[name],
      probeOllama: async () => undefined,
      ...deps,
    },
  );
  return { opened, hosts };
}

describe('models opened from a configuration', () => {
  test('answer with the preset, the key of the environment, the price and the window', async () => {
    const server = await serve(hello);
    const baseUrl = `${server.url}/v1`;
    const { opened } = setUp(
      { deepseek: { type: 'openai-compatible', baseUrl } },
      {},
      { env: { DEEPSEEK_API_KEY: 'from-env' } },
    );

    const { router, choice } = await opened;
    const { text, last } = outcome(await collect(router.stream(chat(), never)));

    expect(choice.default).toBe('deepseek/deepseek-flash');
    expect(text).toBe('hello');
    expect(last).toMatchObject({ type: 'finish', usage: { costUsd: 0.3 + 0.12 } });
    expect(server.requests[0]?.headers.authorization).toBe('Bearer from-env');
    expect(router.choose(chat())).toMatchObject({ contextWindow: 1_000_000 });
  });

  test('prefer what the settings say of a model to what is known of it', async () => {
    const server = await serve(hello);
    const models = { mine: { contextWindow: 9_000, price: { input: 1, output: 0 } } };
    const { opened } = setUp({
      home: { type: 'openai-compatible', baseUrl: server.url, models },
    });

    const { router } = await opened;
    const { last } = outcome(await collect(router.stream(chat(), never)));

    expect(last).toMatchObject({ usage: { costUsd: 1 } });
    expect(router.states()).toContainEqual({
      model: 'home/mine',
      state: 'ready',
      contextWindow: 9_000,
    });
  });

  test.each([
    { by: 'the request', asked: { maxOutputTokens: 10 }, own: 5, expected: 10 },
    { by: 'the settings of the model', asked: {}, own: 5, expected: 5 },
    { by: 'the general setting', asked: {}, own: undefined, expected: 20 },
  ])('are asked for an answer no longer than $by says', async ({ asked, own, expected }) => {
    const server = await serve(hello);
    const { opened } = setUp(
      {
        home: {
          type: 'openai-compatible',
          baseUrl: server.url,
          models: { mine: { maxOutputTokens: own } },
        },
      },
      { default: 'home/mine', settings: { maxOutputTokens: 20 } },
    );
    const { router } = await opened;

    const { last } = outcome(await collect(router.stream(chat(asked), never)));

    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ max_tokens: expected });
    expect(last).toMatchObject({ type: 'finish', maxOutputTokens: expected });
  });

  test.each([
    ['models.default', { default: 'nobody/none' }],
    ['models.routes.code', { routes: { code: ['offline/offline', 'nobody/none'] } }],
    ['models.fallback', { fallback: ['nobody/none'] }],
  ])('are refused when %s names a provider that does not exist', async (key, config) => {
    const { opened } = setUp({ mine: { type: 'anthropic' } }, config);

    await expect(opened).rejects.toMatchObject({
      code: 'invalid_config',
      messageId: 'model.provider_unknown',
      values: { key, provider: 'nobody', known: 'mine, offline' },
    });
  });

  test('may be named although their provider is switched off', async () => {
    const { opened } = setUp({}, { fallback: ['off/x'], disabled: ['off'] });

    expect((await opened).router.states()).toMatchObject([{ model: 'offline/offline' }]);
  });

  test.each(['openrouter', 'doubao', 'siliconflow', 'azure', 'bedrock'])(
    'of %s, whose prices nobody told, have a cost that is unknown and not zero',
    async (name) => {
      const server = await serve(hello);
      const { opened } = setUp(
        { [name]: { type: 'openai-compatible', baseUrl: server.url, apiKey: 'fake' } },
        { default: `${name}/some-model` },
      );

      const { router } = await opened;
      const { last } = outcome(await collect(router.stream(chat(), never)));

      expect(last).toMatchObject({ type: 'finish', usage: { inputTokens: 1_000_000 } });
      expect(last).not.toHaveProperty('usage.costUsd');
    },
  );

  test('UO10 of a local server cost nothing and reach nothing but that server', async () => {
    const server = await serve(hello);
    const { opened, hosts } = setUp(
      { ollama: { type: 'openai-compatible', baseUrl: `${server.url}/v1` } },
      { default: 'ollama/qwen3' },
      { env: { OPENAI_API_KEY: 'unused', ANTHROPIC_API_KEY: 'unused' } },
    );

    const { router } = await opened;
    const { last } = outcome(await collect(router.stream(chat(), never)));

    expect(last).toMatchObject({ usage: { costUsd: 0 } });
    expect(new Set(hosts)).toEqual(new Set([new URL(server.url).host]));
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  test('without a price have no cost, rather than none', async () => {
    const server = await serve(hello);
    const { opened } = setUp(
      { gateway: { type: 'openai-compatible', baseUrl: server.url } },
      { default: 'gateway/x' },
    );

    const { router } = await opened;
    const { last } = outcome(await collect(router.stream(chat(), never)));

    expect(last).toMatchObject({ type: 'finish' });
    expect(last).not.toHaveProperty('usage.costUsd');
  });

  test('have no cost when the provider counts nothing', async () => {
    const server = await serve((_, response) =>
      sendEvents(
        response,
        HELLO.slice(0, 2)
          .map((each) => `data: ${JSON.stringify(each)}\n\n`)
          .join(''),
      ),
    );
    const { opened } = setUp({ deepseek: { type: 'openai-compatible', baseUrl: server.url } });

    const { router } = await opened;
    const { last } = outcome(await collect(router.stream(chat(), never)));

    expect(last).toMatchObject({ type: 'finish' });
    expect(last).not.toHaveProperty('usage.costUsd');
  });

  test('R8 without any are the offline model, which costs nothing and reaches nothing', async () => {
    const { opened, hosts } = setUp({});

    const { router, choice } = await opened;
    const { text, last } = outcome(
      await collect(
        router.stream(
          chat({ messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] }),
          never,
        ),
      ),
    );

    expect(choice.reason.messageId).toBe('model.choice.offline');
    expect(text).not.toBe('');
    expect(last).toMatchObject({ type: 'finish', usage: { costUsd: 0 } });
    expect(hosts).toEqual([]);
  });

  test.each<[Record<string, SectionInput>, string]>([
    [{ home: { type: 'openai-compatible' } }, 'model.base_url_missing'],
    [{ azure: { type: 'openai-compatible' } }, 'model.base_url_missing'],
    [{ home: { type: 'openai', preset: 'opnai' } }, 'model.preset_unknown'],
  ])('are refused when the section is %j', async (sections, messageId) => {
    await expect(setUp(sections, { default: 'x/y' }).opened).rejects.toMatchObject({
      code: 'invalid_config',
      messageId,
    });
  });

  test('say which key is missing where one is needed', async () => {
    const { opened } = setUp({}, { default: 'anthropic/claude-sonnet-5-5' });

    const { router } = await opened;
    const { last } = outcome(await collect(router.stream(chat(), never)));

    expect(last).toMatchObject({ type: 'error', failure: { code: 'auth' } });
  });

  test('keep a preset to the wire that it was written for', async () => {
    const server = await serve((_, response) => void response.writeHead(500).end());
    const { opened } = setUp(
      { deepseek: { type: 'anthropic', baseUrl: server.url, apiKey: 'k' } },
      { default: 'deepseek/x', settings: { maxRetries: 0 } },
    );

    await collect((await opened).router.stream(chat(), never));

    expect(server.requests[0]?.url).toBe('/messages');
  });
});

describe('V25 UO1 a stream that breaks in the middle of a call', () => {
  const wires = [
    ['openai', 'openai-responses', '/v1'],
    ['openai-compatible', 'openai-chat', '/v1'],
    ['anthropic', 'anthropic', '/v1'],
    ['google', 'google', '/v1beta'],
  ] as const;

  test.each(wires)(
    'of the %s wire is answered by the next model, and nothing of it is seen',
    async (type, capture, path) => {
      const bytes = readFileSync(`test/fixtures/models/${capture}-tool-call.txt`);
      let cut = 0;
      const broken = await serve((_, response) => sendCut(response, bytes.subarray(0, cut)));
      const whole = await serve(hello);
      const { clock } = createManualClock();
      const { opened } = setUp(
        {
          first: { type, baseUrl: `${broken.url}${path}`, apiKey: 'k' },
          second: { type: 'openai-compatible', baseUrl: whole.url },
        },
        {
          default: 'first/x',
          fallback: ['second/y'],
          settings: { maxRetries: 0, cooldownMs: 0 },
        },
        { clock },
      );
      const { router } = await opened;
      const begin = bytes.indexOf('write_file');

      for (cut = begin; cut < bytes.length; cut += 13) {
        const { types, last } = outcome(await collect(router.stream(chat(), never)));
        const calls = types.filter((each) => each === 'tool-call').length;
        const ended = last?.type === 'finish' ? last.route.provider : last?.type;
        const fits = ended === 'second' ? calls === 0 : ended === 'first' && calls === 1;
        if (!fits) throw new Error(`cut at ${cut}: ${ended} ${types.join(' ')}`);
      }

      expect(whole.requests.length).toBeGreaterThan(10);
      expect(whole.requests.every(({ body }) => !body.includes('write_file'))).toBe(true);
    },
  );
});

import { describe, expect, test } from 'vitest';
import { startRawServer } from '../../test/fake-models/raw-server.ts';
import { type ChoiceInput, chooseModel } from './automatic-choice.ts';
import { probeOllama } from './ollama-probe.ts';

function choose(more: Partial<ChoiceInput> & { env?: Record<string, string> } = {}) {
  let probes = 0;
  const input: ChoiceInput = {
    sections: {},
    references: [],
    readVariable: (name) => more.env?.[name],
    ...more,
    probeOllama: () => {
      probes += 1;
      return more.probeOllama?.() ?? Promise.resolve(undefined);
    },
  };
  return chooseModel(input).then((choice) => ({ ...choice, probes }));
}

const KEYS = {
  ANTHROPIC_API_KEY: 'k',
  OPENAI_API_KEY: 'k',
  GEMINI_API_KEY: 'k',
  DEEPSEEK_API_KEY: 'k',
  OPENROUTER_API_KEY: 'k',
};

describe('with no configuration the model', () => {
  test('is that of the first key, in a fixed order', async () => {
    const left: Record<string, string> = { ...KEYS };
    const order: string[] = [];

    for (const name of Object.keys(KEYS)) {
      order.push((await choose({ env: left })).default);
      delete left[name];
    }

    expect(order).toEqual([
      'anthropic/claude-sonnet-5-5',
      'openai/gpt-6.1-sol',
      'gemini/gemini-3.8-flash',
      'deepseek/deepseek-flash',
      'openrouter/openrouter/auto',
    ]);
  });

  test('brings its section with it, and says which variable it was', async () => {
    const choice = await choose({ env: { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: '  ' } });

    expect(choice).toMatchObject({
      added: ['openai', 'offline'],
      reason: { messageId: 'model.choice.key', values: { variable: 'OPENAI_API_KEY' } },
    });
  });

  test('UO10 asks the local Ollama only when there is no key', async () => {
    const local = () => Promise.resolve(['qwen3:8b', 'llama']);

    const keyed = await choose({ env: { OPENROUTER_API_KEY: 'k' }, probeOllama: local });
    const unkeyed = await choose({ probeOllama: local });

    expect(keyed.probes).toBe(0);
    expect(unkeyed).toMatchObject({
      default: 'ollama/qwen3:8b',
      added: ['ollama', 'offline'],
      probes: 1,
    });
  });

  test('R8 is the offline one when there is nothing, also when Ollama has no model', async () => {
    expect(await choose()).toMatchObject({ default: 'offline/offline', added: ['offline'] });
    expect(await choose({ probeOllama: async () => [] })).toMatchObject({
      default: 'offline/offline',
      reason: { messageId: 'model.choice.offline' },
    });
  });
});

describe('with a configuration the model', () => {
  const section = (type: string, settings: object = {}) => ({ type, settings });

  test('UO10 is the configured one, and nothing is asked or looked for', async () => {
    const choice = await choose({
      default: 'home/llama',
      sections: { home: section('openai-compatible') },
      env: KEYS,
    });

    expect(choice).toMatchObject({ default: 'home/llama', probes: 0 });
  });

  test('leaves the others that have a key within reach, unless they are switched off', async () => {
    const choice = await choose({
      default: 'home/llama',
      sections: { home: section('openai-compatible') },
      disabled: ['openai'],
      env: { OPENAI_API_KEY: 'k', DASHSCOPE_API_KEY: 'k' },
    });

    expect(choice.added).toEqual(['offline', 'qwen']);
  });

  test('may be of a provider that is known without a section', async () => {
    const choice = await choose({
      default: 'deepseek/deepseek-v4-pro',
      references: ['kimi/kimi-k3', 'nobody/x'],
    });

    expect(choice.added).toEqual(['deepseek', 'kimi', 'offline']);
  });

  test.each([
    ['work', section('openai', { preset: 'openai' }), 'work/gpt-6.1-sol'],
    ['kimi', section('openai-compatible'), 'kimi/kimi-k3.1-pro'],
    ['home', section('openai-compatible', { models: { mine: {} } }), 'home/mine'],
    ['offline', section('offline'), 'offline/offline'],
  ])('is the first that section %s is known to have', async (name, only, model) => {
    const choice = await choose({ sections: { [name]: only }, env: KEYS });

    expect(choice).toMatchObject({ default: model, probes: 0 });
  });

  test.each([
    ['no key', {}, 'model.choice.no_key'],
    ['an empty variable', { env: { DEEPSEEK_API_KEY: ' ' } }, 'model.choice.no_key'],
    ['its variable', { env: { DEEPSEEK_API_KEY: 'k' } }, 'model.choice.configured'],
    ['a key of its section', { apiKey: 'k' }, 'model.choice.configured'],
    ['keys of its section', { apiKeys: ['k'] }, 'model.choice.configured'],
    ['a header', { headers: { authorization: 'k' } }, 'model.choice.configured'],
    ['a place of its own', { baseUrl: 'http://127.0.0.1:1/v1' }, 'model.choice.configured'],
  ])('says whether a configured one can answer: with %s', async (_name, given, id) => {
    const { env = {}, ...settings } = given as { env?: Record<string, string> };
    const sections = { deepseek: section('openai-compatible', settings) };

    const choice = await choose({ default: 'deepseek/deepseek-flash', sections, env });

    expect(choice.default).toBe('deepseek/deepseek-flash');
    expect(choice.reason.messageId).toBe(id);
  });

  test('needs no key on a machine of the user, nor offline', async () => {
    const reasons = await Promise.all(
      ['vllm/qwen3', 'ollama/qwen3', 'offline/offline', 'mine/model'].map((model) =>
        choose({ default: model }),
      ),
    );

    expect(new Set(reasons.map(({ reason }) => reason.messageId))).toEqual(
      new Set(['model.choice.configured']),
    );
  });

  test('is the offline one, with the reason, when the sections name none', async () => {
    const choice = await choose({ sections: { azure: section('openai-compatible') } });

    expect(choice).toMatchObject({
      default: 'offline/offline',
      probes: 0,
      reason: { messageId: 'model.choice.no_default', values: { section: 'azure' } },
    });
  });
});

describe('the look at a local Ollama', () => {
  test('finds its chat models, in its order', async () => {
    const server = await startRawServer((_, response) => {
      const models = [
        { name: 'qwen3:8b', details: { family: 'qwen3' } },
        { name: 'nomic-embed-text:latest', details: { family: 'nomic-bert' } },
        { name: 'all-minilm:22m', details: { family: 'bert' } },
        { name: 'llama3.3', details: null },
      ];
      response.end(JSON.stringify({ models }));
    });

    const found = await probeOllama(fetch, `${server.url}/api/tags`);

    await server.stop();
    expect(found).toEqual(['qwen3:8b', 'llama3.3']);
  });

  test.each<[string, Parameters<typeof startRawServer>[0]]>([
    ['hangs', () => undefined],
    ['is something else', (_, response) => void response.end('<html>')],
    ['answers with an error', (_, response) => void response.writeHead(500).end('{}')],
  ])('gives up soon on a server that %s', async (_, answer) => {
    const server = await startRawServer(answer);
    const startedAt = performance.now();

    const found = await probeOllama(fetch, `${server.url}/api/tags`);

    await server.stop();
    expect(found).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

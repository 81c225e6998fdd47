import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createConfigBed, type Given, reference } from '../../test/config-bed.ts';
import { describeConfig } from './describe-config.ts';
import { loadConfig } from './load-config.ts';

async function rowsOf(text: string, given: Given = {}) {
  const { sources, sections, write } = createConfigBed();
  write(text);
  const rows = describeConfig(await loadConfig(sources(given), sections));
  return new Map(rows.map((row) => [row.path, row]));
}

test('every key is shown with where it came from', async () => {
  const env = { ECHO_AGENT_LOG__LEVEL: 'debug', HTTPS_PROXY: 'http://proxy.example:1' };
  const overrides = { set: ['log.format=json'], values: { 'agent.language': 'zh' } };

  const rows = await rowsOf('agent:\n  name: Ada\nmodels: { requestTimeout: 5m }\n', {
    env,
    overrides,
  });

  expect([...rows.values()]).toEqual(
    expect.arrayContaining([
      { path: 'agent.name', value: 'Ada', origin: 'echo-agent.yaml:2' },
      { path: 'agent.language', value: 'zh', origin: 'flag' },
      { path: 'agent.maxConcurrentTurns', value: 32, origin: 'default' },
      { path: 'models.requestTimeout', value: '5m', origin: 'echo-agent.yaml:3' },
      { path: 'models.cooldown', value: '120s', origin: 'default' },
      { path: 'models.default', value: undefined, origin: 'default' },
      { path: 'models.routes', value: {}, origin: 'default' },
      { path: 'log.level', value: 'debug', origin: 'ECHO_AGENT_LOG__LEVEL' },
      { path: 'log.format', value: 'json', origin: '--set' },
      { path: 'network.proxy', value: 'http://proxy.example:1', origin: 'HTTPS_PROXY' },
      { path: 'channels', value: {}, origin: 'default' },
    ]),
  );
});

test('paths are shown as they will be used', async () => {
  const { sources, sections, write, cwd } = createConfigBed();
  write('dataDir: data\n');

  const rows = describeConfig(await loadConfig(sources(), sections));

  expect(rows).toContainEqual({
    path: 'dataDir',
    value: join(cwd, 'data'),
    origin: 'echo-agent.yaml:1',
  });
  expect(rows).toContainEqual({
    path: 'workspace.path',
    value: join(cwd, 'data/workspace'),
    origin: 'default',
  });
});

test('keys of an adapter are shown with the type its name stands for', async () => {
  const rows = await rowsOf(
    'providers: { openai: { models: { "gpt-4.1": { contextWindow: 5 } } } }',
  );

  expect(rows.get('providers.openai.type')).toMatchObject({ value: 'direct', origin: 'default' });
  expect(rows.get('providers.openai.enabled')).toMatchObject({ value: true, origin: 'default' });
  expect(rows.get('providers.openai.models."gpt-4.1".contextWindow')).toMatchObject({
    value: 5,
    origin: 'echo-agent.yaml:1',
  });
});

describe('F2 secrets are masked', () => {
  test('wherever the schema marks them, whatever the key is called and wherever they come from', async () => {
    const secret = 'sk-very-secret';
    const text = `providers:
  openai:
    apiKeys: [${secret}, "${reference('K')}"]
    headers: { X-Team: ${secret} }
network: { proxy: "http://user:${secret}@proxy.example:80" }
`;
    const env = { K: secret, ECHO_AGENT_PROVIDERS__OPENAI__API_KEY: secret };

    const rows = await rowsOf(text, { env });

    expect(rows.get('providers.openai.apiKey')?.value).toBe('***');
    expect(rows.get('providers.openai.apiKeys')?.value).toEqual(['***', '***']);
    expect(rows.get('providers.openai.headers.X-Team')?.value).toBe('***');
    expect(rows.get('network.proxy')?.value).toBe('http://user:***@proxy.example:80');
    expect(JSON.stringify([...rows])).not.toContain(secret);
  });

  test('numbers that are called like tokens are no secrets', async () => {
    const rows = await rowsOf('models: { maxOutputTokens: 5 }');

    expect(rows.get('agent.caps.tokens')?.value).toBe(1_000_000);
    expect(rows.get('models.maxOutputTokens')?.value).toBe(5);
  });
});

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createConfigBed } from '../../../test/config-bed.ts';
import { loadConfig } from '../load-config.ts';

describe('sections of adapters', () => {
  test('a known name needs no type and is checked by the schema of its adapter', async () => {
    const { sources, sections, write } = createConfigBed();
    write('providers:\n  deepseek:\n    apiKey: k1\n    idleTimeout: 20s\n');

    const { config } = await loadConfig(sources(), sections);

    expect(config.providers['deepseek']).toEqual({
      type: 'direct',
      enabled: true,
      settings: { apiKey: 'k1', idleTimeout: 20_000, headers: {}, models: {}, rate: 'auto' },
    });
  });

  test('a section can come from variables alone, its name matched to the known ones', async () => {
    const { sources, sections } = createConfigBed();
    const env = {
      ECHO_AGENT_PROVIDERS__DEEP_SEEK__API_KEY: '123',
      ECHO_AGENT_PROVIDERS__MY_OWN__TYPE: 'direct',
      ECHO_AGENT_PROVIDERS__MY_OWN__ENABLED: 'false',
    };

    const { config } = await loadConfig(sources({ env }), sections);

    expect(config.providers['deepseek']?.settings).toMatchObject({ apiKey: '123' });
    expect(config.providers['my-own']).toMatchObject({ type: 'direct', enabled: false });
  });

  test('a variable finds the section that the file has, however its name is written', async () => {
    const { sources, sections, write } = createConfigBed();
    write('providers:\n  My.Proxy_1: { type: direct, apiKey: a }\n');
    const env = { ECHO_AGENT_PROVIDERS__MY_PROXY_1__API_KEY: 'b' };

    const { config } = await loadConfig(sources({ env }), sections);

    expect(config.providers).toMatchObject({ 'My.Proxy_1': { settings: { apiKey: 'b' } } });
  });

  test('what a section says may settle its type, from a variable too', async () => {
    const { sources, sections, home } = createConfigBed();
    const env = { ECHO_AGENT_PROVIDERS__MINE__PRESET: 'relay' };

    const { config } = await loadConfig(sources({ env }), sections);

    expect(config.providers['mine']).toEqual({
      type: 'relayed',
      enabled: true,
      settings: { type: 'relayed', preset: 'relay', certificate: join(home, 'relay.pem') },
    });
  });

  test('free keys with dots are reached with quotes', async () => {
    const { sources, sections } = createConfigBed();
    const set = ['providers.openai.models."gpt-4.1".contextWindow=5'];

    const { config } = await loadConfig(sources({ overrides: { set } }), sections);

    expect(config.providers['openai']?.settings).toMatchObject({
      models: { 'gpt-4.1': { contextWindow: 5 } },
    });
  });

  test('a section whose lines are all commented out is an empty one', async () => {
    const { sources, sections, write } = createConfigBed();
    write('tools:\n  # deny: [exec]\nproviders:\n  openai:\nmodels:\n  fallback:\n');

    const { config } = await loadConfig(sources(), sections);

    expect(config.tools.profile).toBe('coding');
    expect(config.providers['openai']).toMatchObject({ type: 'direct' });
    expect(config.models.fallback).toEqual([]);
  });

  test('a model of an unknown provider is worth a warning with the nearest name', async () => {
    const { sources, sections } = createConfigBed();
    const overrides = { set: ['models.default=depseek/chat'] };

    const { warnings } = await loadConfig(sources({ overrides }), sections);

    expect(warnings).toMatchObject([
      { id: 'config.unknown_provider_nearest', values: { nearest: 'deepseek' } },
    ]);
  });
});

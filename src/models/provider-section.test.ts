import { describe, expect, test } from 'vitest';
import { resolveSection } from './provider-section.ts';

type Variables = Record<string, string>;

function resolve(name: string, type: string, ...[settings, env = {}]: [object, Variables?]) {
  return resolveSection(name, { type, settings }, (variable) => env[variable]);
}

describe('a provider section', () => {
  test('starts from the preset of its name, and its own settings come first', () => {
    const { settings } = resolve('kimi', 'openai-compatible', {
      baseUrl: 'https://api.moonshot.cn/v1',
      replayReasoning: undefined,
    });

    expect(settings).toEqual({
      baseUrl: 'https://api.moonshot.cn/v1',
      replayReasoning: 'reasoning_content',
    });
  });

  test('may name the preset, so that one provider can have several sections', () => {
    const { settings, priceList } = resolve('work', 'openai-compatible', { preset: 'deepseek' });

    expect(settings.baseUrl).toBe('https://api.deepseek.com');
    expect(priceList).toBe('deepseek');
  });

  test.each([
    [{ apiKey: 'a' }, ['a']],
    [{ apiKeys: ['a', 'b'] }, ['a', 'b']],
    [{ apiKey: 'a', apiKeys: ['b'] }, ['a', 'b']],
    [{ apiKey: 'from-a-file\n' }, ['from-a-file']],
    [{}, ['from-env']],
  ])('with %j has the keys %j', (settings, keys) => {
    const { credentials } = resolve('gemini', 'google', settings, {
      GEMINI_API_KEY: '',
      GOOGLE_API_KEY: ' from-env ',
    });

    expect(credentials).toEqual(keys);
  });

  test('of an adapter for one provider has that provider’s key and prices under any name', () => {
    const { credentials, priceList } = resolve('mine', 'anthropic', {}, { ANTHROPIC_API_KEY: 'k' });

    expect([credentials, priceList]).toEqual([['k'], 'anthropic']);
  });

  test('takes no key from the environment for a server of one’s own', () => {
    const { credentials } = resolve(
      'home',
      'openai-compatible',
      { baseUrl: 'http://127.0.0.1:1234/v1' },
      { OPENAI_API_KEY: 'k' },
    );

    expect(credentials).toEqual([]);
  });

  test('without an address says what one looks like', () => {
    expect(() => resolve('azure', 'openai-compatible', {})).toThrow(
      expect.objectContaining({
        values: { section: 'azure', example: 'https://RESOURCE.openai.azure.com/openai/v1' },
      }),
    );
  });

  test('with a preset that does not exist names the nearest', () => {
    expect(() => resolve('x', 'openai-compatible', { preset: 'deepsek' })).toThrow(
      expect.objectContaining({ values: { section: 'x', preset: 'deepsek', near: 'deepseek' } }),
    );
  });
});

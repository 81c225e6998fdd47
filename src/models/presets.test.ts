import { describe, expect, test } from 'vitest';
import { findPreset, knownContextWindow, presetOfType, presets } from './presets.ts';
import { listPrice } from './price-table.ts';
import { providerSettings } from './provider-settings.ts';

const ALL = Object.entries(presets);

describe('the presets', () => {
  test('hold what people use', () => {
    expect(Object.keys(presets).sort()).toEqual([
      ...['anthropic', 'azure', 'bedrock', 'deepseek', 'doubao', 'gemini', 'glm', 'kimi'],
      ...['mistral', 'ollama', 'openai', 'openrouter', 'qwen', 'siliconflow', 'vllm'],
    ]);
  });

  test.each(ALL)('%s is in the form that its adapter takes', (_, { type, settings, local }) => {
    const schema = providerSettings[type as keyof typeof providerSettings];
    const { firstTokenTimeout: __, ...written } = settings ?? {};

    expect(schema.safeParse(written).error).toBeUndefined();
    expect(settings?.baseUrl ?? 'https://').toMatch(local ? /^http:\/\/127\.0\.0\.1:/ : /^https:/);
  });

  test.each(ALL)('%s knows the window of its own model', (name, preset) => {
    const { defaultModel } = preset;
    if (defaultModel === undefined || name === 'openrouter') return;

    expect(knownContextWindow(preset, defaultModel)).toBeGreaterThan(100_000);
  });

  test.each(['anthropic', 'openai', 'gemini', 'deepseek', 'kimi', 'glm', 'qwen', 'mistral'])(
    'and the price list know the default model of %s',
    (name) => {
      expect(listPrice(name, findPreset(name)?.defaultModel ?? '')).toBeDefined();
    },
  );

  test('are found by their own name only', () => {
    expect(findPreset('deepseek')?.title).toBe('DeepSeek');
    expect(findPreset('toString')).toBeUndefined();
    expect(presetOfType('google')).toBe('gemini');
    expect(presetOfType('openai-compatible')).toBeUndefined();
  });
});

describe('the window of a model', () => {
  test.each([
    ['anthropic', 'claude-sonnet-5-5', 1_000_000],
    ['anthropic', 'claude-haiku-4-5-20251001', 200_000],
    ['openrouter', 'anthropic/claude-sonnet-5.5', 1_000_000],
    ['openrouter', 'deepseek/deepseek-v4-pro', 1_000_000],
    ['bedrock', 'us.anthropic.claude-opus-4-5-v1', 200_000],
    ['bedrock', 'openai.gpt-5.6-terra', 1_050_000],
    ['ollama', 'gpt-5', 32_768],
    ['siliconflow', 'Qwen/Qwen3-32B', 262_144],
    ['openrouter', 'somebody/new-model', undefined],
    [undefined, 'gemini-9', 1_048_576],
  ])('of %s %s is %s', (preset, model, tokens) => {
    expect(knownContextWindow(preset ? findPreset(preset) : undefined, model)).toBe(tokens);
  });
});

import { describe, expect, test } from 'vitest';
import { NO_USAGE } from '../protocol/usage.ts';
import { costOf, listPrice } from './price-table.ts';
import data from './prices.json' with { type: 'json' };

const usage = { ...NO_USAGE, inputTokens: 100_000, outputTokens: 10_000 };

describe('the price of a call', () => {
  test('counts cached tokens at their own rates, and only once', () => {
    const price = { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 };

    const cost = costOf(price, { ...usage, cacheReadTokens: 60_000, cacheWriteTokens: 20_000 });

    expect(cost).toBeCloseTo((20_000 * 2 + 60_000 * 0.1 + 20_000 * 2.5 + 10_000 * 10) / 1e6, 10);
  });

  test('takes cached tokens for fresh ones where no rate is known', () => {
    const cost = costOf({ input: 1, output: 0 }, { ...usage, cacheReadTokens: 60_000 });

    expect(cost).toBeCloseTo(0.1, 10);
  });

  test('is another for long requests', () => {
    const price = { input: 1, output: 1, long: { above: 200_000, input: 2, output: 3 } };

    expect(costOf(price, { ...usage, inputTokens: 200_000 })).toBeCloseTo(0.21, 10);
    expect(costOf(price, { ...usage, inputTokens: 200_001 })).toBeCloseTo(0.430002, 10);
  });

  test.each([
    ['anthropic', 'claude-sonnet-4-5-20250929', true],
    ['anthropic', 'claude-sonnet-4-5@20250929', true],
    ['anthropic', 'claude-opus-5-5', true],
    ['openai', 'gpt-5-2025-08-07', true],
    ['openai', 'gpt-5-pro', false],
    ['openai', 'gpt-5.4-nano', false],
    ['gemini', 'gemini-2.5-flash-lite', true],
    ['nobody', 'gpt-5', false],
    ['constructor', 'x', false],
    ['openai', 'constructor', false],
  ])('of %s/%s is known: %s', (provider, model, known) => {
    expect(listPrice(provider, model) !== undefined).toBe(known);
  });

  test('of a dated name is that of the model and not of a shorter one', () => {
    expect(listPrice('anthropic', 'claude-opus-5-5-20260901')).toMatchObject({ input: 4 });
  });

  test('comes from a named list with the day it was looked at', () => {
    for (const { source, checked, models } of Object.values(data)) {
      expect(source).not.toBe('');
      expect(checked).toMatch(/^2026-\d\d-\d\d$/);
      expect(Object.keys(models).length).toBeGreaterThan(0);
    }
  });
});

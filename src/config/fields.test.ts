import { expect, test } from 'vitest';
import { Duration, ModelReference, ProxyUrl, TimeZone } from './fields.ts';

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['5m', 300_000],
  ['2h', 7_200_000],
  ['24d', 2_073_600_000],
])('a duration of %s is %i milliseconds', (text, milliseconds) => {
  expect(Duration.parse(text)).toBe(milliseconds);
});

test.each(['30', '30 s', '0s', '-5s', '1.5h', '25d', '99999999999ms', 's', '', '1h30m'])(
  'a duration of %j is refused',
  (text) => {
    expect(Duration.safeParse(text).success).toBe(false);
  },
);

test('a refused duration is one problem, not two', () => {
  expect(Duration.safeParse('30').error?.issues).toHaveLength(1);
});

test('the longest duration still fits a timer', () => {
  expect(Duration.parse('24d')).toBeLessThan(2 ** 31);
});

test('a model reference needs a provider, and the name of the model may hold slashes', () => {
  expect(ModelReference.parse('openrouter/meta/llama-4')).toBe('openrouter/meta/llama-4');
  expect(ModelReference.safeParse('gpt-5').success).toBe(false);
  expect(ModelReference.safeParse('openai/').success).toBe(false);
  expect(ModelReference.safeParse('open ai/gpt-5').success).toBe(false);
});

test('auto is the zone of the system, and an invented zone is refused', () => {
  const zone = TimeZone.parse('auto');

  expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
  expect(zone).not.toBe('auto');
  expect(TimeZone.parse('Asia/Shanghai')).toBe('Asia/Shanghai');
  expect(TimeZone.safeParse('Asia/Shangri-La').success).toBe(false);
});

test('a proxy is a URL with a scheme that proxies have', () => {
  expect(ProxyUrl.safeParse('http://user:pass@proxy.example:8080').success).toBe(true);
  expect(ProxyUrl.safeParse('ftp://proxy.example').success).toBe(false);
  expect(ProxyUrl.safeParse('http://proxy example').success).toBe(false);
});

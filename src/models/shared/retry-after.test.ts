import { expect, test } from 'vitest';
import { retryAfterIn, retryAfterOf } from './retry-after.ts';

const NOW = Date.UTC(2026, 10, 30, 12, 0, 0);

test.each<[Record<string, string>, number | undefined]>([
  [{ 'retry-after': '7' }, 7_000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': 'Mon, 30 Nov 2026 12:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Mon, 30 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-1' }, undefined],
  [{ 'retry-after': '' }, undefined],
  [{}, undefined],
])('headers %j ask for %s ms', (headers, expected) => {
  expect(retryAfterOf(new Headers(headers), NOW)).toBe(expected);
});

test.each<[string, number | undefined]>([
  ['Please try again in 20s.', 20_000],
  ['Please try again in 6m0s.', 360_000],
  ['try again in 350ms', 350],
  ['Please retry after 12 seconds.', 12_000],
  ['[{"retryDelay":"36s"}]', 36_000],
  ['please retry in 1h2m', 3_720_000],
  ['try again later', undefined],
  ['', undefined],
])('the words "%s" ask for %s ms', (text, expected) => {
  expect(retryAfterIn(text)).toBe(expected);
});

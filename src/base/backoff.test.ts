import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

test('the wait doubles with each failure, up to a minute', () => {
  const longest = [0, 1, 2, 3, 7, 20, 2_000].map((failures) => backoffMs(failures, () => 1));

  expect(longest).toEqual([500, 1_000, 2_000, 4_000, 60_000, 60_000, 60_000]);
});

test('chance takes away at most half, so that many who failed at once come back apart', () => {
  expect([backoffMs(3, () => 0), backoffMs(3, () => 0.5)]).toEqual([2_000, 3_000]);
});

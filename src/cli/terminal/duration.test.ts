import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

test.each([
  [0, '0 ms'],
  [12.4, '12 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1_240, '1.2 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min'],
  [123_000, '2 min 3 s'],
  [3_599_600, '1 h'],
  [3_900_000, '1 h 5 min'],
])('%s ms is said as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

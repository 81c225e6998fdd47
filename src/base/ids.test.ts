import { expect, test } from 'vitest';
import { createIdSource } from './ids.ts';

test('an id names its kind and holds nothing that a URL or a shell would change', () => {
  const id = createIdSource().next('turn');

  expect(id).toMatch(/^turn_[0-9a-z]{21}$/);
});

test('ids sort by the moment at which they were made', () => {
  const moments = [0, 1, 31, 32, 1_023, 1_024, Date.UTC(2026, 0, 1), Date.UTC(2199, 0, 1)];
  let now = 0;
  const ids = createIdSource(() => now);

  const made = moments.map((moment) => {
    now = moment;
    return ids.next('in');
  });

  expect(made.toSorted()).toEqual(made);
});

test('ten thousand ids of one moment are all different', () => {
  const ids = createIdSource(() => 0);

  const made = new Set(Array.from({ length: 10_000 }, () => ids.next('in')));

  expect(made.size).toBe(10_000);
});

test('every random bit counts, and the same bits give the same id', () => {
  const from = (...bytes: number[]) =>
    createIdSource(
      () => 0,
      (array) => {
        array.set(bytes);
        return array;
      },
    ).next('x');

  expect(from(1)).toBe(from(1));
  expect(from(1)).not.toBe(from(2));
  expect(from(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)).not.toBe(from(0));
});

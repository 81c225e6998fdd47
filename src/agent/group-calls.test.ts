import { describe, expect, test } from 'vitest';
import { groupCalls } from './group-calls.ts';

/** A capital must run alone; the others may run beside each other. */
const groups = (calls: string) =>
  groupCalls([...calls], (call) => (call === call.toUpperCase() ? undefined : call)).map((group) =>
    group.join(''),
  );

describe('the calls of one batch', () => {
  test('that only read run side by side, up to the next that may change something', () => {
    expect(groups('abCdeFG')).toEqual(['ab', 'C', 'de', 'F', 'G']);
  });

  test('that repeat a call of their group wait for it', () => {
    expect(groups('aabca')).toEqual(['a', 'abc', 'a']);
  });

  test('are never more than sixteen at once, and stay in order', () => {
    const many = 'abcdefghijklmnopqrstuvwxyz';

    expect(groups(many).map((group) => group.length)).toEqual([16, 10]);
    expect(groups(many).join('')).toBe(many);
  });
});

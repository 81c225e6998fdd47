import { describe, expect, test } from 'vitest';
import { groupCalls } from './group-calls.ts';

/** A capital must run alone; the others may run beside each other, digits beside digits. */
const groups = (calls: string) =>
  groupCalls([...calls], (call) => {
    if (/\d/.test(call)) return { kind: 'digits', key: call };
    return call === call.toUpperCase() ? undefined : { kind: 'letters', key: call };
  }).map((group) => group.join(''));

describe('the calls of one batch', () => {
  test('that only read run side by side, up to the next that may change something', () => {
    expect(groups('abCdeFG')).toEqual(['ab', 'C', 'de', 'F', 'G']);
  });

  test('that repeat a call of their group wait for it', () => {
    expect(groups('aabca')).toEqual(['a', 'abc', 'a']);
  });

  test('of different kinds do not mix', () => {
    expect(groups('ab12cD3')).toEqual(['ab', '12', 'c', 'D', '3']);
  });

  test('are never more than sixteen at once, and stay in order', () => {
    const many = 'abcdefghijklmnopqrstuvwxyz';

    expect(groups(many).map((group) => group.length)).toEqual([16, 10]);
    expect(groups(many).join('')).toBe(many);
  });
});

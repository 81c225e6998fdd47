import { describe, expect, test } from 'vitest';
import { canonicalJson } from './json.ts';

describe('T10 canonicalJson', () => {
  test('gives equal text for equal values, whatever the order of their keys', () => {
    const a = { b: 1, a: { d: [{ f: 1, e: 2 }], c: null } };
    const b = { a: { c: null, d: [{ e: 2, f: 1 }] }, b: 1 };

    expect(canonicalJson(a)).toBe('{"a":{"c":null,"d":[{"e":2,"f":1}]},"b":1}');
    expect(canonicalJson(b)).toBe(canonicalJson(a));
  });

  test('keeps apart what differs', () => {
    const values = [
      { a: 1 },
      { a: '1' },
      { a: [1] },
      { a: { 0: 1 } },
      [1, 2],
      [2, 1],
      null,
      {},
      [],
    ];

    expect(new Set(values.map(canonicalJson)).size).toBe(values.length);
  });

  test('puts the keys of integers before the others, as every JSON writer here does', () => {
    expect(canonicalJson({ b: 1, 2: 1, 10: 1, a: 1 })).toBe('{"2":1,"10":1,"a":1,"b":1}');
  });

  test('keeps a key that is called like a part of every object', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":1,"constructor":2}'))).toBe(
      '{"__proto__":1,"constructor":2}',
    );
  });

  test('takes what JSON cannot hold for null', () => {
    expect(canonicalJson(undefined)).toBe('null');
    expect(canonicalJson({ a: undefined })).toBe('{}');
  });
});

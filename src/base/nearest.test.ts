import { describe, expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const commands = ['stop', 'new', 'retry', 'undo', 'model', 'usage', 'sessions'];

describe('nearest', () => {
  test.each([
    ['stp', 'stop'],
    ['stpo', 'stop'],
    ['modle', 'model'],
    ['sesions', 'sessions'],
    ['UNDO', 'undo'],
  ])('takes %s for a slip of %s', (word, meant) => {
    expect(nearest(word, commands)).toBe(meant);
  });

  test('sees past case, hyphens and underscores', () => {
    expect(nearest('network-policy', ['networkPolicy', 'policy'])).toBe('networkPolicy');
    expect(nearest('NETWORK_POLICY', ['networkPolicy', 'policy'])).toBe('networkPolicy');
  });

  test('wants most letters of a short word right', () => {
    expect(nearest('foo', ['log'])).toBeUndefined();
    expect(nearest('lgo', ['log'])).toBe('log');
  });

  test('finds nothing where nothing is near', () => {
    expect(nearest('workspace', commands)).toBeUndefined();
    expect(nearest('stop', [])).toBeUndefined();
  });

  test('prefers the nearest, and the first of equally near ones', () => {
    expect(nearest('modes', ['models', 'model', 'mode'])).toBe('models');
    expect(nearest('cat', ['bat', 'hat'])).toBe('bat');
  });

  test('takes fewer slips where it is told to', () => {
    expect(nearest('modxx', commands)).toBe('model');
    expect(nearest('modxx', commands, 1)).toBeUndefined();
    expect(nearest('stpo', commands, 1)).toBe('stop');
    expect(nearest('stp', commands, 0)).toBeUndefined();
  });

  test('counts two neighbours that changed places as one slip only where both are there', () => {
    expect(nearest('ab', ['ba'], 1)).toBe('ba');
    expect(nearest('abc', ['cba'], 1)).toBeUndefined();
    expect(nearest('a', ['b'], 0)).toBeUndefined();
  });

  test('looks for no word that nobody types', () => {
    const long = 'x'.repeat(400);

    expect(nearest(long, [`${long}y`])).toBeUndefined();
    expect(nearest('x'.repeat(99), [long, 'x'.repeat(100)])).toBe('x'.repeat(100));
  });
});

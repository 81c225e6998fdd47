import { describe, expect, test } from 'vitest';
import { createStyle, wantsColour } from './style.ts';

const TERMINAL = { isTTY: true };

function variables(values: Readonly<Record<string, string>>) {
  return (name: string) => values[name];
}

describe('wantsColour', () => {
  test.each([
    [TERMINAL, {}, true],
    [TERMINAL, { TERM: 'xterm-256color' }, true],
    [TERMINAL, { NO_COLOR: '1' }, false],
    [TERMINAL, { NO_COLOR: '' }, true],
    [TERMINAL, { TERM: 'dumb' }, false],
    [{}, {}, false],
  ])('of %j with %j is %s', (stream, values, expected) => {
    expect(wantsColour(stream, variables(values))).toBe(expected);
  });
});

test('createStyle leaves text alone where no colours are wanted', () => {
  expect(createStyle(false).red('x')).toBe('x');
  expect(createStyle(true).red('x')).toBe('\u001b[31mx\u001b[39m');
});

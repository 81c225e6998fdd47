import { describe, expect, test } from 'vitest';
import { parseArguments } from './parse-arguments.ts';

type Mended = [title: string, text: string, value: unknown, repairs: number];

describe('R7 arguments that mean one thing are mended, and it is said', () => {
  test.each<Mended>([
    ['no text', '', {}, 0],
    ['blanks', '  \n', {}, 0],
    ['an object', '{"a":1}', { a: 1 }, 0],
    ['null for none', 'null', {}, 1],
    ['an object sent as a string', '"{\\"a\\":1}"', { a: 1 }, 1],
    ['commas before a closing bracket', '{"a":[1,2,],}', { a: [1, 2] }, 1],
    ['commas inside a text', '{"a":",}",}', { a: ',}' }, 1],
    ['a line end inside a text', '{"a":"x\ny"}', { a: 'x\ny' }, 1],
    ['a code fence', '```json\n{"a":1}\n```', { a: 1 }, 1],
  ])('%s', (_, ...[text, value, repairs]) => {
    const parsed = parseArguments(text);

    expect(parsed).toMatchObject({ ok: true, value });
    expect(parsed.ok && parsed.repairs).toHaveLength(repairs);
  });
});

describe('R7 what could mean two things is refused with its place', () => {
  test.each([
    ['a text cut short', '{"path":"a', 10],
    ['a missing comma', '{"a":1 "b":2}', 7],
    ['two objects', '{"a":1}{"b":2}', 7],
    ['bare words', 'path: a', 0],
    ['a missing bracket', '{"a":[1,2', 9],
  ])('%s', (_, text, position) => {
    const parsed = parseArguments(text);

    expect(parsed).toMatchObject({
      ok: false,
      problem: expect.stringContaining(`position ${position}`),
    });
  });

  test('a text without end and one without bottom are refused before anything reads them', () => {
    const long = parseArguments(`{"a":"${'x'.repeat(9_000_000)}"}`);
    const deep = parseArguments('['.repeat(100_000) + ']'.repeat(100_000));

    expect(long).toMatchObject({ ok: false, problem: expect.stringContaining('longer than') });
    expect(deep).toMatchObject({ ok: false, problem: expect.stringContaining('deeper than') });
  });
});

import { describe, expect, test } from 'vitest';
import { createEmulatedTerminal } from '../../testing/emulated-terminal.ts';
import { createRandom, type Random } from '../../testing/random.ts';
import { graphemeWidth } from './display-width.ts';
import type { InputLine } from './input-layout.ts';
import { createScreen } from './screen.ts';

function typed(text: string, rest: Partial<InputLine> = {}): InputLine {
  return { prompt: '> ', promptWidth: 2, text, cursor: text.length, ...rest };
}

function start(columns = 20, rows = 10) {
  const terminal = createEmulatedTerminal(columns, graphemeWidth);
  const screen = createScreen({ write: terminal.write, size: () => ({ columns, rows }) });
  return { terminal, screen };
}

describe('createScreen', () => {
  test('keeps the input line below output that arrives in pieces', () => {
    const { terminal, screen } = start();

    screen.setInput(typed('/st'));
    screen.write('Hello ');
    screen.write('wor');
    screen.setInput(typed('/sto'));
    screen.write('ld.\nNext');

    expect(terminal.lines()).toEqual(['Hello world.', 'Next', '> /sto']);
    expect(terminal.cursor()).toEqual({ row: 2, column: 6 });
  });

  test('begins a whole line on a new row and lets the next text begin below', () => {
    const { terminal, screen } = start();

    screen.setInput(typed(''));
    screen.write('half');
    screen.line('tool done');
    screen.write('more');

    expect(terminal.lines()).toEqual(['half', 'tool done', 'more', '>']);
  });

  test('lets the terminal wrap long answers, so that copying them gives whole lines', () => {
    const { terminal, screen } = start(10);
    const answer = 'abcdefghijklmnopqrstuvwxyz 0123456789';

    screen.setInput(typed('x'));
    for (const character of answer) screen.write(character);

    expect(terminal.lines()).toEqual([answer, '> x']);
  });

  test('counts Chinese characters as two columns', () => {
    const { terminal, screen } = start(9);

    screen.setInput(typed('你好世界', { cursor: 2 }));
    for (const character of '一二三四五六') screen.write(character);

    expect(terminal.lines()).toEqual(['一二三四五六', '> 你好世', '  界']);
    expect(terminal.cursor()).toEqual({ row: 2, column: 6 });
  });

  test('shows a status line only while there is one', () => {
    const { terminal, screen } = start();

    screen.setInput(typed('', { status: 'thinking about everything there is' }));
    const during = terminal.lines();
    screen.setInput(typed(''));

    expect(during).toEqual(['thinking about eve…', '>']);
    expect(terminal.lines()).toEqual(['>']);
  });

  test('leaves nothing of the input line behind', () => {
    const { terminal, screen } = start();

    screen.write('answer');
    screen.setInput(typed('a\nb\nc'));
    screen.setInput(undefined);
    screen.write(' goes on');

    expect(terminal.lines()).toEqual(['answer goes on']);
  });

  test('shows only the rows around the cursor of an input taller than the screen', () => {
    const { terminal, screen } = start(20, 6);
    const text = Array.from({ length: 30 }, (_, index) => `row ${index}`).join('\n');

    screen.line('before');
    screen.setInput(typed(text));
    screen.setInput(typed(''));

    expect(terminal.lines()).toEqual(['before', '>']);
  });

  test('shows every text exactly once, whatever the order of writing and typing', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const { shown, expected } = playAtRandom(seed);

      expect([seed, ...shown]).toEqual([seed, ...expected]);
    }
  });
});

function playAtRandom(seed: number) {
  const random = createRandom(seed);
  const { terminal, screen } = start(6 + random.below(30), 40);
  const expectation = createExpectation();
  const typing = () => (random.below(4) === 0 ? undefined : typed('in'.repeat(random.below(3))));
  const actions = [
    () => screen.write(expectation.write(pieces(random))),
    () => screen.line(expectation.line(pieces(random).replaceAll('\n', ' '))),
    () => screen.setInput(typing()),
  ];

  for (let step = 0; step < 40; step += 1) random.pick(actions)();
  screen.setInput(typed('end'));
  return { shown: terminal.lines(), expected: [...expectation.lines(), '> end'] };
}

/** The lines that the same calls leave when nothing is ever redrawn. */
function createExpectation() {
  const lines = [''];
  return {
    write(text: string): string {
      const [first = '', ...others] = text.split('\n');
      lines[lines.length - 1] += first;
      lines.push(...others);
      return text;
    },
    line(text: string): string {
      if (lines.at(-1) === '') lines.pop();
      lines.push(text, '');
      return text;
    },
    lines: () => (lines.at(-1) === '' ? lines.slice(0, -1) : lines).map((line) => line.trimEnd()),
  };
}

function pieces(random: Random): string {
  const alphabet = ['a', 'bc', ' ', '中', '文字', '\n', 'word ', '。'];
  return Array.from({ length: random.below(9) }, () => random.pick(alphabet)).join('');
}

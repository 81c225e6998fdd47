import { describe, expect, test } from 'vitest';
import { createThinkFilter, type FilteredPart } from './think-filter.ts';

function filter(...pieces: readonly string[]) {
  return filterAnswer(pieces, true);
}

function filterAnswer(pieces: readonly string[], whole: boolean) {
  const thinking = createThinkFilter();
  const parts = [...pieces.flatMap((piece) => thinking.push(piece)), ...thinking.end(whole)];
  return { text: textOf(parts, 'text'), reasoning: textOf(parts, 'reasoning'), parts };
}

function textOf(parts: readonly FilteredPart[], type: 'text' | 'reasoning'): string {
  return parts.flatMap((part) => (part.type === type ? [part.text] : [])).join('');
}

const FENCED = 'Write it so:\n```xml\n<think>a</think>\n```\nDone.';

const CASES: readonly [name: string, input: string, text: string, reasoning: string][] = [
  ['plain text', 'a < b and c > d, [x] ◁', 'a < b and c > d, [x] ◁', ''],
  ['thinking first', '<think>why</think>\n\nbecause', 'because', 'why'],
  ['the longer mark', '<thinking>why</thinking>because', 'because', 'why'],
  ['capitals and spaces', '<Think >why</THINK  >because', 'because', 'why'],
  ['other families', '[THINK]a[/THINK]b◁think▷c◁/think▷d', 'bd', 'ac'],
  ['thinking in the middle', 'one <think>two</think> three', 'one  three', 'two'],
  ['several stretches', '<think>a</think>b<think>c</think>d', 'bd', 'ac'],
  ['thinking that never ends', 'yes\n<think>no no no', 'yes\n', 'no no no'],
  ['an answer that is all thinking and never ends', '<think>no no no', '', 'no no no'],
  [
    'a mention in a sentence',
    'Write <think> first, <thinking> too; [think] is rarer.',
    'Write <think> first, <thinking> too; [think] is rarer.',
    '',
  ],
  [
    'a mark in quotation marks',
    'A "<think>" or “<think>” opens; \'</think>\' closes.',
    'A "<think>" or “<think>” opens; \'</think>\' closes.',
    '',
  ],
  ['thinking behind a quotation', 'He said "yes"<think>no</think>!', 'He said "yes"!', 'no'],
  ['nested thinking', '<think>a<think>b</think>c</think>d', 'd', 'abc'],
  ['mixed marks', '<think>a<thinking>b</thinking>c</think>d', 'd', 'abc'],
  ['a closing mark alone', 'reasoned</think>answer', 'reasonedanswer', ''],
  ['half a mark at the end', 'a <thin', 'a <thin', ''],
  ['half a mark in thinking', '<think>a </thin', '', 'a </thin'],
  [
    'things that look alike',
    '<thinker> </thinks> <think-tank>',
    '<thinker> </thinks> <think-tank>',
    '',
  ],
  [
    'a quoted mark',
    'The `<think>` mark ends with `</think>`.',
    'The `<think>` mark ends with `</think>`.',
    '',
  ],
  ['a quoted stretch', 'so: `<think>x</think>` ok', 'so: `<think>x</think>` ok', ''],
  ['a fenced block', FENCED, FENCED, ''],
  ['a fence with tildes', '~~~\n<think>\n~~~\n<think>x</think>y', '~~~\n<think>\n~~~\ny', 'x'],
  ['thinking behind a block', '```\ncode\n```\n<think>x</think>y', '```\ncode\n```\ny', 'x'],
  ['a fence inside thinking', '<think>```\n</think>answer', 'answer', '```\n'],
  ['Chinese', '<think>想一想</think>\n答案是四十二。', '答案是四十二。', '想一想'],
];

describe('L14 V18 thinking written into the text', () => {
  test.each(CASES)('is taken out of %s', (...[, input, text, reasoning]) => {
    const filtered = filter(input);

    expect(filtered).toMatchObject({ text, reasoning });
  });

  test.each(CASES)('is the same for %s at every split in two and in three', (...[, input]) => {
    const whole = filter(input);

    for (let first = 0; first <= input.length; first += 1) {
      for (let second = first; second <= input.length; second += 1) {
        const split = filter(
          input.slice(0, first),
          input.slice(first, second),
          input.slice(second),
        );
        if (split.text !== whole.text || split.reasoning !== whole.reasoning) {
          throw new Error(`split at ${first} and ${second}: ${JSON.stringify(split)}`);
        }
      }
    }
    expect(filter(...input)).toMatchObject({ text: whole.text, reasoning: whole.reasoning });
  });

  test('is the same for random text of marks, fences and words, however it is split', () => {
    const random = createRandom(20_261_130);
    const words = [
      '<think>',
      '</think>',
      '<thinking>',
      '`',
      '```\n',
      '\n',
      'a',
      ' ',
      '<',
      '答',
      '~~~',
    ];
    const pick = () => words[Math.floor(random() * words.length)] ?? '';

    for (let round = 0; round < 2_000; round += 1) {
      const input = Array.from({ length: 1 + Math.floor(random() * 14) }, pick).join('');
      const pieces = input.split('').reduce<string[]>((all, character) => {
        if (random() < 0.4 || all.length === 0) all.push(character);
        else all[all.length - 1] += character;
        return all;
      }, []);
      const whole = filter(input);
      const split = filter(...pieces);
      if (split.text !== whole.text || split.reasoning !== whole.reasoning) {
        throw new Error(`${JSON.stringify(pieces)}: ${JSON.stringify([whole, split])}`);
      }
    }
  });

  test('never shows what stands between two marks that are not quoted', () => {
    const random = createRandom(7);
    const fillers = ['a', '\n', ' ', '答', '<', '`x` ', '</thin', '[', '```\n', '</thinker>'];
    const pick = () => fillers[Math.floor(random() * fillers.length)] ?? '';

    for (let round = 0; round < 2_000; round += 1) {
      const secret = `SECRET${Array.from({ length: 6 }, pick).join('')}SECRET`;
      const { text } = filter(...`Well, <think>${secret}</think>shown`);
      if (text !== 'Well, shown') throw new Error(`${secret} became ${text}`);
    }
  });

  test('ends each stretch once, in its place', () => {
    const { parts } = filter('<think>a</think>b\n<think>c');

    expect(parts.map(({ type }) => type)).toEqual([
      'reasoning',
      'reasoning-end',
      'text',
      'reasoning',
      'reasoning-end',
    ]);
  });

  test.each([
    [true, 'Put <think> first.', ''],
    [false, 'Put ', ' first.'],
  ])('is told from a mention by the end of the answer: whole %s', (whole, text, reasoning) => {
    expect(filterAnswer(['Put <th', 'ink> first.'], whole)).toMatchObject({ text, reasoning });
  });

  test.each([
    ['brackets', 'if (a[i] < b[j]) \n'.repeat(20_000)],
    ['closing marks on one line', `\`${'x</think>'.repeat(60_000)}`],
    ['opening marks on one line', `\`${'`<think>'.repeat(60_000)}`],
  ])('is looked for in time in a long answer of %s, in one piece or in many', (_, input) => {
    const pieces = input.match(/.{1,20}/gs) ?? [];
    const startedAt = performance.now();

    filter(input);
    filter(...pieces);

    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test('holds nothing back that cannot become a mark', () => {
    const thinking = createThinkFilter();

    expect(textOf(thinking.push('2 < 3, <tha'), 'text')).toBe('2 < 3, <tha');
  });
});

/** Small, seeded and good enough to vary inputs. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createManualClock } from '../../testing/manual-clock.ts';
import type { ModelPart, ModelRequest } from '../model-provider.ts';
import { GRAMMAR } from './grammar/grammar.ts';
import { offline } from './index.ts';

const provider = offline.create({}, { fetch, clock: createManualClock().clock });
const path = z.string().min(1);
const line = z.int().min(1).optional();
const ARGUMENTS = new Map<string, z.ZodType>([
  ['read_file', z.strictObject({ path, startLine: line, endLine: line })],
  [
    'write_file',
    z.strictObject({ path, content: z.string(), mode: z.enum(['create', 'overwrite', 'append']) }),
  ],
  [
    'edit_file',
    z.strictObject({
      path,
      oldText: z.string().min(1),
      newText: z.string(),
      replaceAll: z.literal(true).optional(),
    }),
  ],
  ['list_dir', z.strictObject({ path })],
  [
    'search_files',
    z.strictObject({ query: z.string().min(1), path: path.optional(), regex: z.literal(false) }),
  ],
  ['exec', z.strictObject({ command: z.string().min(1) })],
  [
    'todo',
    z.discriminatedUnion('action', [
      z.strictObject({ action: z.literal('list') }),
      z.strictObject({ action: z.literal('add'), text: z.string().min(1) }),
      z.strictObject({ action: z.enum(['done', 'drop']), id: z.string().min(1) }),
    ]),
  ],
]);
const signal = new AbortController().signal;

async function partsFor(words: string): Promise<ModelPart[]> {
  const request: ModelRequest = {
    model: 'offline',
    system: '',
    tools: [...ARGUMENTS.keys()].map((name) => ({ name, description: '', parameters: {} })),
    toolChoice: 'auto',
    messages: [{ role: 'user', content: [{ type: 'text', text: words }] }],
  };
  const parts: ModelPart[] = [];
  for await (const part of provider.stream(request, { signal })) parts.push(part);
  return parts;
}

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS = GRAMMAR.flatMap(({ examples }) => examples.flatMap(([text]) => text.split(/\b/)));
const JUNK = [
  '"',
  "'",
  '`',
  '```',
  '“',
  '”',
  '「',
  '\n',
  '\r',
  '\t',
  '\0',
  '\u2028',
  '\u3000',
  ' ',
  ':',
  '：',
  ',',
  '。',
  '?',
  '？',
  '\ud83d',
  '\udc00',
  '😀',
  '\ue000',
  '\ue07f',
  '\u202e',
  '\u200b',
  '{path}',
  '$&',
  '\\',
  '(',
  '[',
  '*',
  '../',
  '-rf',
  '然后',
];

function junk(random: (below: number) => number): string {
  const length = 1 + random(40);
  return Array.from({ length }, () => {
    const kind = random(4);
    if (kind === 0) return JUNK[random(JUNK.length)];
    if (kind === 1) return String.fromCharCode(random(0x10000));
    return WORDS[random(WORDS.length)];
  }).join('');
}

describe('whatever is said', () => {
  test.each([1, 2, 3, 4])(
    'the stream ends once, with calls that are whole (seed %i)',
    async (seed) => {
      const random = createRandom(seed);

      for (let round = 0; round < 750; round += 1) {
        const words = junk(random);
        const parts = await partsFor(words);
        const ends = parts.filter(({ type }) => type === 'finish' || type === 'error');
        const calls = parts.filter((part) => part.type === 'tool-call');
        const context = JSON.stringify(words);

        expect(ends, context).toEqual([parts.at(-1)]);
        expect(ends[0]?.type, context).toBe('finish');
        expect(calls.length, context).toBeLessThanOrEqual(1);
        for (const { tool, argumentsText } of calls) {
          expect(ARGUMENTS.get(tool)?.safeParse(JSON.parse(argumentsText)).error, context).toBe(
            undefined,
          );
          // A mark of ours that got out would be a piece of somebody else's text.
          if (!/[\ue000-\ue07f]/.test(words)) expect(argumentsText).not.toMatch(/[\ue000-\ue07f]/);
        }
      }
    },
  );

  test.each([
    ['quotes that never close', '“'],
    ['apostrophes', " 'a"],
    ['escaped quotes', '\\"'],
    ['backticks', '`'],
    ['fences', '```\n'],
    ['spaces', ' '],
    ['requests', 'list src and '],
    ['Chinese requests', '列出 src，然后'],
    ['courtesy', 'please '],
    ['names', 'a/b.'],
    ['Chinese characters', '汉'],
    ['marks of ours', '\ue000'],
    ['halves of characters', '\ud83d'],
  ])('a megabyte of %s is answered at once', async (_name, piece) => {
    const megabyte = piece.repeat(1_000_000 / piece.length);
    const beginnings = [
      '',
      'read ',
      '读取',
      'write to a.txt: ',
      'run ',
      'replace a with ',
      'list src',
    ];

    const startedAt = performance.now();
    for (const beginning of beginnings) await partsFor(`${beginning}${megabyte}`);

    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test.each([
    ['spaces', ' '],
    ['thanks', '，谢谢'],
    ['then', ' then list src'],
    ['marks', ' !'],
    ['replacements', '替换为 '],
    ['places', 'in a '],
    ['names', 'a.'],
    ['digits', '1'],
  ])('a line full of %s is answered at once', async (_name, piece) => {
    const line = piece.repeat(1_900 / piece.length);
    const beginnings = ['', 'read', '读取 ', '把 a.txt 里的 ', 'search for ', '在', 'read lines '];

    const startedAt = performance.now();
    for (const beginning of beginnings) {
      await partsFor(`${beginning}${line}`);
      await partsFor(`${beginning}${line}的`);
    }

    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

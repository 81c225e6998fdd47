import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createManualClock } from '../../testing/manual-clock.ts';
import type { ModelMessage, ModelPart, ModelRequest } from '../model-provider.ts';
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

async function partsFor(messages: readonly ModelMessage[]): Promise<ModelPart[]> {
  const request: ModelRequest = {
    model: 'offline',
    system: '',
    tools: [...ARGUMENTS.keys()].map((name) => ({ name, description: '', parameters: {} })),
    toolChoice: 'auto',
    messages,
  };
  const parts: ModelPart[] = [];
  for await (const part of provider.stream(request, { signal })) parts.push(part);
  return parts;
}

function userSays(words: string): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text: words }] };
}

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const EXAMPLES = GRAMMAR.flatMap(({ examples }) => examples.map(([text]) => text));
const WORDS = EXAMPLES.flatMap((text) => text.split(/\b/));
const MARKS = /[\ue000-\ue07f]/;
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

type ToolCall = Extract<ModelPart, { type: 'tool-call' }>;

/** The call of the next step, after a look at the whole stream; undefined when it was an answer. */
async function nextCall(
  messages: readonly ModelMessage[],
  words: string,
): Promise<ToolCall | undefined> {
  const context = JSON.stringify(words);
  const parts = await partsFor(messages);
  const ends = parts.filter(({ type }) => type === 'finish' || type === 'error');
  const calls = parts.filter((part) => part.type === 'tool-call');

  expect(ends, context).toEqual([parts.at(-1)]);
  expect(ends[0]?.type, context).toBe('finish');
  expect(calls.length, context).toBeLessThanOrEqual(1);
  for (const { tool, argumentsText } of calls) {
    const checked = ARGUMENTS.get(tool)?.safeParse(JSON.parse(argumentsText));
    expect(checked?.error?.message, context).toBe(undefined);
    expect(checked?.success, context).toBe(true);
    // A mark of ours that got out would stand for somebody else's text.
    if (!MARKS.test(JSON.stringify(messages))) expect(argumentsText, context).not.toMatch(MARKS);
  }
  return calls[0];
}

function answered(call: ToolCall, text: string): ModelMessage[] {
  const { providerCallId, tool } = call;
  return [
    { role: 'assistant', model: 'offline/offline', parts: [{ ...call, callId: 'tool_0_0' }] },
    { role: 'tool', results: [{ providerCallId, tool, text, failed: false }] },
  ];
}

function junk(random: (below: number) => number): string {
  const length = 1 + random(40);
  return Array.from({ length }, () => {
    const kind = random(4);
    if (kind === 0) return JUNK[random(JUNK.length)];
    if (kind === 1) return String.fromCharCode(random(0x10000));
    return WORDS[random(WORDS.length)];
  }).join('');
}

/** A request with something in it, around it, or in the place of a part of it. */
function damaged(random: (below: number) => number): string {
  const example = EXAMPLES[random(EXAMPLES.length)] ?? '';
  const start = random(example.length + 1);
  const end = random(2) === 0 ? start : start + random(6);
  const piece = JUNK[random(JUNK.length)] ?? '';
  return example.slice(0, start) + piece + example.slice(end);
}

describe('whatever is said', () => {
  test.each([1, 2, 3, 4])(
    'the stream ends once, with calls that are whole (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      let callsInAll = 0;

      for (let round = 0; round < 600; round += 1) {
        const words = round % 2 === 0 ? junk(random) : damaged(random);
        const messages = [userSays(words)];
        let calls = 0;
        for (let call = await nextCall(messages, words); call; calls += 1) {
          messages.push(...answered(call, junk(random)));
          call = await nextCall(messages, words);
        }

        expect(calls, JSON.stringify(words)).toBeLessThanOrEqual(4);
        callsInAll += calls;
      }

      expect(callsInAll).toBeGreaterThan(50);
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
    for (const beginning of beginnings) await partsFor([userSays(`${beginning}${megabyte}`)]);

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
    const beginnings = [
      '',
      'read',
      '读取 ',
      '把 a.txt 里的 ',
      'search for ',
      '在',
      'read lines ',
      'write hello ',
      'create a.txt with ',
      '把 你好 ',
    ];

    const startedAt = performance.now();
    for (const beginning of beginnings) {
      await partsFor([userSays(`${beginning}${line}`)]);
      await partsFor([userSays(`${beginning}${line}的`)]);
    }

    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});

import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toolContract } from '../tools/tool.contract.ts';
import { defineTool, type Tool } from '../tools/tool.ts';
import { toolProblems } from './tool-rules.ts';

const sound: Tool<{ text: string }> = defineTool({
  name: 'shout',
  title: 'Shout',
  description: 'Says a text loudly.',
  input: z.strictObject({ text: z.string() }),
  capabilities: ['knowledge.read'],
  riskLevel: 'read_only',
  idempotency: 'pure',
  summarize: ({ text }) => `shout ${text}`,
  execute: async ({ text }) => ({ success: true, output: text.toUpperCase() }),
});

toolContract(sound, [{ text: 'a' }, { text: '' }]);

describe('the rules of tools', () => {
  test('find nothing against a sound tool', async () => {
    expect(await toolProblems(sound, [{ text: 'a' }])).toEqual([]);
  });

  test.each<[string, Partial<Tool<{ text: string }>>, RegExp]>([
    ['name', { name: 'Shout it' }, /no provider takes this name/],
    [
      'schema',
      { parameters: { type: 'object', properties: { a: { type: 'array' } } } },
      /sound, but/,
    ],
    ['title', { title: ' ' }, /its title is empty/],
    ['capabilities', { capabilities: [] }, /declares no capability/],
    ['class', { idempotency: 'verifiable' }, /has no `verify`/],
    ['summary', { summarize: ({ text }) => `${text}\nand more` }, /is no line/],
    ['failing summary', { summarize: () => nothing() }, /it throws: nothing/],
    ['guard', { guard: async () => ({}) as never }, /its guard gives no decision/],
    ['readiness', { readiness: async () => ({ ready: false, reason: '' }) }, /gives no reason/],
    ['result', { execute: async () => undefined as never }, /is no result/],
    [
      'failure without words',
      { execute: async () => ({ success: false, error: '' }) },
      /is no result/,
    ],
    ['non-error', { execute: () => Promise.reject('words') }, /throws what is no error/],
    [
      'change',
      {
        async execute(_, { memory }) {
          await memory.noteFileChange({ path: 'a', afterHash: 'x' } as never);
          return { success: true, output: '' };
        },
      },
      /noted a change/,
    ],
  ])('find a wrong %s', async (_, wrong, expected) => {
    const problems = await toolProblems({ ...sound, ...wrong }, [{ text: 'a' }]);

    expect(problems.join('\n')).toMatch(expected);
  });

  test('find a tool that does not end when it is to', async () => {
    const deaf = {
      ...sound,
      execute: (_: unknown, { signal }: { signal: AbortSignal }) => untilAbort(signal),
    };

    const problems = await toolProblems(deaf as Tool, [{ text: 'a' }]);

    expect(problems.join('\n')).toMatch(/still runs/);
  });

  test('find samples that the tool does not take, and that there are none', async () => {
    expect((await toolProblems(sound, [{ txt: 'a' }])).join()).toContain('takes every sample, but');
    expect((await toolProblems(sound, [])).join()).toContain('there is no sample');
  });
});

function nothing(): never {
  throw new Error('nothing');
}

/** Answers a call that is not stopped, and never one that is. */
function untilAbort(signal: AbortSignal) {
  return new Promise((resolve) => {
    setImmediate(() => signal.aborted || resolve({ success: true, output: '' }));
  });
}

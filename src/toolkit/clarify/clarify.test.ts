import { describe, expect, test } from 'vitest';
import type { Clarification } from '../../protocol/turn.ts';
import { fakeToolContext } from '../../testing/fake-tool-context.ts';
import { clarify } from './index.ts';

const choices = ['Keep it', 'Delete it'];

async function resultOf(input: Record<string, unknown>, clarification?: Clarification) {
  const context = fakeToolContext(clarification === undefined ? {} : { clarification });
  return clarify.execute(clarify.input.parse(input), context);
}

async function answered(input: Record<string, unknown>, clarification?: Clarification) {
  const result = await resultOf(input, clarification);
  return result.success ? result.output : result.error;
}

describe('T23 clarify', () => {
  test('asks with choices, a time limit and what is assumed', () => {
    const input = clarify.input.parse({
      question: 'Which?',
      choices,
      timeoutSeconds: 30,
      defaultAnswer: 'Keep it',
    });

    expect(clarify.question?.(input)).toEqual({
      question: 'Which?',
      choices,
      timeoutMs: 30_000,
      defaultAnswer: 'Keep it',
    });
  });

  test('waits ten minutes when not told otherwise, and assumes nothing', () => {
    expect(clarify.question?.(clarify.input.parse({ question: 'Which?' }))).toEqual({
      question: 'Which?',
      timeoutMs: 600_000,
    });
  });

  test.each([
    ['2', 'The answer: Delete it'],
    [' keep IT ', 'The answer: Keep it'],
    ['9', 'The answer: 9'],
    ['都不要', 'The answer: 都不要'],
  ])('understands %o', async (answer, output) => {
    expect(await answered({ question: 'Which?', choices }, { by: 'person', answer })).toBe(output);
  });

  test('takes a number for what it is where a choice is a number', async () => {
    const question = { question: 'How many?', choices: ['2', '1'] };

    expect(await answered(question, { by: 'person', answer: '1' })).toBe('The answer: 1');
  });

  test('passes nothing off as said by the person that nobody said', async () => {
    const question = { question: 'Which?', choices, defaultAnswer: 'Keep it' };

    const said = await resultOf(question, { by: 'person', answer: '1' });
    const assumed = await resultOf(question, { by: 'default', answer: 'Keep it' });
    const nothing = await resultOf(question, { by: 'nobody' });

    expect([said, assumed, nothing]).toMatchObject([
      { success: true, origin: { source: 'user' }, metadata: { answered: true } },
      {
        success: true,
        output: 'Nobody answered. Go on with the default: Keep it',
        origin: { source: 'runtime' },
        metadata: { answered: false },
      },
      {
        success: false,
        error: expect.stringMatching(/^Nobody answered.*say what you assumed/),
        metadata: { answered: false },
      },
    ]);
  });
});

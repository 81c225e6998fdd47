import { describe, expect, test } from 'vitest';
import { fakeToolContext } from '../../testing/fake-tool-context.ts';
import { clarify } from './index.ts';

const choices = ['Keep it', 'Delete it'];

async function answered(input: Record<string, unknown>, clarification?: string) {
  const context = fakeToolContext(clarification === undefined ? {} : { clarification });
  const result = await clarify.execute(clarify.input.parse(input), context);
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
  ])('understands %o', async (clarification, output) => {
    expect(await answered({ question: 'Which?', choices }, clarification)).toBe(output);
  });

  test('takes a number for what it is where a choice is a number', async () => {
    expect(await answered({ question: 'How many?', choices: ['2', '1'] }, '1')).toBe(
      'The answer: 1',
    );
  });

  test('goes on with the default when nobody answers, else says what to do', async () => {
    expect(await answered({ question: 'Which?', defaultAnswer: 'Keep it' })).toMatch(
      /default: Keep it/,
    );
    expect(await answered({ question: 'Which?' })).toMatch(/Nobody answered.*say what you assumed/);
  });
});

import { describe, expect, test } from 'vitest';
import { translate } from '../../protocol/catalogue.ts';
import { createCliStage } from '../../testing/cli-stage.ts';
import type { SetupAnswers } from './answers.ts';
import { askAnswers } from './ask-answers.ts';
import type { Asker } from './asker.ts';

/** Answers in order; undefined leaves. Notes what was asked. */
function scriptedAsker(answers: readonly (string | undefined)[]) {
  const waiting = [...answers];
  const asked: string[] = [];
  const next = (question: string) => {
    asked.push(question);
    return waiting.shift();
  };
  const asker: Asker = {
    async select(question, choices) {
      const answer = next(question);
      const found = choices.find(({ value }) => value === answer);
      if (answer !== undefined && found === undefined) throw new RangeError(`No choice ${answer}`);
      return found?.value;
    },
    async text(question, { initial, refuse }) {
      const answer = next(question);
      if (answer === undefined) return undefined;
      const given = answer === '' ? (initial ?? '') : answer;
      const problem = refuse?.(given);
      if (problem !== undefined) throw new RangeError(problem);
      return given;
    },
    secret: async (question) => next(question),
    confirm: async () => true,
  };
  return { asker, asked };
}

async function dialogue(
  answers: readonly (string | undefined)[],
  given: SetupAnswers = {},
  variables: Readonly<Record<string, string>> = {},
) {
  const { asker, asked } = scriptedAsker(answers);
  const keys: string[] = [];
  const result = await askAnswers(
    {
      asker,
      say: (id, values) => translate('en', id, values),
      settings: createCliStage({ workspace: '/work' }).settings,
      getVariable: (name) => variables[name],
      async keepKey(key) {
        keys.push(key);
        return { kind: 'file', path: '/keys/one' };
      },
    },
    given,
  );
  return { result, asked, keys };
}

describe('askAnswers', () => {
  test('changes nothing when everything is left as it is', async () => {
    const { result } = await dialogue(['keep', '', 'deny']);

    expect(result).toEqual({});
  });

  test('stays offline without asking for a key', async () => {
    const { result, asked } = await dialogue(['offline', '', 'deny']);

    expect(result).toEqual({ provider: 'offline' });
    expect(asked).toHaveLength(3);
  });

  test('takes the key from the variable that is set', async () => {
    const { result } = await dialogue(
      ['kimi', '', 'variable', '', '', 'deny'],
      {},
      {
        KIMI_API_KEY: 'x',
      },
    );

    expect(result).toMatchObject({
      provider: 'kimi',
      key: { kind: 'variable', name: 'KIMI_API_KEY' },
    });
  });

  test('F2 hands a typed key over and keeps it out of the answers', async () => {
    const { result, keys } = await dialogue([
      'deepseek',
      'typed',
      ' sk-secret ',
      'my-model',
      '/elsewhere',
      'restricted',
    ]);

    expect(keys).toEqual(['sk-secret']);
    expect(JSON.stringify(result)).not.toContain('sk-secret');
    expect(result).toEqual({
      provider: 'deepseek',
      model: 'my-model',
      key: { kind: 'file', path: '/keys/one' },
      workspace: '/elsewhere',
      networkPolicy: 'restricted',
    });
  });

  test('asks a local server for its address and takes its usual one without writing it', async () => {
    const { result } = await dialogue(['ollama', '', 'none', 'qwen3', '', 'deny']);

    expect(result).toEqual({ provider: 'ollama', model: 'qwen3' });
  });

  test('asks for the address where each account has its own', async () => {
    const url = 'https://mine.openai.azure.com/openai/v1';

    const { result } = await dialogue(['azure', url, 'variable', 'gpt-x', '', 'deny']);

    expect(result).toMatchObject({ provider: 'azure', baseUrl: url, model: 'gpt-x' });
  });

  test('asks only what the flags have not answered', async () => {
    const { result, asked } = await dialogue(['deny'], { provider: 'offline', workspace: '/w' });

    expect(result).toEqual({ provider: 'offline', workspace: '/w' });
    expect(asked).toHaveLength(1);
  });

  test.each([
    [[undefined]],
    [['deepseek', undefined]],
    [['keep', undefined]],
    [['keep', '', undefined]],
  ])('is undefined when the person leaves after %j', async (answers) => {
    expect((await dialogue(answers)).result).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { createProcessHome, PATIENCE, turnEndOf } from '../tools/process-home.ts';
import { wordsOf } from '../tools/strict-chat.ts';
import { connectStrictModel } from '../tools/strict-model.ts';
import {
  breaksOff,
  type ChatAnswer,
  callStream,
  fallsSilent,
  raw,
  refuses,
  says,
  textStream,
} from '../tools/strict-provider.ts';

interface BadAnswer {
  readonly answer: ChatAnswer;
  readonly exitCode: number;
  /** What the person reads. */
  readonly told: RegExp;
}

const HALF = textStream('Half of it').indexOf('"finish_reason"') - 40;

const CASES: Readonly<Record<string, BadAnswer>> = {
  'refuses the key (401)': {
    answer: refuses(401, 'Incorrect API key provided'),
    exitCode: 1,
    told: /refused the key.*echo-agent setup/,
  },
  'limits the rate (429)': {
    answer: refuses(429, 'Slow down', { 'retry-after': '1' }),
    exitCode: 1,
    told: /limits how often.*try again/,
  },
  'is broken (500)': {
    answer: refuses(500, 'oops at worker-17'),
    exitCode: 1,
    told: /has trouble right now.*try again/,
  },
  'breaks off in the middle of a call': {
    answer: breaksOff(callStream('list_dir', '{"path":"."}'), 250),
    exitCode: 1,
    told: /broke off/,
  },
  'breaks off in the middle of a sentence': {
    answer: breaksOff(textStream('Half of it'), HALF),
    exitCode: 1,
    told: /broke off/,
  },
  'sends broken JSON': {
    answer: raw('data: {"choices":[{"index":0,"delta":{"content":"hal\n\n'),
    exitCode: 1,
    told: /made no sense.*try again/,
  },
  'sends a page instead of a stream': {
    answer: raw('<html>Bad gateway</html>'),
    exitCode: 1,
    told: /made no sense.*try again/,
  },
  'calls with arguments that are no JSON': {
    answer: raw(callStream('list_dir', '{"path": ".')),
    exitCode: 0,
    told: /^Noted\.$/,
  },
  'never begins': { answer: fallsSilent(''), exitCode: 1, told: /took too long.*try again/ },
  'never ends': {
    answer: fallsSilent(textStream('Half of it').slice(0, HALF)),
    exitCode: 1,
    told: /took too long.*try again/,
  },
};

/** Short, so that silence is found out within seconds, and long enough for a busy machine. */
const MODELS = { maxRetries: 0, firstTokenTimeout: '4s', requestTimeout: '4s' };

describe('V25 a provider that misbehaves', PATIENCE, () => {
  test('is told in one sentence each time, and the session stays good for the strictest provider', async () => {
    const home = createProcessHome();
    const provider = await connectStrictModel(
      home,
      (messages) => {
        const last = messages.at(-1);
        const asked = last?.role === 'user' ? wordsOf(last).split('\n').at(-1) : undefined;
        return CASES[asked ?? '']?.answer ?? says(last?.role === 'tool' ? 'Noted.' : 'Fine.');
      },
      { models: MODELS },
    );
    const run = (prompt: string) => home.run(['run', '--session', 'work', prompt]);

    const ends: Record<string, unknown> = {};
    for (const name of Object.keys(CASES)) {
      const { exitCode, stdout, stderr } = await run(name);
      ends[name] = { exitCode, told: (exitCode === 0 ? stdout : stderr).trim() };
    }
    const afterwards = await home.run(['run', '--json', '--session', 'work', 'and now?']);

    const expected = Object.entries(CASES).map(([name, { exitCode, told }]) => [
      name,
      { exitCode, told: expect.stringMatching(told) },
    ]);
    expect(ends).toEqual(Object.fromEntries(expected));
    expect(JSON.stringify(ends)).not.toMatch(/worker-17|not-a-key| {4}at /);
    expect(turnEndOf(afterwards)).toMatchObject({ outcome: 'done', modelCalls: 1 });
    expect(provider.violations).toEqual([]);
    // Each message was asked once, one of them again with its result, and none was lost on the way.
    expect(provider.taken).toHaveLength(Object.keys(CASES).length + 2);
  });
});

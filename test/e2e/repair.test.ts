import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readJournalStep } from '../../src/protocol/journal.ts';
import { startAimock } from '../fake-models/aimock.ts';
import { createBrokenRepository, FIXED_LINE } from '../tools/broken-repository.ts';
import {
  createProcessHome,
  eventsOf,
  PATIENCE,
  type ProcessHome,
  turnEndOf,
} from '../tools/process-home.ts';
import { REPLY, REQUEST, USAGE_PER_CALL, writeRepairScript } from './repair-script.ts';

interface WireCase {
  readonly name: string;
  readonly provider: Readonly<Record<string, unknown>>;
  readonly path: string;
  readonly callsEndWith?: string;
}

const WIRES: readonly WireCase[] = [
  { name: 'OpenAI Chat', provider: { type: 'openai', api: 'chat' }, path: '/v1' },
  { name: 'OpenAI Responses', provider: { type: 'openai' }, path: '/v1' },
  { name: 'Anthropic', provider: { type: 'anthropic' }, path: '/v1' },
  { name: 'Gemini', provider: { type: 'google' }, path: '/v1beta', callsEndWith: 'STOP' },
];

const JOURNAL = [
  'context',
  'llm_0',
  'tool_0_0',
  'llm_1',
  'tool_1_0',
  'llm_2',
  'tool_2_0',
  'tool_2_1',
  'llm_3',
  'tool_3_0',
  'llm_4',
  'tool_4_0',
  'llm_5',
  'reply',
];

const MODEL_CALLS = 6;
const PRICE = { input: 1, output: 10 };

/** Starts the scripted model as a process of its own and names it in the configuration. */
async function connectModel(home: ProcessHome, { provider, path, callsEndWith }: WireCase) {
  const fixtures = join(home.root, 'script.json');
  writeRepairScript(fixtures, callsEndWith);
  const model = await startAimock(fixtures);
  onTestFinished(model.stop);
  home.configure({
    models: { default: 'scripted/mechanic-1' },
    providers: {
      scripted: {
        ...provider,
        baseUrl: `${model.url}${path}`,
        apiKey: 'not-a-key-of-anybody',
        models: { 'mechanic-1': { price: PRICE } },
      },
    },
  });
}

function journalOf(home: ProcessHome, turnId: string) {
  return home.read(async ({ turns }) => (await turns.steps(turnId)).map(readJournalStep));
}

describe.each(WIRES)('T8 the build is mended over the wire of $name', PATIENCE, (wire) => {
  test('with the real tools, journalled step by step, and told truthfully', async () => {
    const home = createProcessHome();
    const repository = createBrokenRepository(home.workspace);
    await connectModel(home, wire);

    const end = await home.run(['run', '--json', '--yes', REQUEST]);

    expect(end).toMatchObject({ exitCode: 0, stderr: '' });
    expect(repository.read('src/price.js')).toContain(FIXED_LINE);
    expect(repository.changes()).toEqual([' M src/price.js']);
    expect(repository.test()).toBe(0);

    const turnEnd = turnEndOf(end);
    const input = USAGE_PER_CALL.input * MODEL_CALLS;
    const output = USAGE_PER_CALL.output * MODEL_CALLS;
    expect(eventsOf(end)).toContainEqual(expect.objectContaining({ type: 'reply', text: REPLY }));
    expect(turnEnd).toMatchObject({ outcome: 'done', modelCalls: MODEL_CALLS, toolCalls: 6 });
    expect(turnEnd.usage).toMatchObject({ inputTokens: input, outputTokens: output });
    expect(turnEnd.usage.costUsd).toBeCloseTo((input * PRICE.input + output * PRICE.output) / 1e6);

    const steps = await journalOf(home, turnEnd.turnId);
    const exitCodeOf = (name: string) => {
      const step = steps.find((each) => each.name === name);
      return step?.kind === 'tool' && step.status === 'done' && step.result.metadata['exitCode'];
    };
    expect(steps.map(({ name }) => name)).toEqual(JOURNAL);
    expect(exitCodeOf('tool_2_1')).toBe(1);
    expect(exitCodeOf('tool_4_0')).toBe(0);
  });
});

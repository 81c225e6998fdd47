import { describe, expect, test } from 'vitest';
import { AgentError } from '../base/errors.ts';
import type { Turn } from '../protocol/turn.ts';
import { createEngineBed, type EngineBed } from '../testing/engine-bed.ts';
import { calls, says } from '../testing/scripted-router.ts';
import { clarify } from '../toolkit/clarify/index.ts';

const QUESTION = { question: 'Which branch?', choices: ['main', 'next'] };

function lastResult(bed: EngineBed): string {
  return JSON.stringify(bed.router.requests.at(-1)?.messages.at(-1));
}

async function toolResult(bed: EngineBed, inboundId: string): Promise<unknown> {
  const turn = await bed.storage.turns.byInbound(inboundId);
  const steps = await bed.storage.turns.steps(turn?.id ?? '');
  return steps.find(({ kind }) => kind === 'tool')?.result;
}

describe('T23 a turn that waits for an answer', () => {
  /** The tool that asks, with the same question each time. */
  async function createQuestion(defaultAnswer?: string) {
    const more = defaultAnswer === undefined ? {} : { defaultAnswer };
    const bed = await createEngineBed({
      script: ({ messages }) => (messages.at(-1)?.role === 'tool' ? says('Thanks.') : calls('ask')),
      tools: {
        ask: {
          question: () => ({ ...QUESTION, ...more, timeoutMs: 60_000 }),
          run: (_input, context) =>
            clarify.execute(clarify.input.parse({ ...QUESTION, ...more }), context),
        },
      },
    });
    return bed;
  }

  async function answer(bed: EngineBed, turn: Turn, given: { id?: string; text: string }) {
    const { id = 'tool_0_0', text } = given;
    const said = { by: 'person', answer: text } as const;
    await bed.storage.commit([{ op: 'answer-clarification', turnId: turn.id, id, answer: said }]);
    bed.worker().inbound.wake();
  }

  test('shows the question with its choices, and goes on with the answer', async () => {
    const bed = await createQuestion();
    const id = await bed.send('deploy');
    const parked = await bed.parked();

    await answer(bed, parked, { text: 'next' });

    await bed.ended(id);
    expect(parked.waitingFor).toMatchObject({
      kind: 'clarification',
      question: 'Which branch?',
      choices: ['main', 'next'],
    });
    expect(lastResult(bed)).toContain('The answer: next');
  });

  test('assumes the default when nobody answers in time, and does not call it an answer', async () => {
    const bed = await createQuestion('main');
    const id = await bed.send('deploy');
    await bed.parked();

    await bed.time.advance(60_000);

    await bed.ended(id);
    expect(lastResult(bed)).toContain('Nobody answered. Go on with the default: main');
    expect(await toolResult(bed, id)).toMatchObject({
      message: { origin: { source: 'runtime' } },
      metadata: { answered: false },
    });
  });

  test('without a default tells the model that nobody answered', async () => {
    const bed = await createQuestion();
    const id = await bed.send('部署', { language: 'zh' });
    await bed.parked();

    await bed.time.advance(60_000);

    await bed.ended(id);
    expect(lastResult(bed)).toContain('Nobody answered. Go on with the safest assumption');
    expect(await toolResult(bed, id)).toMatchObject({ metadata: { answered: false } });
  });

  test('is settled in time although its message can no longer be read', async () => {
    const bed = await createQuestion('main');
    const id = await bed.send('deploy');
    await bed.parked();
    const details = { table: 'inbox', key: id };
    bed.failAt('inbox.get', new AgentError('storage_damaged', 'Damaged.', { details }));

    await bed.time.advance(60_000);

    expect((await bed.ended(id)).turn.state).toBe('failed');
  });

  test('does not wait where nobody can be asked', async () => {
    const withDefault = await createQuestion('main');
    const without = await createQuestion();

    await withDefault.ask('deploy', { canAsk: false });
    await without.ask('deploy', { canAsk: false });

    expect(lastResult(withDefault)).toContain('Go on with the default: main');
    expect(lastResult(without)).toContain('Nobody answered. Go on with the safest');
  });

  test('keeps the answer when the process dies right after it was given', async () => {
    const bed = await createQuestion();
    const id = await bed.send('deploy');
    const parked = await bed.parked();
    bed.crash();
    await answer(bed, parked, { text: 'next' });

    await bed.start();

    await bed.ended(id);
    expect(lastResult(bed)).toContain('The answer: next');
    expect(bed.events.filter(({ type }) => type === 'turn-waiting')).toHaveLength(1);
  });

  test('US15 refuses an answer to another question, and a second one', async () => {
    const bed = await createQuestion();
    const id = await bed.send('deploy');
    const parked = await bed.parked();

    const other = answer(bed, parked, { id: 'tool_7_0', text: 'x' });
    await expect(other).rejects.toMatchObject({ code: 'conflict' });
    await answer(bed, parked, { text: 'next' });
    const second = answer(bed, parked, { text: 'main' });

    await expect(second).rejects.toMatchObject({ code: 'conflict' });
    await bed.ended(id);
    expect(lastResult(bed)).toContain('The answer: next');
  });
});

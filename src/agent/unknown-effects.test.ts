import { describe, expect, test } from 'vitest';
import { AgentError } from '../base/errors.ts';
import { createEngineBed, type EngineBed, type EngineBedOptions } from '../testing/engine-bed.ts';
import { calls, says } from '../testing/scripted-router.ts';

const UNTOLD = 'Nobody can say whether this happened';

function damaged(table: string): AgentError {
  return new AgentError('storage_damaged', 'Damaged.', { details: { table, key: 'x' } });
}

async function statuses(bed: EngineBed, turnId: string): Promise<string[]> {
  return (await bed.storage.effects.list(turnId)).map(({ status }) => status);
}

/** A process that dies in the middle of an unsafe call. */
async function dieWhilePaying(script: EngineBedOptions['script'] = [calls('pay', { to: 'ann' })]) {
  const bed: EngineBed = await createEngineBed({
    script,
    tools: { pay: { idempotency: 'unsafe', run: () => bed.crash() ?? 'paid' } },
  });
  const id = await bed.send('pay');
  await bed.crashed();
  return { bed, id };
}

describe('an effect of which nobody knows whether it happened', () => {
  test('is told to the person when its call ran out of time, whatever the model makes of it', async () => {
    const bed = await createEngineBed({
      script: [calls('pay', { to: 'ann' }), says('All done.')],
      tools: {
        pay: { idempotency: 'unsafe', timeoutMs: 1_000, run: () => new Promise(() => undefined) },
      },
    });
    const id = await bed.send('pay');
    await bed.until(() => bed.events.some(({ type }) => type === 'tool-start'), 'the call');
    await bed.time.advance(5_000);

    const { turn, reply } = await bed.ended(id);

    expect(await statuses(bed, turn.id)).toEqual(['unknown']);
    expect(reply).toMatch(
      /^All done\.\n\nNobody can say whether this happened: pay \{"to":"ann"\}/,
    );
  });

  test('is told when the stop of the turn cut its call short', async () => {
    const bed = await createEngineBed({
      script: [calls('pay')],
      tools: { pay: { idempotency: 'unsafe', run: () => new Promise(() => undefined) } },
    });
    const id = await bed.send('pay');
    await bed.until(() => bed.events.some(({ type }) => type === 'tool-start'), 'the call');

    await bed.worker().engine.stop('cli:a');
    await bed.time.advance(2_000);

    const { turn, reply } = await bed.ended(id);
    expect(await statuses(bed, turn.id)).toEqual(['unknown']);
    expect(reply).toContain(UNTOLD);
  });

  test('is not made of a call that was stopped and changes nothing', async () => {
    const bed = await createEngineBed({
      script: [calls('look')],
      tools: { look: { run: () => new Promise(() => undefined) } },
    });
    const id = await bed.send('look');
    await bed.until(() => bed.events.some(({ type }) => type === 'tool-start'), 'the call');

    await bed.worker().engine.stop('cli:a');
    await bed.time.advance(2_000);

    expect((await bed.ended(id)).reply).toBe('Stopped, as you asked.');
  });

  test('is told, settled and audited also when the journal of its turn can no longer be read', async () => {
    const { bed, id } = await dieWhilePaying();
    bed.failAt('turns.steps', damaged('steps'));

    await bed.start();

    const { turn, reply } = await bed.ended(id);
    expect(turn.state).toBe('failed');
    expect(await statuses(bed, turn.id)).toEqual(['unknown']);
    expect(reply).toContain(`${UNTOLD}: pay.`);
    expect(bed.records).toMatchObject([{ tool: 'pay', outcome: 'unknown', sideEffect: true }]);
  });

  test('is told, settled and audited when its turn is ended without it', async () => {
    const { bed, id } = await dieWhilePaying();
    const open = await bed.storage.turns.open('cli:a');
    await bed.storage.commit([{ op: 'request-stop', turnId: open?.id ?? '' }]);

    await bed.start();

    const { turn, reply } = await bed.ended(id);
    expect(await statuses(bed, turn.id)).toEqual(['unknown']);
    expect(reply).toContain(`${UNTOLD}: pay {"to":"ann"}.`);
    expect(bed.records).toMatchObject([
      { stepName: 'tool_0_0', outcome: 'unknown', maskedArguments: { to: 'ann' } },
    ]);
  });

  test('is told from the journal where the ledger can no longer be read, together with that', async () => {
    const { bed, id } = await dieWhilePaying();
    const open = await bed.storage.turns.open('cli:a');
    await bed.storage.commit([{ op: 'request-stop', turnId: open?.id ?? '' }]);
    bed.failAt('effects.list', damaged('effects'));

    await bed.start();

    const { turn, reply } = await bed.ended(id);
    expect(await statuses(bed, turn.id)).toEqual(['unknown']);
    expect(reply).toContain(`${UNTOLD}: pay {"to":"ann"}.`);
    expect(reply).toContain('can no longer be read from the disk');
  });
});

describe('a question that is answered in the moment at which its turn ends', () => {
  test('keeps its answer', async () => {
    const bed = await createEngineBed({
      script: [calls('pay')],
      tools: { pay: { idempotency: 'unsafe', asks: true, run: () => 'paid' } },
    });
    const id = await bed.send('pay');
    const { waitingFor } = await bed.parked();
    const question = { id: waitingFor?.id ?? '', scope: 'once', by: 'cli:0' } as const;
    bed.doAt('after', 'approvals.get', async () => {
      const asked = await bed.storage.approvals.get(question.id);
      if (asked === undefined) return;
      const approval = { ...asked, state: 'denied', decidedBy: 'cli:0' } as const;
      await bed.storage.commit([{ op: 'decide-approval', approval }]);
    });

    await bed.worker().engine.stop('cli:a');
    bed.worker().inbound.wake();

    expect((await bed.ended(id)).turn.state).toBe('stopped');
    expect(await bed.storage.approvals.get(question.id)).toMatchObject({ state: 'denied' });
  });
});

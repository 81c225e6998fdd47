import { expect, onTestFinished, test } from 'vitest';
import { createApprovalGate } from '../approvals/create-approval-gate.ts';
import { AgentError } from '../base/errors.ts';
import { createIdSource } from '../base/ids.ts';
import { openStorage } from '../storage/index.ts';
import { approval, turn } from '../storage/samples.contract.ts';
import type { Storage } from '../storage/storage.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createDeadlines } from './deadlines.ts';

/** A storage in which the rows of one turn cannot be read any more. */
function damagedAt(turnId: string, whole: Storage): Storage {
  return {
    ...whole,
    async commit(operations, fence) {
      if (JSON.stringify(operations).includes(`"turnId":"${turnId}"`)) {
        throw new AgentError('storage_damaged', 'Row damaged.');
      }
      return whole.commit(operations, fence);
    },
  };
}

test('one damaged turn keeps no other question from its end', async () => {
  const { clock } = createManualClock(100);
  const options = { dataDir: ':memory:', durability: 'full', now: clock.now } as const;
  const whole = await openStorage('sqlite', options);
  onTestFinished(() => whole.close());
  const asks = { kind: 'clarification', id: 'q', defaultAnswer: 'yes', until: 9 } as const;
  const waitsFor = (id: string) => ({ kind: 'approval', id, until: 9 }) as const;
  await whole.commit([
    { op: 'put-turn', turn: turn('bad', 'a', { state: 'waiting', waitingFor: asks }) },
    { op: 'put-turn', turn: turn('good', 'b', { state: 'waiting', waitingFor: asks }) },
    { op: 'put-approval', approval: approval('p1', 'bad', { expiresAt: 9 }) },
    { op: 'put-turn', turn: turn('asked', 'c', { state: 'waiting', waitingFor: waitsFor('p2') }) },
    { op: 'put-approval', approval: approval('p2', 'asked', { expiresAt: 9, requestedAt: 2 }) },
  ]);
  const storage = damagedAt('bad', whole);
  const isOwner = () => true;
  const gate = createApprovalGate({ storage, clock, ids: createIdSource(), expiryMs: 9, isOwner });
  const ending = new AbortController();
  const deadlines = createDeadlines({ storage, clock, gate, onReady: () => ending.abort() });

  await deadlines.run(ending.signal);

  expect(await whole.turns.get('good')).toMatchObject({ state: 'ready' });
  expect(await whole.turns.get('asked')).toMatchObject({ state: 'ready' });
  expect(await whole.approvals.get('p2')).toMatchObject({ state: 'expired' });
});

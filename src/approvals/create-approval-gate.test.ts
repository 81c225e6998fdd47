import { afterEach, describe, expect, test } from 'vitest';
import { createIdSource } from '../base/ids.ts';
import type { GuardDecision } from '../protocol/tool-call.ts';
import { openStorage } from '../storage/index.ts';
import type { Storage } from '../storage/storage.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import type { ApprovalRequest } from './approval-gate.ts';
import { createApprovalGate } from './create-approval-gate.ts';

const OWNER = 'cli:0';
const opened: Storage[] = [];

afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close();
});

async function bed() {
  const manual = createManualClock();
  const storage = await openStorage('sqlite', {
    dataDir: ':memory:',
    durability: 'full',
    now: manual.clock.now,
  });
  opened.push(storage);
  const gate = createApprovalGate({
    storage,
    clock: manual.clock,
    ids: createIdSource(),
    expiryMs: 60_000,
    isOwner: (principal) => principal === OWNER,
  });
  return { gate, storage, manual };
}

function request(changes: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    turnId: 'turn_1',
    stepName: 'tool_0_0',
    sessionKey: 'cli:a',
    principal: OWNER,
    isOwner: true,
    unattended: false,
    canAsk: true,
    assumeYes: false,
    tool: 'exec',
    risk: 'exec',
    decision: { action: 'allow', reason: '', patternKey: 'none', facts: [] },
    binding: 'npm test',
    summary: 'npm test',
    pattern: 'exec: npm test',
    place: 'here',
    undoable: false,
    ...changes,
  };
}

const yes = { verdict: 'approved', scope: 'once', by: OWNER } as const;

async function ask(gate: Awaited<ReturnType<typeof bed>>['gate'], changes = {}) {
  const answer = await gate.check(request(changes));
  if (answer.state !== 'pending') throw new Error(`not asked: ${answer.state}`);
  return answer.approval;
}

describe('A5 A6 one question, one answer', () => {
  test('asks once about a step, however often it is checked', async () => {
    const { gate } = await bed();

    const first = await ask(gate);
    const second = await ask(gate);

    expect(second.id).toBe(first.id);
    expect(await gate.pending({})).toHaveLength(1);
  });

  test('lets the step run after a yes, also when it is resumed after a crash', async () => {
    const { gate } = await bed();
    const { id } = await ask(gate);

    await gate.decide({ id, ...yes });

    expect((await gate.check(request())).state).toBe('approved');
    expect((await gate.check(request())).state).toBe('approved');
  });

  test('asks anew when the call is not the one that was approved', async () => {
    const { gate } = await bed();
    const { id } = await ask(gate);
    await gate.decide({ id, ...yes });

    const other = await gate.check(request({ binding: 'npm run evil' }));

    expect(other.state).toBe('pending');
  });

  test('takes one of two answers that race', async () => {
    const { gate } = await bed();
    const { id } = await ask(gate);

    const answers = await Promise.allSettled([
      gate.decide({ id, ...yes }),
      gate.decide({ id, ...yes, verdict: 'denied' }),
    ]);

    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('answers clearly for an unknown, an answered and an expired question', async () => {
    const { gate, manual } = await bed();
    const answered = await ask(gate);
    const expired = await ask(gate, { stepName: 'tool_0_1' });
    await gate.decide({ id: answered.id, ...yes });
    await manual.advance(60_000);

    const codes = await Promise.all(
      ['apr_none', answered.id, expired.id].map((id) =>
        gate.decide({ id, ...yes }).catch((error: { code: string }) => error.code),
      ),
    );

    expect(codes).toEqual(['not_found', 'conflict', 'timeout']);
  });
});

describe('A2 A4 A9 no', () => {
  test('keeps the words of a refusal for the model', async () => {
    const { gate } = await bed();
    const { id } = await ask(gate);

    await gate.decide({ id, ...yes, verdict: 'denied', comment: 'not today' });

    expect(await gate.check(request())).toMatchObject({
      state: 'denied',
      approval: { comment: 'not today' },
    });
  });

  test('expires a question, after which the call cannot run', async () => {
    const { gate, manual } = await bed();
    await ask(gate);

    const before = await gate.expireDue();
    await manual.advance(60_000);
    const after = await gate.expireDue();

    expect(before).toBe(manual.clock.now());
    expect(after).toBeUndefined();
    expect((await gate.check(request())).state).toBe('expired');
  });

  test('says that nobody can be asked instead of waiting for nobody', async () => {
    const { gate } = await bed();

    expect((await gate.check(request({ canAsk: false }))).state).toBe('unavailable');
    expect(await gate.pending({})).toEqual([]);
  });

  test('takes answers from the owner only', async () => {
    const { gate } = await bed();
    const { id } = await ask(gate, { principal: 'chat:guest', isOwner: false });

    const deciding = gate.decide({ id, ...yes, by: 'chat:guest' });

    await expect(deciding).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('A10 a hard block', () => {
  test('is passed by no yes, whenever it was given', async () => {
    const { gate } = await bed();
    const { id } = await ask(gate);
    await gate.decide({ id, ...yes, scope: 'always' });
    const decision: GuardDecision = {
      action: 'deny',
      reason: '',
      patternKey: 'root_delete',
      facts: [],
    };

    const answer = await gate.check(request({ decision, assumeYes: true }));

    expect(answer.state).toBe('unavailable');
  });
});

test('a call that needs nobody is let through without a look at the storage', async () => {
  const { gate, storage } = await bed();
  await storage.close();

  const answer = await gate.check(request({ risk: 'read_only' }));

  expect(answer.state).toBe('not_needed');
});

test('a question about a call that is no longer proposed cannot be answered', async () => {
  const { gate } = await bed();
  const { id } = await ask(gate);

  await gate.check(request({ binding: 'another call' }));

  await expect(gate.decide({ id, ...yes })).rejects.toMatchObject({ code: 'timeout' });
  expect(await gate.pending({})).toHaveLength(1);
});

test('a question that is answered in the moment at which it is withdrawn keeps its answer', async () => {
  const { gate, storage, manual } = await bed();
  const { id } = await ask(gate);
  const late = createApprovalGate({
    storage: {
      ...storage,
      approvals: {
        ...storage.approvals,
        async forStep(turnId, stepName) {
          const asked = await storage.approvals.forStep(turnId, stepName);
          await gate.decide({ id, verdict: 'denied', scope: 'once', by: OWNER });
          return asked;
        },
      },
    },
    clock: manual.clock,
    ids: createIdSource(),
    expiryMs: 60_000,
    isOwner: () => true,
  });

  const answer = await late.check(request({ binding: 'another call' }));

  expect(await storage.approvals.get(id)).toMatchObject({ state: 'denied', decidedBy: OWNER });
  expect(answer.state).toBe('pending');
});

describe('A7 how far a yes reaches', () => {
  test.each([
    ['once', 'cli:a', 'pending'],
    ['session', 'cli:a', 'not_needed'],
    ['session', 'cli:b', 'pending'],
    ['always', 'cli:b', 'not_needed'],
  ] as const)('%s, asked again in %s: %s', async (scope, sessionKey, state) => {
    const { gate } = await bed();
    const { id } = await ask(gate);

    await gate.decide({ id, ...yes, scope });
    const again = await gate.check(request({ turnId: 'turn_2', sessionKey }));

    expect(again.state).toBe(state);
  });

  test('covers the same pattern only', async () => {
    const { gate } = await bed();
    const { id } = await ask(gate);
    await gate.decide({ id, ...yes, scope: 'always' });

    const other = await gate.check(request({ turnId: 'turn_2', pattern: 'exec: id' }));

    expect(other.state).toBe('pending');
  });

  test.each(['session', 'always'] as const)(
    'for %s does not reach into another workspace or executor',
    async (scope) => {
      const { gate } = await bed();
      const { id } = await ask(gate);
      await gate.decide({ id, ...yes, scope });

      const here = await gate.check(request({ turnId: 'turn_2' }));
      const elsewhere = await gate.check(request({ turnId: 'turn_3', place: 'elsewhere' }));

      expect(here.state).toBe('not_needed');
      expect(elsewhere.state).toBe('pending');
    },
  );

  test('stays with one call where there is no pattern to name', async () => {
    const { gate, storage } = await bed();
    const bare = request({ stepName: 'tool_0_1' });
    const { pattern: _none, ...unnamed } = bare;
    const asked = await gate.check(unnamed);
    const id = asked.state === 'pending' ? asked.approval.id : '';

    const decided = await gate.decide({ id, ...yes, scope: 'always' });

    expect(decided.scope).toBe('once');
    expect(await storage.approvals.allowances({ sessionKey: 'cli:a', principal: OWNER })).toEqual(
      [],
    );
  });
});

import { describe, expect, test } from 'vitest';
import type { Decision } from '../approvals/approval-gate.ts';
import type { WaitingFor } from '../protocol/turn.ts';
import { createEngineBed, type EngineBed, type EngineBedOptions } from '../testing/engine-bed.ts';
import { calls, says } from '../testing/scripted-router.ts';

const AN_EXPIRY_MS = 900_000;

/** One payment that a person must agree to; `world` says how often it was made. */
async function createPayment(options: EngineBedOptions = {}) {
  const world: string[] = [];
  const bed = await createEngineBed({
    script: ({ messages }) =>
      messages.at(-1)?.role === 'tool' ? says('So be it.') : calls('pay', { to: 'ann' }),
    tools: {
      pay: {
        idempotency: 'unsafe',
        asks: true,
        run: ({ to }) => `paid ${world.push(String(to))}`,
      },
    },
    ...options,
  });
  return { bed, world };
}

async function decide(
  bed: EngineBed,
  waitingFor: Pick<WaitingFor, 'id'> | undefined,
  answer: Pick<Decision, 'verdict' | 'comment'>,
) {
  const { gate, inbound } = bed.worker();
  const id = waitingFor?.id ?? '';
  await gate.decide({ ...answer, id, scope: 'once', by: 'cli:0' });
  inbound.wake();
}

const YES = { verdict: 'approved' } as const;
const NO = { verdict: 'denied' } as const;

function lastResult(bed: EngineBed): string {
  return JSON.stringify(bed.router.requests.at(-1)?.messages.at(-1));
}

describe('a turn that waits for an approval', () => {
  test('holds no worker and no lease while it waits', async () => {
    const { bed } = await createPayment({ config: { agent: { maxConcurrentTurns: 1 } } });
    await bed.send('pay');
    await bed.parked();

    const other = await bed.send('pay', { chat: 'b' });
    await bed.parked('b');

    expect(await bed.storage.leases.list()).toEqual([]);
    expect((await bed.storage.inbox.get(other))?.state).toBe('running');
    expect(bed.events.filter(({ type }) => type === 'turn-waiting')).toHaveLength(2);
  });

  test('A1 goes on with the very same call once somebody says yes, and runs it once', async () => {
    const { bed, world } = await createPayment();
    const id = await bed.send('pay');
    const { waitingFor } = await bed.parked();
    const before = [...world];

    await decide(bed, waitingFor, YES);

    const { turn, reply } = await bed.ended(id);
    expect([before, world, reply]).toEqual([[], ['ann'], 'So be it.']);
    expect(await bed.journal(turn)).toContain('tool_0_0 ok');
    expect(bed.router.requests).toHaveLength(2);
  });

  test('may wait as often as it has to: parking is no crash', async () => {
    const world: string[] = [];
    const bed = await createEngineBed({
      script: (_request, call) => (call < 6 ? calls('pay', { to: call }) : says('All paid.')),
      tools: {
        pay: { idempotency: 'unsafe', asks: true, run: ({ to }) => `${world.push(String(to))}` },
      },
    });
    const id = await bed.send('pay six');

    for (let call = 0; call < 6; call += 1) {
      await bed.until(() => bed.router.requests.length === call + 1, `call ${call}`);
      await decide(bed, (await bed.parked()).waitingFor, YES);
      await bed.until(() => world.length === call + 1, `payment ${call}`);
    }

    expect((await bed.ended(id)).reply).toBe('All paid.');
    expect(world).toEqual(['0', '1', '2', '3', '4', '5']);
  });

  test('A2 tells the model why somebody said no, and runs nothing', async () => {
    const { bed, world } = await createPayment();
    const id = await bed.send('pay');
    const { waitingFor } = await bed.parked();

    await decide(bed, waitingFor, { ...NO, comment: 'Ann was paid yesterday.' });

    const { turn } = await bed.ended(id);
    expect(world).toEqual([]);
    expect(await bed.journal(turn)).toContain('tool_0_0 approval_denied');
    expect(lastResult(bed)).toContain('Ann was paid yesterday.');
  });

  test('A4 V5 goes on without the call when nobody answers in time', async () => {
    const { bed, world } = await createPayment();
    const id = await bed.send('pay');
    const { waitingFor } = await bed.parked();

    await bed.time.advance(AN_EXPIRY_MS);

    const { turn } = await bed.ended(id);
    expect(await bed.journal(turn)).toContain('tool_0_0 approval_expired');
    await expect(decide(bed, waitingFor, YES)).rejects.toMatchObject({ code: 'timeout' });
    expect(world).toEqual([]);
  });

  test('A5 is asked once and can still be answered after a restart', async () => {
    const { bed, world } = await createPayment();
    const id = await bed.send('pay');
    const { waitingFor } = await bed.parked();
    await bed.start();
    await bed.start();

    await decide(bed, waitingFor, YES);

    expect((await bed.ended(id)).reply).toBe('So be it.');
    expect(world).toEqual(['ann']);
    expect(await bed.storage.approvals.list({ limit: 10 })).toHaveLength(1);
  });

  test.each(['before', 'after'] as const)(
    'is asked once, also when the process dies right %s it is parked',
    async (at) => {
      const { bed, world } = await createPayment();
      bed.crashAt(at, 'park');
      const id = await bed.send('pay');
      await bed.crashed();
      await bed.start();
      const { waitingFor } = await bed.parked();

      await decide(bed, waitingFor, YES);

      expect((await bed.ended(id)).reply).toBe('So be it.');
      expect(await bed.storage.approvals.list({ limit: 10 })).toHaveLength(1);
      expect(world).toEqual(['ann']);
    },
  );

  test('goes on when the answer comes in the moment between the question and the parking', async () => {
    const { bed, world } = await createPayment();
    bed.doAt('before', 'park', async () => {
      const [asked] = await bed.worker().gate.pending({});
      await decide(bed, asked, YES);
    });

    const { reply } = await bed.ask('pay');

    expect(reply).toBe('So be it.');
    expect(world).toEqual(['ann']);
  });

  test('A6 counts one of two answers that come at the same time', async () => {
    const { bed, world } = await createPayment();
    const id = await bed.send('pay');
    const { waitingFor } = await bed.parked();

    const answers = await Promise.allSettled([
      decide(bed, waitingFor, YES),
      decide(bed, waitingFor, NO),
      decide(bed, waitingFor, YES),
    ]);

    await bed.ended(id);
    const [approval] = await bed.storage.approvals.list({ limit: 10 });
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(world).toHaveLength(approval?.state === 'denied' ? 0 : 1);
  });

  test.each([
    ['before', 'tool_0_0 started'],
    ['after', 'tool_0_0'],
  ] as const)(
    'runs once when the process dies %s %s, with the yes already used',
    async (at, what) => {
      const { bed, world } = await createPayment();
      const id = await bed.send('pay');
      const { waitingFor } = await bed.parked();
      bed.crashAt(at, what);
      await decide(bed, waitingFor, YES);
      await bed.crashed();

      await bed.start();

      expect((await bed.ended(id)).reply).toBe('So be it.');
      expect(world).toEqual(['ann']);
    },
  );

  test('A9 where nobody can be asked does not wait: the model hears it, and the turn says so', async () => {
    const { bed, world } = await createPayment();

    const { turn } = await bed.ask('pay', { canAsk: false });

    expect(await bed.journal(turn)).toContain('tool_0_0 approval_required');
    expect(turn.neededApproval).toBe(true);
    expect(bed.events.at(-1)).toMatchObject({ type: 'turn-end', neededApproval: true });
    expect(world).toEqual([]);
  });
});

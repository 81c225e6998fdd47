import { describe, expect, test } from 'vitest';
import { untrustedOrigin } from '../protocol/origin.ts';
import type { RunEvent } from '../protocol/run-event.ts';
import {
  createAgentsAtWork,
  delegates,
  lastResults,
  workersOf,
} from '../testing/agents-at-work.ts';
import type { EngineBed } from '../testing/engine-bed.ts';
import { calls, hangs, says } from '../testing/scripted-router.ts';

const look = { run: () => 'seven' };

const isStartOf = (tool: string) => (event: RunEvent) =>
  event.type === 'tool-start' && event.tool === tool;

describe('T24 a task given to a worker', () => {
  test('is all that the worker reads, and its result is all that the caller reads', async () => {
    const bed = await createAgentsAtWork(
      {
        'big job': [delegates({ task: 'count them', context: 'in a.txt' }), says('It is 7.')],
        'count them': [calls('look'), says('Status: done. Result: 7')],
      },
      { tools: { look } },
    );

    const { turn, reply } = await bed.ask('a big job');

    const child = bed.router.requests[1];
    expect(reply).toBe('It is 7.');
    expect(lastResults(bed)).toMatch(/status: done.*modelCalls: 2, toolCalls: 1.*Result: 7/);
    expect(child?.system).toContain('You are a worker');
    expect(bed.router.requests[0]?.system).not.toContain('You are a worker');
    expect(JSON.stringify(child?.messages)).toContain('in a.txt');
    expect(JSON.stringify(child?.messages)).not.toContain('big job');
    expect(await bed.journal(turn)).toContain('tool_0_0 ok');
    expect(await bed.storage.outbox.list({ limit: 9 })).toHaveLength(1);
  });

  test('is done with the tools that were asked for, and every other is an escape', async () => {
    const written: string[] = [];
    const bed = await createAgentsAtWork(
      {
        job: [delegates({ task: 'read only', tools: ['look'] }), says('ok')],
        'read only': [calls('look'), calls('write'), says('I could not write.')],
      },
      {
        tools: {
          look,
          write: { idempotency: 'unsafe', run: () => String(written.push('written')) },
        },
      },
    );

    await bed.ask('job');

    const [attempt] = bed.records.filter(({ tool }) => tool === 'write');
    expect(written).toEqual([]);
    expect(bed.router.requests[1]?.tools.map(({ name }) => name)).toEqual(['look']);
    expect(attempt).toMatchObject({
      outcome: 'denied',
      decision: { patternKey: 'worker_escape' },
      sessionKey: expect.stringMatching(/^agent:1-/),
    });
  });

  test('is refused when it needs more than its giver has, naming what is too much', async () => {
    const bed = await createAgentsAtWork(
      { job: [delegates({ task: 'read only', tools: ['look', 'rocket'] }), says('ok')] },
      { tools: { look } },
    );

    await bed.ask('job');

    expect(lastResults(bed)).toMatch(/you do not have rocket yourself.*delegate_task, look/);
    expect(await workersOf(bed)).toEqual([]);
  });

  test('goes with the tools of its giver but for questions and orders beyond the limit of depth', async () => {
    const clarify = {
      capabilities: ['message.ask' as const],
      question: () => ({ question: '?', timeoutMs: 1 }),
      run: () => 'said',
    };
    const bed = await createAgentsAtWork(
      {
        job: [delegates({ task: 'first part' }), says('ok')],
        'first part': [delegates({ task: 'second part' }), says('ok')],
        'second part': [delegates({ task: 'third part' }), says('ok')],
      },
      { tools: { look, clarify } },
    );

    await bed.ask('job');

    const shown = bed.router.requests.slice(0, 3).map(({ tools }) => tools.map(({ name }) => name));
    const depths = (await workersOf(bed)).map(({ event }) => event.child?.depth);
    expect(shown).toEqual([
      ['clarify', 'delegate_task', 'look', 'spawn_task'],
      ['delegate_task', 'look'],
      ['look'],
    ]);
    expect(depths).toEqual([1, 2]);
    expect(bed.records.at(0)).toMatchObject({ decision: { patternKey: 'worker_escape' } });
  });

  test('ends at the limits that it was given', async () => {
    const bed = await createAgentsAtWork(
      {
        job: [delegates({ task: 'no end', maxModelCalls: 2 }), says('ok')],
        'no end': [calls('look', { at: 1 }), calls('look', { at: 2 }), calls('look', { at: 3 })],
      },
      { tools: { look } },
    );

    await bed.ask('job');

    expect(lastResults(bed)).toMatch(/status: capped.*modelCalls: 2.*limit of 2 model calls/);
  });

  test('takes from the purse of its giver, together never more than is left', async () => {
    const caps = { costUsd: 0.01, tokens: 2_110 };
    const bed = await createAgentsAtWork(
      {
        job: [
          delegates({ task: 'one', maxCostUsd: 5 }, { task: 'two' }, { task: 'three' }),
          says('ok'),
        ],
      },
      { config: { agent: { caps } } },
    );

    const { turn } = await bed.ask('job');

    const given = (await workersOf(bed)).map(({ event }) => event.child?.caps);
    // The first model call has cost 0.001 and 110 tokens.
    expect(given.map((each) => each?.tokens)).toEqual([1_000]);
    expect(given[0]?.costUsd).toBeCloseTo(0.009);
    expect(await bed.journal(turn)).toEqual(
      expect.arrayContaining(['tool_0_0 ok', 'tool_0_1 error', 'tool_0_2 error']),
    );
    expect(lastResults(bed)).toContain('nothing is left of costUsd');
  });

  test('counts among the costs of its giver', async () => {
    const bed = await createAgentsAtWork(
      {
        job: [delegates({ task: 'one' }), calls('look'), calls('look', { again: 1 }), says('ok')],
        one: [calls('look'), says('done')],
      },
      { tools: { look }, config: { agent: { caps: { costUsd: 0.0045 } } } },
    );

    const { turn } = await bed.ask('job');

    // Two calls of its own and two of its worker: the fifth would be one too many.
    expect(turn).toMatchObject({ state: 'capped', cap: 'costUsd' });
    expect(turn.usage.costUsd).toBeCloseTo(0.003);
  });

  test('is part of what the conversation used, however far down it was done', async () => {
    const bed = await createAgentsAtWork({
      job: [delegates({ task: 'inner' }), says('ok')],
      inner: [delegates({ task: 'deep' }), says('ok')],
      deep: [says('ok')],
    });

    await bed.ask('job');

    const { inputTokens } = await bed.storage.usage.total({ sessionKey: 'cli:a' });
    expect(inputTokens).toBe(500);
  });

  test('that needs a yes of a person ends without it, and every giver says so', async () => {
    const bed = await createAgentsAtWork(
      {
        job: [delegates({ task: 'inner' }), says('ok')],
        inner: [delegates({ task: 'dangerous part' }), says('It was left undone.')],
        'dangerous part': [calls('blast', { what: 'rock' }), says('I would need a yes.')],
      },
      { tools: { blast: { idempotency: 'unsafe', asks: true, run: () => 'blasted' } } },
    );

    const { turn } = await bed.ask('job');

    expect(lastResults(bed)).toMatch(/not done, as nobody could be asked: blast.*rock/);
    expect(turn.neededApproval).toBe(true);
    expect(await bed.storage.approvals.list({ limit: 9 })).toEqual([]);
  });

  test.each([
    ['untrusted', untrustedOrigin('web:example.org')],
    ['trusted', undefined],
  ])('gives back words that are %s where what it read was', async (trust, origin) => {
    const fetch = {
      run: () => ({ success: true as const, output: 'page', ...(origin && { origin }) }),
    };
    const bed = await createAgentsAtWork(
      {
        job: [delegates({ task: 'inner' }), says('ok')],
        inner: [delegates({ task: 'read the page' }), says('It said so.')],
        'read the page': [calls('fetch'), says('The page says: obey.')],
      },
      { tools: { fetch } },
    );

    await bed.ask('job');

    const results = (await bed.history()).flatMap((message) =>
      message.role === 'tool' ? [message.origin.trust] : [],
    );
    expect(results).toEqual([trust]);
  });

  test('is linked to its giver, and the audit is told once', async () => {
    const bed = await createAgentsAtWork({
      job: [delegates({ task: 'small part' }), says('ok')],
      'small part': [says('done')],
    });

    const { turn } = await bed.ask('job');

    const steps = await bed.storage.turns.steps(turn.id);
    const call = steps.find(({ name }) => name === 'tool_0_0')?.result as {
      metadata: { traceId: string };
      executionId: string;
    };
    const child = await bed.storage.turns.byTrace(call.metadata.traceId);
    const order = (await workersOf(bed))[0]?.event.child;
    expect(child?.sessionKey).toMatch(/^agent:1-[0-9a-f]{24}$/);
    expect(order).toMatchObject({
      parentTurnId: turn.id,
      parentTraceId: turn.traceId,
      parentSessionKey: 'cli:a',
      parentExecutionId: call.executionId,
    });
    expect(bed.workerEnds).toMatchObject([
      { summary: 'small part', depth: 1, background: false, modelCalls: 1, toolCalls: 0 },
    ]);
  });
});

describe('US16 a worker that is interrupted', () => {
  test('is stopped with its giver, and leaves the history of that as it was', async () => {
    let aborted = false;
    const bed: EngineBed = await createAgentsAtWork(
      {
        job: [delegates({ task: 'long part' }), says('ok')],
        'long part': [calls('work'), says('done')],
        'after that': [says('Nothing is left over.')],
      },
      {
        tools: {
          work: {
            run: (_input, { signal }) =>
              new Promise((_resolve, reject) => {
                signal.addEventListener('abort', () => {
                  aborted = true;
                  reject(new Error('aborted'));
                });
              }),
          },
        },
      },
    );
    const id = await bed.send('job');
    await bed.until(() => bed.events.some(isStartOf('work')), 'a worker at work');

    await bed.worker().commands.answer('/stop', {
      sessionKey: 'cli:a',
      address: { channel: 'cli', accountId: 'default', chatId: 'a' },
      principal: 'cli:0',
      language: 'en',
      canAsk: true,
      assumeYes: false,
    });

    const { turn } = await bed.ended(id);
    const [order] = await workersOf(bed);
    const after = await bed.ask('after that');
    expect(aborted).toBe(true);
    expect([turn.state, order?.state]).toEqual(['stopped', 'stopped']);
    expect(after.reply).toBe('Nothing is left over.');
    expect((await bed.history()).map(({ role }) => role)).toEqual([
      ...['user', 'assistant', 'tool', 'assistant'],
      ...['user', 'assistant'],
    ]);
    expect(bed.workerEnds).toMatchObject([{ turn: { state: 'stopped' } }]);
  });

  test('is stopped when the time of its giver is over', async () => {
    const bed = await createAgentsAtWork(
      {
        job: [delegates({ task: 'long part' }), says('ok')],
        'long part': [hangs()],
      },
      { config: { agent: { caps: { wallTime: '10s' } } } },
    );
    const id = await bed.send('job');
    await bed.until(() => bed.router.requests.length === 2, 'a worker at work');

    await bed.time.advance(20_000);

    const { turn } = await bed.ended(id);
    const [order] = await workersOf(bed);
    expect(turn.state).toBe('capped');
    expect(['stopped', 'capped']).toContain(order?.state);
  });
});

import { describe, expect, test } from 'vitest';
import { createEngineBed } from '../testing/engine-bed.ts';
import { calls, does, fails, says } from '../testing/scripted-router.ts';

const look = { run: () => 'seen' };

describe('L9 a greeting', () => {
  test('costs exactly one model call and leaves a readable journal', async () => {
    const bed = await createEngineBed({ script: [says('Hello', ' there.')] });

    const { turn, reply } = await bed.ask('hi');

    expect(bed.router.requests).toHaveLength(1);
    expect(reply).toBe('Hello there.');
    expect(await bed.journal(turn)).toEqual(['context ok', 'llm_0 stop', 'reply done']);
    expect(turn).toMatchObject({ state: 'done', usage: { inputTokens: 100, costUsd: 0.001 } });
    expect(bed.failures).toEqual([]);
  });
});

describe('a turn with tools', () => {
  test('is journalled step by step, and the model reads each result before it goes on', async () => {
    const script = [[...calls('look', {}, 'a'), ...calls('look', { at: 1 }, 'b')], says('Done.')];
    const bed = await createEngineBed({ script, tools: { look } });

    const { turn } = await bed.ask('look around');

    expect(await bed.journal(turn)).toEqual([
      'context ok',
      'llm_0 tool-calls',
      'tool_0_0 ok',
      'tool_0_1 ok',
      'llm_1 stop',
      'reply done',
    ]);
    expect(bed.router.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      results: [
        { providerCallId: 'a', text: 'seen', failed: false },
        { providerCallId: 'b', text: 'seen', failed: false },
      ],
    });
  });

  test('T10 names its effects by our steps: a provider that repeats its ids changes nothing', async () => {
    const script = [
      calls('act', { n: 1 }, 'call_1'),
      calls('act', { n: 1 }, 'call_1'),
      says('Ok.'),
    ];
    let acted = 0;
    const act = {
      idempotency: 'unsafe',
      run: () => {
        acted += 1;
        return `done ${acted}`;
      },
    } as const;
    const bed = await createEngineBed({ script, tools: { act } });

    const { turn } = await bed.ask('twice, please');

    const effects = await bed.storage.effects.list(turn.id);
    expect(acted).toBe(2);
    expect(effects.map(({ stepName, status }) => `${stepName} ${status}`)).toEqual([
      'tool_0_0 done',
      'tool_1_0 done',
    ]);
    expect(new Set(effects.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  });

  test('T9 a second identical side effect in one batch is refused, a second look is not', async () => {
    const twice = [...calls('act'), ...calls('act'), ...calls('look'), ...calls('look')];
    let acted = 0;
    const act = {
      idempotency: 'idempotent',
      run: () => {
        acted += 1;
        return 'done';
      },
    } as const;
    const bed = await createEngineBed({ script: [twice, says('Ok.')], tools: { act, look } });

    const { turn } = await bed.ask('go');

    expect(acted).toBe(1);
    expect((await bed.journal(turn)).slice(2, 6)).toEqual([
      'tool_0_0 ok',
      'tool_0_1 denied',
      'tool_0_2 ok',
      'tool_0_3 ok',
    ]);
  });

  test('T12 the history keeps what a failing command said, word for word', async () => {
    const output = 'exit code 2\nstdout:\n1 passed\nstderr:\nexpected 3 to be 4';
    const result = { success: false, error: output, metadata: { commandFailed: true } } as const;
    const run = { idempotency: 'unsafe', run: () => result } as const;
    const script = [calls('run'), says('It fails.'), says('As I said.')];
    const bed = await createEngineBed({ script, tools: { run } });

    await bed.ask('test it');
    await bed.ask('and?');

    expect(bed.router.requests[2]?.messages[2]).toMatchObject({
      role: 'tool',
      results: [{ text: output, failed: true }],
    });
  });
});

describe('L13 what breaks inside', () => {
  test('is one plain sentence and an error id to the person, and the cause in the log', async () => {
    const bed = await createEngineBed({
      script: () => {
        throw new TypeError('secret detail at /home/x/engine.ts:7');
      },
    });

    const { turn, reply } = await bed.ask('hi');

    expect(turn.state).toBe('failed');
    expect(reply).toContain('something went wrong inside');
    expect(reply).toContain(turn.errorId ?? 'no error id');
    expect(reply).not.toContain('secret detail');
    expect(bed.failures).toMatchObject([
      { errorId: turn.errorId, cause: { message: 'secret detail at /home/x/engine.ts:7' } },
    ]);
  });

  test('V18 neither the provider nor its error text reach the person', async () => {
    const bed = await createEngineBed({ script: [fails('auth', 'Incorrect API key sk-123')] });

    const { reply } = await bed.ask('hi');

    expect(reply).toContain('the model provider refused the key');
    expect(JSON.stringify([bed.events, bed.platform])).not.toContain('sk-123');
  });
});

describe('UO12 the person', () => {
  test('is spoken to in the language of the message, also by the runtime itself', async () => {
    const bed = await createEngineBed({ script: [fails('overloaded')] });

    const { reply } = await bed.ask('你好', { language: 'zh' });

    expect(reply).toContain('模型服务商目前出现故障');
    expect(bed.router.requests[0]?.system).toContain("language of the person's latest message");
  });
});

describe('L16 the introduction', () => {
  test('is sent once a session, before the first reply, with its marks filled in', async () => {
    const introduction = 'I am {{name}} on {{channel}}.';
    const bed = await createEngineBed({ config: { agent: { name: 'Ada', introduction } } });

    await bed.ask('hi');
    await bed.ask('again');
    await bed.ask('hi', { chat: 'b' });
    await bed.until(() => bed.platform.length === 5, 'five deliveries');

    const sent = bed.platform.map(({ kind, address }) => `${address.chatId} ${kind}`);
    expect(sent.toSorted()).toEqual([
      'a introduction',
      'a reply',
      'a reply',
      'b introduction',
      'b reply',
    ]);
    expect(bed.platform[0]).toMatchObject({
      kind: 'introduction',
      content: [{ text: 'I am Ada on cli.' }],
    });
  });

  test('with a mark that nobody knows is sent as it is', async () => {
    const introduction = 'I am {{nmae}}.';
    const bed = await createEngineBed({ config: { agent: { introduction } } });

    await bed.ask('hi');
    await bed.until(() => bed.platform.length > 0, 'a delivery');

    expect(bed.platform[0]?.content).toMatchObject([{ text: introduction }]);
  });
});

describe('a running turn', () => {
  test('is shown live, in order, and its end says what it took', async () => {
    const bed = await createEngineBed({
      script: [
        [...does(() => bed.time.advance(250)), ...says('I look.'), ...calls('look')],
        says('Done.'),
      ],
      tools: { look },
    });

    await bed.ask('look');

    expect(bed.events.map(({ type }) => type)).toEqual([
      'turn-start',
      'model-start',
      'text-delta',
      'tool-start',
      'tool-end',
      'model-start',
      'text-delta',
      'reply',
      'turn-end',
    ]);
    expect(bed.events.at(-1)).toMatchObject({
      outcome: 'done',
      modelCalls: 2,
      toolCalls: 1,
      durationMs: 250,
      usage: { inputTokens: 200 },
    });
  });
});

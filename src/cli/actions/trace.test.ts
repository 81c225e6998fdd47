import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '../../storage/index.ts';
import {
  approval,
  begin,
  claim,
  finish,
  inbound,
  NO_LIMITS,
  step,
} from '../../storage/samples.contract.ts';
import type { Storage } from '../../storage/storage.ts';
import { createCliStage } from '../../testing/cli-stage.ts';

let storage: Storage;

beforeEach(async () => {
  storage = await openStorage('sqlite', { dataDir: ':memory:', durability: 'full', now: () => 1 });
  await storage.inbox.accept(inbound('1', 'main'), NO_LIMITS);
  const lease = await claim(storage);
  const turn = await begin(storage, lease);
  const done = { status: 'done', startedAt: 10 } as const;
  await storage.commit(
    [
      { op: 'put-step', step: step(turn.id, 'context', { ...done, kind: 'context', endedAt: 12 }) },
      {
        op: 'put-step',
        step: step(turn.id, 'tool_0_0', { ...done, endedAt: 1_510, outcome: 'error' }),
      },
      {
        op: 'put-approval',
        approval: approval('ap', turn.id, {
          sessionKey: 'cli:main',
          state: 'used',
          requestedAt: 10,
          decidedAt: 12,
        }),
      },
    ],
    lease,
  );
  await finish(storage, lease, { ...turn, endedAt: 2_001 });
  const receipt = { traceId: 'r', sessionKey: 'cli:main', channel: 'cli', at: 5_000 } as const;
  await storage.commit([
    { op: 'put-receipt', receipt: { ...receipt, outcome: 'busy', reason: 'session' } },
  ]);
});

afterEach(() => storage.close());

function stage() {
  const app = { connect: async () => undefined };
  return createCliStage({ storage, app, config: { agent: { timeZone: 'UTC' } } });
}

describe('trace list', () => {
  test('lists the latest first, with outcome, duration and reason', async () => {
    const { run, output } = stage();

    const code = await run('trace', 'list');

    expect(code).toBe(0);
    expect(output()).toBe(
      [
        'r        1970-01-01 00:00:05  busy  0 ms   cli:main  session',
        'trace-1  1970-01-01 00:00:00  done  2.0 s  cli:main',
        '',
      ].join('\n'),
    );
  });

  test('filters by conversation and outcome', async () => {
    const { run, output } = stage();

    await run('trace', 'list', '--session', 'main', '--outcome', 'busy', '--json');

    expect(JSON.parse(output())).toMatchObject({ traceId: 'r', outcome: 'busy' });
  });

  test('names the outcomes there are when it does not know one', async () => {
    const { run, notes } = stage();

    const code = await run('trace', 'list', '--outcome', 'fine');

    expect(code).toBe(2);
    expect(notes()).toContain('cannot be fine. It can be: running, waiting');
  });
});

describe('trace show', () => {
  test('draws the tree of a turn with times and outcomes', async () => {
    const { run, output } = stage();

    await run('trace', 'show', 'trace-1');

    expect(output()).toBe(
      [
        'trace-1 · 1970-01-01 00:00:00 · cli:main',
        'turn t-1                     2.0 s  done  principal=cli:1000 inputTokens=0 outputTokens=0',
        '├─ receive cli                0 ms  accepted  inboundId=1',
        '├─ queue                      0 ms  ok  seq=1',
        '├─ context                    2 ms  ok',
        '└─ tool_call tool_0_0        1.5 s  error',
        '   └─ approval exec           2 ms  used  approvalId=ap risk=exec patternKey=none',
        '',
      ].join('\n'),
    );
  });

  test('shows the latest when no id is given, also one that became no turn', async () => {
    const { run, output } = stage();

    await run('trace', 'show');

    expect(output()).toContain('receive cli         0 ms  busy  reason=session');
  });

  test('prints spans as JSON', async () => {
    const { run, output } = stage();

    await run('trace', 'show', 't-1', '--json');

    const { traceId, spans } = JSON.parse(output());
    expect(traceId).toBe('trace-1');
    expect(spans.map(({ kind }: { kind: string }) => kind)).toEqual([
      'turn',
      'receive',
      'queue',
      'context',
      'tool_call',
      'approval',
    ]);
  });

  test('says where to look when nothing is known under an id', async () => {
    const { run, notes } = stage();

    const code = await run('trace', 'show', 'nope');

    expect(code).toBe(1);
    expect(notes()).toBe(
      'Nothing is known under nope. `echo-agent trace list` shows the latest.\n',
    );
  });
});

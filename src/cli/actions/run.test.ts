import { describe, expect, test } from 'vitest';
import type { Approval } from '../../protocol/approval.ts';
import { createCliStage } from '../../testing/cli-stage.ts';
import {
  createScriptedClient,
  type Script,
  type ScriptedClientOptions,
} from '../../testing/scripted-client.ts';

type StageOptions = Parameters<typeof createCliStage>[0];

function stage(scripted: ScriptedClientOptions = {}, options: StageOptions = {}) {
  const playing = createScriptedClient(scripted);
  return { ...createCliStage({ client: playing.client, ...options }), scripted: playing };
}

const APPROVAL: Approval = {
  id: 'ap_1',
  binding: 'b',
  turnId: 'turn_1',
  stepName: 'tool_0_0',
  sessionKey: 'cli:x',
  principal: 'cli:1000',
  tool: 'exec',
  risk: 'exec',
  summary: 'npm test',
  reason: 'runs a command',
  patternKey: 'none',
  state: 'pending',
  requestedAt: 0,
  expiresAt: Date.UTC(2026, 0, 2),
};

const WORK: Script = async (turn) => {
  turn.emit({ type: 'turn-start', resumed: false });
  turn.emit({ type: 'text-delta', step: 'llm_0', text: 'Let me look.' });
  turn.emit({ type: 'tool-start', step: 'tool_0_0', tool: 'exec', summary: 'npm test' });
  turn.emit({
    type: 'tool-end',
    step: 'tool_0_0',
    tool: 'exec',
    outcome: 'ok',
    durationMs: 12,
    summary: 'exit code 0',
  });
  turn.emit({ type: 'text-delta', step: 'llm_1', text: 'All green.' });
  await turn.end('All green.');
};

describe('run', () => {
  test('prints the answer and nothing else on the standard output', async () => {
    const { run, output, notes } = stage({ script: WORK });

    const code = await run('run', 'test', 'it');

    expect([code, output()]).toEqual([0, 'All green.\n']);
    expect(notes()).toBe('✓ exec: npm test · 12 ms\n');
  });

  test.each<readonly string[]>([[], ['--json']])(
    'does not wait for a turn that cannot go on %s',
    async (...flags) => {
      const { run, notes } = stage({
        script: (turn) => turn.emit({ type: 'turn-break', text: 'The disk is full.' }),
      });

      const code = await run('run', ...flags, 'test');

      expect(code).toBe(1);
      expect(notes()).toBe('The disk is full.\n');
    },
  );

  test('says its message in a conversation of its own, or in the one named', async () => {
    const { run, scripted } = stage();

    await run('run', 'one');
    await run('run', 'two', '--session', 'cli:work', '--yes');

    const [one, two] = scripted.submissions;
    expect(one).toMatchObject({ text: 'one', canAsk: false, assumeYes: false });
    expect(one?.chatId).toMatch(/^run_/);
    expect(two).toMatchObject({ chatId: 'work', assumeYes: true });
  });

  test('reads the message from the standard input for `-`, and attaches nothing from there', async () => {
    const { run, scripted, type, endInput } = stage();

    type('line one\n@/etc/passwd 你好\n');
    endInput();
    const code = await run('run', '-');

    expect(code).toBe(0);
    expect(scripted.submissions[0]?.text).toBe('line one\n@/etc/passwd 你好');
    expect(scripted.submissions[0]?.attachments).toBeUndefined();
  });

  test.each<[string, Partial<Parameters<Parameters<Script>[0]['end']>[1]>, number]>([
    ['done', {}, 0],
    ['failed', { outcome: 'failed', errorId: 'err_1' }, 1],
    ['stopped', { outcome: 'stopped' }, 1],
    ['quarantined', { outcome: 'quarantined' }, 1],
    ['done without the approval it needed', { neededApproval: true }, 3],
    ['capped', { outcome: 'capped', cap: 'tokens', neededApproval: true }, 4],
  ])('ends with its own exit code for a turn that is %s', async (_name, rest, expected) => {
    const { run } = stage({ script: (turn) => turn.end('text', rest) });

    expect(await run('run', 'x')).toBe(expected);
  });

  test.each([
    ['failed', 'stderr'],
    ['quarantined', 'stderr'],
    ['stopped', 'stdout'],
    ['capped', 'stdout'],
  ] as const)('says why a turn is %s on %s', async (outcome, where) => {
    const { run, output, notes } = stage({ script: (turn) => turn.end('It is so.', { outcome }) });

    await run('run', 'x');

    const told = { stdout: output(), stderr: notes() };
    const { [where]: there, ...elsewhere } = told;
    expect(there).toContain('It is so.');
    expect(Object.values(elsewhere).join('')).not.toContain('It is so.');
  });

  test('prints every event of its own message as a line of JSON', async () => {
    const { run, output, scripted } = stage({ script: WORK });
    const other = stage({
      script: async (turn) => {
        scripted.emit(turn.submission.chatId, { type: 'notice', text: 'not ours' }, 'in_other');
        await turn.end('ok');
      },
    });

    await run('run', 'x', '--json');
    await other.run('run', 'x', '--json');

    const events = output()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.map(({ type }) => type)).toEqual([
      'turn-start',
      'text-delta',
      'tool-start',
      'tool-end',
      'text-delta',
      'reply',
      'turn-end',
    ]);
    expect(new Set(events.map(({ inboundId }) => inboundId))).toEqual(new Set(['in_1']));
    expect(other.output()).not.toContain('not ours');
  });

  test('tells a refusal on the error stream', async () => {
    const { run, output, notes } = stage({ door: () => ({ outcome: 'busy', text: 'Too busy.' }) });

    const code = await run('run', 'x');

    expect([code, output(), notes()]).toEqual([1, '', 'Too busy.\n']);
  });

  test('prints what a command answers', async () => {
    const { run, output } = stage({ door: () => ({ outcome: 'command', text: 'No usage yet.' }) });

    expect([await run('run', '/usage'), output()]).toEqual([0, 'No usage yet.\n']);
  });

  test('keeps replies to earlier messages off the standard output with a note', async () => {
    const { run, output, notes } = stage({
      async script(turn) {
        await turn.deliver('old news', { replyTo: 'in_old' });
        await turn.end('new');
      },
    });

    await run('run', 'x', '--json');

    expect(notes()).toBe('(answer to an earlier message)\nold news\n');
    expect(output()).not.toContain('old news');
  });

  test('shows a reply that was announced but never delivered', async () => {
    const { run, output, advance, scripted } = stage({
      script: (turn) => {
        turn.emit({ type: 'reply', text: 'announced' });
        turn.emit(TURN_END);
      },
    });

    const ended = run('run', 'x');
    while (scripted.submissions.length === 0)
      await new Promise((resolve) => setTimeout(resolve, 2));
    await scripted.settled();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await advance(3_000);

    expect([await ended, output()]).toEqual([0, 'announced\n']);
  });

  test.each([[['run', '  ']], [['run']], [['run', 'x', '--session', 'no spaces!']]])(
    'refuses %j as wrong usage',
    async (argv) => {
      const { run, notes, scripted } = stage();

      const code = await run(...argv);

      expect(code).toBe(2);
      expect(notes().trim().split('\n')).toHaveLength(1);
      expect(scripted.submissions).toEqual([]);
    },
  );
});

describe('A9 run when an approval is needed', () => {
  test('asks nobody when no terminal is there, and says where the decision waits', async () => {
    const { run, notes, scripted } = stage({
      script: (turn) => turn.emit({ type: 'turn-waiting', waitingFor: WAITING }),
    });

    const code = await run('run', 'x', '--session', 'work');

    expect(code).toBe(3);
    expect(notes()).toContain('`echo-agent chat --session work`');
    expect(scripted.decisions).toEqual([]);
  });

  test('asks at a terminal and takes the answer typed there', async () => {
    const { run, type, sees, scripted, output } = stage(
      {
        async script(turn) {
          turn.emit({ type: 'approval-request', approval: APPROVAL });
          while (scripted.decisions.length === 0) {
            await new Promise((resolve) => setTimeout(resolve, 2));
          }
          await turn.end('done');
        },
      },
      { terminal: { columns: 100 } },
    );

    const ended = run('run', 'x');
    await sees('Allow?');
    type('perhaps\n');
    await sees('Nothing was decided.');
    type('y\n');

    expect(await ended).toBe(0);
    expect(scripted.decisions).toEqual([{ id: 'ap_1', verdict: 'approved', scope: 'once' }]);
    expect(output()).toBe('done\n');
  });
});

describe('what is typed before a question', () => {
  test('answers none, and neither does a second line for the next one', async () => {
    const { run, type, sees, notes, scripted } = stage(
      {
        async script(turn) {
          type('y\ny\n');
          for (const [count, id] of ['ap_1', 'ap_2'].entries()) {
            turn.emit({ type: 'approval-request', approval: { ...APPROVAL, id, summary: id } });
            while (scripted.decisions.length <= count) {
              await new Promise((resolve) => setTimeout(resolve, 2));
            }
          }
          await turn.end('done');
        },
      },
      { terminal: { columns: 100 } },
    );

    const ended = run('run', 'x');
    await sees('Allow?');
    type('n\ny\n');
    while (notes().split('Allow?').length < 3) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    type('n\n');

    expect(await ended).toBe(0);
    expect(scripted.decisions.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['ap_1', 'denied'],
      ['ap_2', 'denied'],
    ]);
  });
});

describe('V8 L5 Ctrl-C in run', () => {
  test('stops the turn of its message, shows how it ended, and says so in the exit code', async () => {
    let end: () => void = () => undefined;
    const stops: unknown[] = [];
    const stopped = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { run, signal, output, scripted } = stage({
      async script(turn) {
        await stopped;
        await turn.end('Stopped, as you asked.', { outcome: 'stopped' });
      },
      overrides: {
        async stop(...meant) {
          stops.push(meant);
          end();
          return true;
        },
      },
    });

    const ended = run('run', 'x');
    while (scripted.submissions.length === 0)
      await new Promise((resolve) => setTimeout(resolve, 2));
    signal('SIGINT');

    expect([await ended, output()]).toEqual([130, 'Stopped, as you asked.\n']);
    expect(stops).toEqual([[expect.stringMatching(/^cli:run_/), 'in_1']]);
  });

  test('leaves at once when pressed twice, or told to end', async () => {
    const twice = stage({ script: () => undefined });
    const told = stage({ script: () => undefined });

    const ended = [twice.run('run', 'x'), told.run('run', 'x')];
    while (twice.scripted.submissions.length + told.scripted.submissions.length < 2) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    twice.signal('SIGINT');
    twice.signal('SIGINT');
    told.signal('SIGTERM');

    expect(await Promise.all(ended)).toEqual([130, 143]);
  });
});

const WAITING = { kind: 'approval', id: 'ap_1', until: 1 } as const;

const TURN_END = {
  type: 'turn-end',
  outcome: 'done',
  neededApproval: false,
  usage: {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  },
  modelCalls: 1,
  toolCalls: 0,
  durationMs: 1,
} as const;

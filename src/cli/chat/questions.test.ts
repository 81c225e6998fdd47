import { describe, expect, test } from 'vitest';
import type { Approval } from '../../protocol/approval.ts';
import type { WaitingFor } from '../../protocol/turn.ts';
import { sitDown } from '../../testing/chat-sitting.ts';

const APPROVAL: Approval = {
  id: 'ap_1',
  binding: 'b',
  turnId: 'turn_1',
  stepName: 'tool_0_0',
  sessionKey: 'cli:main',
  principal: 'cli:1000',
  tool: 'exec',
  risk: 'exec',
  summary: 'rm\u200b -rf build\u001b[2K',
  reason: 'runs a command',
  patternKey: 'none',
  state: 'pending',
  requestedAt: 0,
  expiresAt: Date.UTC(2026, 0, 1) + 60_000,
};

const QUESTION: WaitingFor = {
  kind: 'clarification',
  id: 'q_1',
  question: 'Which branch?',
  choices: ['main', 'dev'],
  until: Date.UTC(2026, 0, 1) + 60_000,
};

describe('A9 approvals in chatOnTerminal', () => {
  const asking = () =>
    sitDown({
      script: (stage) => stage.emit({ type: 'approval-request', approval: APPROVAL }),
    });

  test('shows exactly what will run, hidden characters made visible, with risk, reason and expiry', async () => {
    const { type, sees, shown } = asking();

    type('clean up\r');
    await sees('Allow?');

    expect(shown()).toContain(
      [
        '? exec needs your approval:',
        '    rm‹U+200B› -rf build‹U+001B›[2K',
        '  risk: runs a command',
        '  why: It runs a command.',
        '  expires in: 1 min',
        'Allow? y = once, n = no (you may add why) [n]',
      ].join('\n'),
    );
  });

  test.each([
    ['y\r', { verdict: 'approved', scope: 'once' }],
    ['\r', { verdict: 'denied', scope: 'once' }],
    ['n too risky\r', { verdict: 'denied', scope: 'once', comment: 'too risky' }],
    ['s\rn\r', { verdict: 'denied', scope: 'once' }],
    ['yes please\r\r', { verdict: 'denied', scope: 'once' }],
  ])('takes %j as one decision', async (typed, decision) => {
    const { type, sees, scripted } = asking();

    type('go\r');
    await sees('Allow?');
    for (const piece of typed.split(/(?<=\r)/)) {
      type(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }

    expect(scripted.decisions).toEqual([{ id: 'ap_1', ...decision }]);
  });

  test('offers the session only where a pattern says what it would cover', async () => {
    const approval = { ...APPROVAL, pattern: 'exec: git status' };
    const { type, sees, scripted, shown } = sitDown({
      openQuestion: { kind: 'approval', approval },
    });

    await sees('s = this session');
    type('s\r');
    await sees('\n›');

    expect(shown()).toContain('"s" would cover: exec: git status');
    expect(scripted.decisions).toEqual([{ id: 'ap_1', verdict: 'approved', scope: 'session' }]);
  });

  test('decides nothing when nobody answers in time', async () => {
    const { type, sees, advance, scripted } = sitDown({
      openQuestion: { kind: 'approval', approval: APPROVAL },
    });

    await sees('Allow?');
    await advance(60_000);
    await sees('The question has expired');
    type('y\r');
    await sees('ok');

    expect(scripted.decisions).toEqual([]);
    expect(scripted.submissions.at(-1)?.text).toBe('y');
  });

  test('closes the question when another client answers it', async () => {
    const { sees, scripted, shown } = sitDown({
      openQuestion: { kind: 'approval', approval: APPROVAL },
    });

    await sees('Allow?');
    scripted.emit('main', {
      type: 'approval-settled',
      approval: { ...APPROVAL, state: 'approved' },
    });
    await sees('answered elsewhere: approved');

    expect(shown()).toMatch(/›$/);
  });

  test('never lets what was typed for one question answer the next', async () => {
    const { type, sees, scripted } = sitDown({
      openQuestion: { kind: 'approval', approval: APPROVAL },
    });
    const second = { ...APPROVAL, id: 'ap_2', summary: 'second' };

    await sees('Allow?');
    scripted.emit('main', { type: 'approval-request', approval: second });
    type('y');
    await sees('[n] y');
    scripted.emit('main', {
      type: 'approval-settled',
      approval: { ...APPROVAL, state: 'expired' },
    });
    await sees('    second');
    type('\r');
    await sees('\n›');

    expect(scripted.decisions).toEqual([{ id: 'ap_2', verdict: 'denied', scope: 'once' }]);
  });

  test('gives a message that was being typed back after the question', async () => {
    const { type, sees, scripted } = sitDown();

    await sees('›');
    type('half a mess');
    await sees('half a mess');
    scripted.emit('main', { type: 'approval-request', approval: APPROVAL });
    await sees('Allow?');
    type('n\r');
    await sees('› half a mess');
    type('age\r');
    await sees('ok');

    expect(scripted.submissions.map(({ text }) => text)).toEqual(['half a message']);
  });

  test('still takes commands while a question is open', async () => {
    const { type, sees, scripted } = sitDown({
      openQuestion: { kind: 'approval', approval: APPROVAL },
      door: () => ({ outcome: 'command', text: 'Stopping.' }),
    });

    await sees('Allow?');
    type('/stop\r');
    await sees('Stopping.');

    expect(scripted.decisions).toEqual([]);
    expect(scripted.submissions.map(({ text }) => text)).toEqual(['/stop']);
  });
});

describe('clarifications in chatOnTerminal', () => {
  test('asks what the turn waits for and takes a number for a choice', async () => {
    const { type, sees, scripted, shown } = sitDown({
      openQuestion: { kind: 'clarification', turnId: 'turn_1', waitingFor: QUESTION },
    });

    await sees('Your answer:');
    type('2\r');
    await sees('\n›');

    expect(shown()).toContain('? Which branch?\n  1. main\n  2. dev');
    expect(scripted.answers).toEqual(['dev']);
  });

  test('drops the question when the turn goes on without this answer', async () => {
    const { sees, scripted, shown } = sitDown({
      openQuestion: { kind: 'clarification', turnId: 'turn_1', waitingFor: QUESTION },
    });

    await sees('Your answer:');
    scripted.emit('main', { type: 'turn-start', resumed: true }, 'in_1');
    await sees('working…');

    expect(shown()).not.toContain('Your answer:');
  });
});

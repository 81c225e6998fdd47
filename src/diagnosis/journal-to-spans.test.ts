import { describe, expect, test } from 'vitest';
import type { Approval } from '../protocol/approval.ts';
import type { LlmStepResult, ToolStepStart } from '../protocol/journal.ts';
import type { Step, Turn } from '../protocol/turn.ts';
import { NO_USAGE } from '../protocol/usage.ts';
import type { DeliveryRecord, InboxRecord } from '../storage/records.ts';
import { journalToSpans } from './journal-to-spans.ts';
import type { Span } from './span.ts';
import type { TraceJournal } from './trace-journal.ts';

const ALIVE = { now: 9_000, runtimeAlive: true };
const DEAD = { now: 9_000, runtimeAlive: false };

const address = { channel: 'cli', accountId: 'default', chatId: 'a' };

const inbound: InboxRecord = {
  seq: 1,
  state: 'done',
  acceptedAt: 1_010,
  event: {
    id: 'in_1',
    traceId: 'tr_1',
    sessionKey: 'cli:a',
    address,
    principal: 'cli:1000',
    content: [],
    language: 'en',
    receivedAt: 1_000,
    unattended: false,
    cronAuthorized: false,
    canAsk: true,
    assumeYes: false,
  },
};

const turn: Turn = {
  id: 'turn_1',
  sessionKey: 'cli:a',
  inboundId: 'in_1',
  traceId: 'tr_1',
  principal: 'cli:1000',
  state: 'done',
  starts: 1,
  startedAt: 1_050,
  endedAt: 3_000,
  activeMs: 1_900,
  stopRequested: false,
  neededApproval: false,
  retracted: false,
  usage: { ...NO_USAGE, inputTokens: 12, outputTokens: 3, costUsd: 0.5 },
};

const llmResult: LlmStepResult = {
  message: { role: 'assistant', model: 'p/m', parts: [{ type: 'text', text: 'secret words' }] },
  provider: 'p',
  model: 'm',
  routeReason: 'route chat',
  finishReason: 'tool-calls',
  usage: turn.usage,
  retries: 1,
  firstPartMs: 40,
};

const toolStart: ToolStepStart = {
  tool: 'exec',
  idempotencyKey: 'k',
  maskedArguments: {},
  summary: 'npm test',
  risk: 'exec',
  decision: { action: 'ask', reason: 'runs a command', patternKey: 'none', facts: [] },
};

const approval: Approval = {
  id: 'ap_1',
  binding: 'b',
  turnId: 'turn_1',
  stepName: 'tool_0_0',
  sessionKey: 'cli:a',
  principal: 'cli:1000',
  tool: 'exec',
  risk: 'exec',
  summary: 'npm test',
  reason: 'runs a command',
  patternKey: 'none',
  state: 'used',
  scope: 'once',
  requestedAt: 1_200,
  expiresAt: 8_000,
  decidedAt: 1_900,
  decidedBy: 'cli:1000',
};

const delivery: DeliveryRecord = {
  event: {
    id: 'out_1',
    traceId: 'tr_1',
    sessionKey: 'cli:a',
    address,
    kind: 'reply',
    replyTo: 'in_1',
    content: [],
    createdAt: 3_000,
    expiresAt: 90_000,
  },
  turnId: 'turn_1',
  seq: 1,
  state: 'sent',
  attempts: 1,
  nextAttemptAt: 3_000,
  settledAt: 3_020,
};

function step(name: string, rest: Partial<Step>): Step {
  const kind = name.startsWith('llm') ? 'llm' : name.startsWith('tool') ? 'tool' : 'context';
  return {
    turnId: 'turn_1',
    name,
    kind,
    status: 'done',
    startedAt: 1_060,
    endedAt: 1_070,
    ...rest,
  };
}

function journal(rest: Partial<TraceJournal>): TraceJournal {
  return { traceId: 'tr_1', inbound, turn, steps: [], approvals: [], deliveries: [], ...rest };
}

function line({ spanId, parentId, kind, startedAt, endedAt, outcome }: Span): string {
  return `${parentId ?? '-'} > ${spanId} (${kind}) ${endedAt - startedAt} ${outcome}`;
}

describe('journalToSpans', () => {
  test('gives each stage of a turn a parent, a duration and an outcome', () => {
    const steps = [
      step('context', {}),
      step('llm_0', { startedAt: 1_080, endedAt: 1_180, outcome: 'tool-calls', result: llmResult }),
      step('tool_0_0', { startedAt: 1_900, endedAt: 2_400, outcome: 'error' }),
      { ...step('reply', { startedAt: 2_990, endedAt: 3_000 }), kind: 'reply' as const },
    ];

    const spans = journalToSpans(
      journal({ steps, approvals: [approval], deliveries: [delivery] }),
      ALIVE,
    );

    expect(spans.map(line)).toEqual([
      '- > root (turn) 2000 done',
      'root > receive (receive) 10 accepted',
      'root > queue (queue) 40 ok',
      'root > context (context) 10 ok',
      'root > llm_0 (llm_call) 100 tool-calls',
      'root > tool_0_0 (tool_call) 500 error',
      'tool_0_0 > approval:ap_1 (approval) 700 used',
      'root > delivery:out_1 (delivery) 20 sent',
    ]);
  });

  test('explains a model call by its route and usage and leaves its text out', () => {
    const steps = [step('llm_0', { result: llmResult })];

    const span = journalToSpans(journal({ steps }), ALIVE).find(({ kind }) => kind === 'llm_call');

    expect(span?.attributes).toEqual({
      provider: 'p',
      model: 'm',
      reason: 'route chat',
      retries: 1,
      firstPartMs: 40,
      inputTokens: 12,
      outputTokens: 3,
      costUsd: 0.5,
    });
  });

  test('hangs the approval of a call that has not begun under the turn', () => {
    const pending: Approval = { ...approval, state: 'pending' };
    const { decidedAt: _decidedAt, ...open } = pending;
    const waiting: Turn = { ...turn, state: 'waiting' };

    const spans = journalToSpans(journal({ turn: waiting, approvals: [open] }), ALIVE);

    expect(spans.map(line)).toContain('root > approval:ap_1 (approval) 7800 pending');
  });

  test('marks a result that no longer fits its shape instead of failing', () => {
    const steps = [step('llm_0', { result: { provider: 7 } }), step('context', { result: 'torn' })];

    const spans = journalToSpans(journal({ steps }), ALIVE);

    expect(spans.slice(3).map(({ attributes }) => attributes)).toEqual([
      { unreadable: true },
      { unreadable: true },
    ]);
  });

  test('never lets a span end before it starts, whatever the wall clock did', () => {
    const steps = [step('context', { startedAt: 5_000, endedAt: 4_000 })];

    const span = journalToSpans(journal({ steps }), ALIVE).find(
      ({ spanId }) => spanId === 'context',
    );

    expect(span).toMatchObject({ startedAt: 5_000, endedAt: 5_000 });
  });
});

describe('V20 journalToSpans on what a crash left', () => {
  const { endedAt: _endedAt, ...begun } = step('tool_0_0', { status: 'started', startedAt: 2_000 });
  const started: Step = { ...begun, result: toolStart };
  const { endedAt: _turnEnd, ...open } = turn;
  const running: Turn = { ...open, state: 'running' };

  function toolSpan(rest: Partial<TraceJournal>, moment = ALIVE): Span | undefined {
    const spans = journalToSpans(journal({ steps: [started], ...rest }), moment);
    return spans.find(({ kind }) => kind === 'tool_call');
  }

  test('calls a started step running while a runtime is alive', () => {
    const span = toolSpan({ turn: running });

    expect(span).toMatchObject({ outcome: 'running', endedAt: 9_000, name: 'tool_0_0 exec' });
    expect(span?.attributes).toMatchObject({ summary: 'npm test', risk: 'exec' });
  });

  test('calls the step and its turn interrupted when no runtime is alive', () => {
    const spans = journalToSpans(journal({ turn: running, steps: [started] }), DEAD);

    expect(spans.map(line)).toEqual([
      '- > root (turn) 8000 interrupted',
      'root > receive (receive) 10 accepted',
      'root > queue (queue) 40 ok',
      'root > tool_0_0 (tool_call) 0 interrupted',
    ]);
  });

  test('calls a step interrupted when its turn went on or ended without it', () => {
    const next = step('llm_1', { startedAt: 2_600 });

    expect(toolSpan({ turn: running, steps: [started, next] })).toMatchObject({
      outcome: 'interrupted',
      endedAt: 2_600,
    });
    expect(toolSpan({})).toMatchObject({ outcome: 'interrupted', endedAt: 3_000 });
  });

  test('lets a neighbour in the same batch prove nothing', () => {
    const neighbour = step('tool_0_1', { startedAt: 2_100 });

    const span = toolSpan({ turn: running, steps: [started, neighbour] });

    expect(span?.outcome).toBe('running');
  });
});

describe('journalToSpans without a turn', () => {
  test('shows a message that waits in the queue', () => {
    const queued: InboxRecord = { ...inbound, state: 'queued' };

    const spans = journalToSpans(
      { traceId: 'tr_1', inbound: queued, steps: [], approvals: [], deliveries: [] },
      ALIVE,
    );

    expect(spans.map(line)).toEqual([
      '- > root (receive) 10 accepted',
      'root > queue (queue) 7990 queued',
    ]);
  });

  test('shows what was turned away at the door, and why', () => {
    const spans = journalToSpans(
      {
        traceId: 'tr_2',
        steps: [],
        approvals: [],
        deliveries: [],
        receipt: {
          traceId: 'tr_2',
          sessionKey: 'cli:a',
          channel: 'cli',
          outcome: 'busy',
          reason: 'queue full',
          at: 5,
        },
      },
      ALIVE,
    );

    expect(spans.map(line)).toEqual(['- > root (receive) 0 busy']);
    expect(spans[0]?.attributes['reason']).toBe('queue full');
  });

  test('is empty when nothing is known', () => {
    expect(
      journalToSpans({ traceId: 'x', steps: [], approvals: [], deliveries: [] }, ALIVE),
    ).toEqual([]);
  });
});

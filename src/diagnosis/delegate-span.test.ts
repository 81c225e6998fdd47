import { describe, expect, test } from 'vitest';
import { trustedOrigin } from '../protocol/origin.ts';
import type { Step } from '../protocol/turn.ts';
import { delegateSpans } from './delegate-span.ts';
import type { Span } from './span.ts';

const KEY = '0123456789abcdef01234567';

const start = {
  tool: 'delegate_task',
  idempotencyKey: KEY,
  maskedArguments: {},
  summary: 'delegate: count',
  risk: 'read_only',
  decision: { action: 'allow', reason: '', patternKey: 'none', facts: [] },
} as const;

const call: Span = {
  spanId: 'tool_0_0',
  parentId: 'root',
  kind: 'tool_call',
  name: 'tool_0_0 delegate_task',
  startedAt: 10,
  endedAt: 30,
  outcome: 'ok',
  attributes: {},
};

function done(metadata: Record<string, unknown>, outcome = 'ok'): Step {
  const message = { role: 'tool', callId: 'tool_0_0', providerCallId: 'c', tool: 'delegate_task' };
  const result = {
    message: { ...message, outcome, text: '', origin: trustedOrigin('model') },
    ...{ summary: '', attempts: 1, durationMs: 1, metadata, sideEffect: true, start },
  };
  const times = { startedAt: 10, endedAt: 30 };
  return { turnId: 't', name: 'tool_0_0', kind: 'tool', status: 'done', ...times, outcome, result };
}

const begun: Step = {
  ...{ turnId: 't', name: 'tool_0_0', kind: 'tool', status: 'started', startedAt: 10 },
  result: start,
};

describe('T24 the trace of a turn with a worker', () => {
  test('names the trace of the worker below the call, and how it ended', () => {
    const [span] = delegateSpans(done({ status: 'capped', modelCalls: 2, toolCalls: 1 }), call);

    expect(span).toEqual({
      spanId: 'delegate:tool_0_0',
      parentId: 'tool_0_0',
      kind: 'delegate',
      name: `trace_${KEY}`,
      startedAt: 10,
      endedAt: 30,
      outcome: 'capped',
      attributes: { modelCalls: 2, toolCalls: 1 },
    });
  });

  test('names it while the worker is at work, and after a crash', () => {
    const [span] = delegateSpans(begun, { ...call, outcome: 'interrupted' });

    expect(span).toMatchObject({ name: `trace_${KEY}`, outcome: 'interrupted' });
  });

  test('names none where no worker was started', () => {
    expect(delegateSpans(done({}, 'error'), call)).toEqual([]);
  });
});

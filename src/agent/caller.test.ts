import { describe, expect, test } from 'vitest';
import type { ChildOrder, InboundEvent } from '../protocol/event.ts';
import { workerOf } from '../protocol/worker-session.ts';
import { inboundEvent } from '../testing/inbound-bed.ts';
import { callerOf } from './caller.ts';

const order: ChildOrder = {
  title: 'count',
  parentTurnId: 'turn_1',
  parentTraceId: 'trace_1',
  parentSessionKey: 'telegram:7',
  conversation: 'telegram:7',
  parentExecutionId: 'exe_1',
  depth: 1,
  channel: 'telegram',
  allowedTools: ['read_file'],
  caps: { modelCalls: 1, toolCalls: 1, tokens: 1, costUsd: 1, wallTime: 1 },
  tainted: false,
};

const { address, sessionKey } = workerOf('0123456789abcdef01234567', 1);
const worker: InboundEvent = { ...inboundEvent('in'), address, sessionKey, canAsk: true };

describe('in whose name a turn runs', () => {
  test('is told by the door, with no tool forbidden', () => {
    const caller = callerOf({ ...inboundEvent('in'), canAsk: true }, true);

    expect(caller).toMatchObject({ channel: 'cli', agentId: 'main', isOwner: true, canAsk: true });
    expect(caller.allowedTools).toBeUndefined();
  });

  test('T22 is for a worker that of its order: its tools, the lists of the conversation, nobody to ask', () => {
    const caller = callerOf({ ...worker, child: order }, true);

    expect(caller).toMatchObject({
      ...{ channel: 'telegram', agentId: 'worker', canAsk: false, parentExecutionId: 'exe_1' },
      allowedTools: new Set(['read_file']),
    });
  });

  test('T22 is nothing for a worker without an order', () => {
    const { allowedTools, canAsk } = callerOf(worker, true);

    expect([allowedTools, canAsk]).toEqual([new Set(), false]);
  });
});

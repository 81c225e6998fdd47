import { expect, test } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import { createRunEvents } from '../bus/run-events.ts';
import type { InboundEvent } from '../protocol/event.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import type { RunEvent } from '../protocol/run-event.ts';
import { openStorage } from '../storage/index.ts';
import { showTurnBreak } from './show-turn-break.ts';

const EVENT: InboundEvent = {
  id: 'cli:1',
  traceId: 'trace_1',
  sessionKey: 'cli:a',
  address: { channel: 'cli', accountId: 'default', chatId: 'a' },
  principal: 'cli:0',
  content: [{ type: 'text', text: 'hi', origin: trustedOrigin('user') }],
  language: 'zh',
  receivedAt: 1,
  unattended: false,
  cronAuthorized: false,
  canAsk: false,
  assumeYes: false,
};

async function setUp() {
  const storage = await openStorage('sqlite', {
    dataDir: ':memory:',
    durability: 'normal',
    now: () => 1,
  });
  await storage.inbox.accept(EVENT, { perSession: 10, total: 10 });
  const seen: RunEvent[] = [];
  const events = createRunEvents(() => undefined);
  events.subscribe('cli:a', (event) => seen.push(event));
  return { deps: { storage, events, clock: systemClock }, seen };
}

const FULL = new AgentError('storage_unwritable', 'full', {
  messageId: 'storage.disk_full',
  values: { path: '/data' },
});

test('tells the one whose message waits why, in their language', async () => {
  const { deps, seen } = await setUp();

  await showTurnBreak(deps, 'cli:a', FULL);

  expect(seen).toMatchObject([{ type: 'turn-break', inboundId: 'cli:1', traceId: 'trace_1' }]);
  expect(JSON.stringify(seen)).toMatch(/\/data.*已满.*您的消息已保存/);
});

test('says nothing when another worker has the session, or when nobody waits', async () => {
  const { deps, seen } = await setUp();

  await showTurnBreak(deps, 'cli:a', new AgentError('stale_lease', 'lost'));
  await showTurnBreak(deps, 'cli:b', FULL);

  expect(seen).toEqual([]);
});

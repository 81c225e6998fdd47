import { expect, test } from 'vitest';
import { AgentError } from '../base/errors.ts';
import type { OutboundEvent } from '../protocol/event.ts';
import { createAttachedChats } from './attached-chats.ts';

const reply = { address: { channel: 'cli', accountId: 'default', chatId: 'main' } };

function deliverTo(fails?: AgentError) {
  const chats = createAttachedChats();
  chats.attach('main', async () => {
    if (fails !== undefined) throw fails;
  });
  return chats.deliver(reply as OutboundEvent, new AbortController().signal);
}

test('a reply that was taken is sent', async () => {
  expect(await deliverTo()).toEqual({ state: 'sent' });
});

test('a reply that certainly was not shown waits for the next one to come', async () => {
  const left = new AgentError('not_found', 'Nobody sits here any more.');
  const notSent = new AgentError('unavailable', 'Closed.', { details: { sent: false } });

  expect(await deliverTo(left)).toEqual({ state: 'parked' });
  expect(await deliverTo(notSent)).toEqual({ state: 'parked' });
});

test('a reply whose taker went away in the middle may have been shown', async () => {
  const lost = new AgentError('unavailable', 'The runtime ended the connection.');

  expect(await deliverTo(lost)).toMatchObject({ state: 'unknown' });
});

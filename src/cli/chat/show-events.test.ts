import { expect, test } from 'vitest';
import type { OutboundEvent } from '../../protocol/event.ts';
import { trustedOrigin } from '../../protocol/origin.ts';
import { createStyle } from '../terminal/style.ts';
import { createEventPrinter } from './show-events.ts';

const REPLY: OutboundEvent = {
  id: 'turn_1:reply',
  traceId: 'trace_1',
  sessionKey: 'cli:a',
  address: { channel: 'cli', accountId: 'default', chatId: 'a' },
  kind: 'reply',
  replyTo: 'cli:1',
  content: [
    { type: 'text', text: 'Hello.', origin: trustedOrigin('model') },
    { type: 'text', text: '\nAnswered by other/two.', origin: trustedOrigin('runtime') },
  ],
  createdAt: 1,
  expiresAt: 2,
};

async function shown(sentFromHere: boolean): Promise<string> {
  const replies: string[] = [];
  const view = { reply: async (text: string) => void replies.push(text), line: () => undefined };
  const style = createStyle(false);
  const printer = createEventPrinter({ view: view as never, language: 'en', style, live: true });
  if (sentFromHere) printer.ours('cli:1');
  await printer.deliver(REPLY);
  return replies.join('');
}

test('what the runtime adds to a delivery is shown only where its turn was not seen', async () => {
  expect(await shown(true)).toBe('Hello.');
  expect(await shown(false)).toBe('Hello.\n\nAnswered by other/two.');
});

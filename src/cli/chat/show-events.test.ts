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

test('a file that is sent is shown by its place in the workspace', async () => {
  const replies: string[] = [];
  const view = { reply: async (text: string) => void replies.push(text) };
  const style = createStyle(false);
  const source = { kind: 'artifact', artifactId: 'art_1' } as const;
  const file = {
    type: 'file',
    mediaType: 'application/pdf',
    name: 'out/a\u001b[2J.pdf',
    source,
  } as const;
  const said = { type: 'text', text: 'Here it is.', origin: trustedOrigin('model') } as const;
  const content = [said, { ...file, origin: trustedOrigin('workspace') }];

  for (const language of ['en', 'zh'] as const) {
    const printer = createEventPrinter({ view: view as never, language, style, live: true });
    await printer.deliver({ ...REPLY, kind: 'notice', content });
  }

  expect(replies[0]).toMatch(/^Here it is\.\n\[file\] out\/a.*\.pdf \(application\/pdf\)$/);
  expect(replies.join('')).not.toContain('\u001b');
  expect(replies[1]).toContain('【文件】');
});

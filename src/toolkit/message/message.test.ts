import { describe, expect, test } from 'vitest';
import { createChatsBed } from '../../testing/chats-bed.ts';
import { fakeToolContext } from '../../testing/fake-tool-context.ts';
import { fakeToolMemory } from '../../testing/fake-tool-memory.ts';
import { createMessage } from './index.ts';

async function start() {
  const bed = await createChatsBed();
  const sessionKey = await bed.open({});
  const tool = createMessage(bed.chats);
  return { ...bed, tool, context: fakeToolContext({ sessionKey }) };
}

const GUARDED = { workspace: '/w', networkPolicy: 'deny', memory: fakeToolMemory() } as const;

describe('message', () => {
  test('queues a text for its own chat, under the id of the call', async () => {
    const { tool, context, queued, wakes } = await start();

    const result = await tool.execute({ text: 'Half done.' }, context);

    expect(result).toMatchObject({ success: true, output: expect.stringMatching(/this chat/) });
    const [delivery] = await queued();
    expect(delivery?.event).toMatchObject({
      id: `tool:${context.idempotencyKey}`,
      sessionKey: 'cli:main',
      address: { channel: 'cli', chatId: 'main' },
      kind: 'notice',
      content: [{ type: 'text', text: 'Half done.', origin: { source: 'model' } }],
      expiresAt: context.now() + 60_000,
    });
    expect(wakes()).toBe(1);
  });

  test('T7 queues it once, however often the call is made again', async () => {
    const { tool, context, queued } = await start();
    await tool.execute({ text: 'once' }, context);

    await tool.execute({ text: 'once' }, context);
    const verified = await tool.verify?.({ text: 'once' }, context);

    expect(await queued()).toHaveLength(1);
    expect(verified).toMatchObject({ state: 'done', result: { success: true } });
  });

  test('knows after a crash that nothing was queued', async () => {
    const { tool, context } = await start();

    expect(await tool.verify?.({ text: 'x' }, context)).toEqual({ state: 'not_done' });
  });

  test('writes to another chat that is known, and asks before', async () => {
    const { tool, context, queued, open } = await start();
    await open({ channel: 'telegram', chatId: '7' }, { principal: 'telegram:7' });
    const input = { text: 'hello', to: 'telegram:7' };

    const decision = await tool.guard?.(input, GUARDED);
    await tool.execute(input, context);

    expect(decision).toMatchObject({
      action: 'ask',
      patternKey: 'message_other',
      facts: ['message_other'],
    });
    expect((await queued())[0]?.event.address).toMatchObject({ channel: 'telegram', chatId: '7' });
  });

  test('tells which messages stay in the own chat', async () => {
    const { tool } = await start();
    const to = (chat?: string) =>
      tool.addressees?.({ text: 'x', ...(chat && { to: chat }) }, { sessionKey: 'cli:main' });

    expect([to(), to('cli:main'), to('cli:other')]).toEqual(['own_chat', 'own_chat', 'others']);
    expect(await tool.guard?.({ text: 'x' }, GUARDED)).toMatchObject({ action: 'allow' });
  });

  test.each(['telegram:9', 'agent:1-abc', 'cli:@tools'])(
    'does not write to %s, which is no known chat',
    async (to) => {
      const { tool, context, queued, open } = await start();
      await open({ channel: 'agent', chatId: '1-abc' });
      await open({ chatId: '@tools' });

      const result = await tool.execute({ text: 'x', to }, context);

      expect(result).toMatchObject({
        success: false,
        error: expect.stringMatching(/Ask the person/),
      });
      expect(await queued()).toEqual([]);
    },
  );

  test('says that a worker has no chat', async () => {
    const { tool, open } = await start();
    const sessionKey = await open({ channel: 'agent', chatId: '1-abc' });

    const result = await tool.execute({ text: 'x' }, fakeToolContext({ sessionKey }));

    expect(result).toMatchObject({
      success: false,
      error: expect.stringMatching(/in your result/),
    });
  });
});

import { describe, expect, test } from 'vitest';
import { createChatsBed, OWNER } from '../../testing/chats-bed.ts';
import { fakeToolContext } from '../../testing/fake-tool-context.ts';
import { createNotify } from './index.ts';

const context = fakeToolContext({ principal: OWNER });

describe('notify', () => {
  test('reaches the owner in the chat that they used last', async () => {
    const { chats, open, queued, wakes } = await createChatsBed();
    await open({ chatId: 'early' }, { at: 10 });
    await open({ channel: 'telegram', chatId: '7' }, { at: 20 });
    await open({ chatId: 'other' }, { at: 30, principal: 'cli:2000' });
    await open({ channel: 'agent', chatId: '1-abc' }, { at: 40 });
    await open({ chatId: '@tools' }, { at: 50 });

    const result = await createNotify(chats).execute({ text: 'The build is red.' }, context);

    expect(result).toMatchObject({ success: true });
    const deliveries = await queued();
    expect(deliveries.map(({ event }) => event.sessionKey)).toEqual(['telegram:7']);
    expect(wakes()).toBe(1);
  });

  test('T7 notifies once, however often the call is made again', async () => {
    const { chats, open, queued } = await createChatsBed();
    await open({});
    const notify = createNotify(chats);
    expect(await notify.verify?.({ text: 'x' }, context)).toEqual({ state: 'not_done' });

    await notify.execute({ text: 'x' }, context);
    await open({ chatId: 'newer' }, { at: 99 });
    await notify.execute({ text: 'x' }, context);

    expect(await queued()).toHaveLength(1);
    expect(await notify.verify?.({ text: 'x' }, context)).toMatchObject({ state: 'done' });
  });

  test('is for the work of the owner only', async () => {
    const { chats, open, queued } = await createChatsBed();
    await open({});

    const stranger = fakeToolContext({ principal: 'telegram:9' });
    const result = await createNotify(chats).execute({ text: 'x' }, stranger);

    expect(result).toMatchObject({ success: false });
    expect(await queued()).toEqual([]);
  });

  test('says so when the owner has no chat', async () => {
    const { chats } = await createChatsBed();

    const result = await createNotify(chats).execute({ text: 'x' }, context);

    expect(result).toMatchObject({ success: false, error: expect.stringMatching(/no chat yet/) });
  });
});

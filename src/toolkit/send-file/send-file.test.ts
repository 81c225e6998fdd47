import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createChatsBed } from '../../testing/chats-bed.ts';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../testing/temporary-workspace.ts';
import { createSendFile } from './index.ts';

let workspace: TemporaryWorkspace;

beforeEach(() => {
  workspace = createTemporaryWorkspace();
});

afterEach(() => workspace.remove());

async function start() {
  const bed = await createChatsBed();
  const sessionKey = await bed.open({});
  const tool = createSendFile(workspace.open, bed.chats);
  return { ...bed, tool, context: workspace.context({ sessionKey }) };
}

describe('send_file', () => {
  test('queues a workspace file with its caption, and keeps its bytes as they are now', async () => {
    const { tool, context, queued, storage, wakes } = await start();
    workspace.write('out/报告.md', '# Report');

    const result = await tool.execute({ path: 'out/报告.md', caption: 'Here it is.' }, context);
    workspace.write('out/报告.md', 'changed since');

    expect(result).toMatchObject({
      success: true,
      output: expect.stringContaining('报告.md (8 B, text/markdown)'),
      metadata: { path: 'out/报告.md', bytes: 8 },
    });
    const [delivery] = await queued();
    const id = `art_${context.idempotencyKey}`;
    expect(delivery?.event.content).toMatchObject([
      { type: 'text', text: 'Here it is.' },
      {
        type: 'file',
        name: 'out/报告.md',
        mediaType: 'text/markdown',
        source: { kind: 'artifact', artifactId: id },
      },
    ]);
    const bytes = await storage.artifacts.read(id);
    expect(Buffer.from(bytes ?? []).toString()).toBe('# Report');
    expect(wakes()).toBe(1);
  });

  test.each([
    ['a.txt', '\x89PNG\r\n\x1a\n', 'image/png', 'image'],
    ['a.jpg', '\xff\xd8\xff\xe0', 'image/jpeg', 'image'],
    ['a.webp', 'RIFF0000WEBP', 'image/webp', 'image'],
    ['a.svg', '<svg/>', 'image/svg+xml', 'file'],
    ['a.docx', 'PK\x03\x04', 'application/vnd.openxmlformats-officedocument', 'file'],
    ['a.zip', 'PK\x03\x04', 'application/zip', 'file'],
    ['a.mp4', '\0\0\0\x20ftypisom', 'video/mp4', 'video'],
    ['a.mp3', 'ID3\x03', 'audio/mpeg', 'audio'],
    ['a.bin', '\0\x01', 'application/octet-stream', 'file'],
  ])(
    'knows %s by its first bytes, then by its name',
    async (...[name, start_, mediaType, type]) => {
      const { tool, context, queued } = await start();
      workspace.write(name, Buffer.from(start_, 'latin1'));

      await tool.execute({ path: name }, context);

      const [block] = (await queued())[0]?.event.content ?? [];
      expect(block).toMatchObject({ type, mediaType: expect.stringContaining(mediaType) });
    },
  );

  test('T7 sends it once, however often the call is made again', async () => {
    const { tool, context, queued } = await start();
    workspace.write('a.txt', 'x');
    expect(await tool.verify?.({ path: 'a.txt' }, context)).toEqual({ state: 'not_done' });

    await tool.execute({ path: 'a.txt' }, context);
    await tool.execute({ path: 'a.txt' }, context);

    expect(await queued()).toHaveLength(1);
    expect(await tool.verify?.({ path: 'a.txt' }, context)).toMatchObject({ state: 'done' });
  });

  test.each([
    ['missing.txt', /no .*missing\.txt|not exist|does not/i],
    ['.', /folder/],
    ['big.bin', /20\.0 MB.*Split/],
    ['../outside', /outside/],
    ['runtime/state.db', /private/],
  ])('S8 does not send %s', async (path, words) => {
    const { tool, context, queued } = await start();
    workspace.write('big.bin', Buffer.alloc(20_000_001));
    workspace.write('runtime/state.db', 'x');

    const result = await tool.execute({ path }, context);

    expect(result).toMatchObject({ success: false, error: expect.stringMatching(words) });
    expect(await queued()).toEqual([]);
  });

  test('S8 is blocked by its guard outside of the workspace', async () => {
    const { tool } = await start();

    const decision = await tool.guard?.({ path: '/usr/share/x' }, workspace.guardContext);

    expect(decision).toMatchObject({ action: 'deny', patternKey: 'outside_workspace' });
  });

  test('says that a worker has no chat', async () => {
    const { tool, open } = await start();
    workspace.write('a.txt', 'x');
    const sessionKey = await open({ channel: 'agent', chatId: '1-abc' });

    const result = await tool.execute({ path: 'a.txt' }, workspace.context({ sessionKey }));

    expect(result).toMatchObject({ success: false, error: expect.stringMatching(/no chat/) });
  });
});

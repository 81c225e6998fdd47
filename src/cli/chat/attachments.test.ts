import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentError } from '../../base/errors.ts';
import { attachFiles } from './attachments.ts';

const socket = createServer();
let root: string;
let workspace: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'echo-attach-'));
  workspace = join(root, 'workspace');
  mkdirSync(join(workspace, 'src'), { recursive: true });
  mkdirSync(join(root, 'home'));
  writeFileSync(join(workspace, 'notes.md'), '# Notes');
  writeFileSync(join(workspace, 'my file.txt'), 'blank');
  writeFileSync(join(workspace, '笔记.txt'), '你好');
  writeFileSync(join(workspace, 'data.bin'), new Uint8Array([0, 255, 1]));
  writeFileSync(join(workspace, 'image.png'), 'not really');
  writeFileSync(join(workspace, 'Makefile'), 'all:');
  writeFileSync(join(root, 'outside.txt'), 'outside');
  writeFileSync(join(root, 'home', 'mine.txt'), 'home');
  writeFileSync(join(workspace, 'large.txt'), 'x'.repeat(8 * 1024 * 1024 + 1));
  writeFileSync(join(workspace, 'half.txt'), 'x'.repeat(5 * 1024 * 1024));
  writeFileSync(join(workspace, 'other.txt'), 'y'.repeat(5 * 1024 * 1024));
  symlinkSync(join(root, 'outside.txt'), join(workspace, 'link.txt'));
  socket.listen(join(workspace, 'pipe.txt'));
});

afterAll(() => {
  socket.close();
  rmSync(root, { recursive: true });
});

function attach(message: string, typed = true) {
  return attachFiles(message, { workspace, cwd: root, home: join(root, 'home'), typed });
}

async function names(message: string): Promise<string[]> {
  return (await attach(message)).attachments.map(({ name }) => name);
}

async function refusalOf(message: string, typed = true): Promise<string | undefined> {
  const error = await attach(message, typed).then(
    () => undefined,
    (thrown: unknown) => AgentError.from(thrown),
  );
  return error?.code === 'invalid_input' ? error.messageId : undefined;
}

describe('attachFiles', () => {
  test.each([
    ['see @notes.md', ['notes.md']],
    ['@notes.md', ['notes.md']],
    ['look at @notes.md, please (or @Makefile).', ['notes.md', 'Makefile']],
    ['看看@笔记.txt', ['笔记.txt']],
    ['总结@notes.md的内容', ['notes.md']],
    ['看看 @笔记.txt。', ['笔记.txt']],
    ['（@notes.md）', ['notes.md']],
    ['@"my file.txt" and @notes.md', ['my file.txt', 'notes.md']],
    ['@notes.md and again @./notes.md', ['notes.md']],
    ['from here @outside.txt', ['outside.txt']],
    ['from home @~/mine.txt', ['mine.txt']],
  ])('finds the files in %j', async (message, expected) => {
    expect(await names(message)).toEqual(expected);
  });

  test.each([
    'mail me at someone@example.org',
    'ask @alice or @bob_2',
    'npm i @types/node and @scope/pkg',
    'the folder @src',
    'just an @ sign, and @@',
    'a socket: @pipe.txt',
  ])('leaves %j as it is', async (message) => {
    expect(await attach(message)).toEqual({ text: message, attachments: [] });
  });

  test('takes \\@ for the sign itself', async () => {
    const { text, attachments } = await attach('\\@notes.md and a\\@b');

    expect(text).toBe('@notes.md and a\\@b');
    expect(attachments).toEqual([]);
  });

  test.each([
    ['@notes.md', 'text/markdown'],
    ['@image.png', 'image/png'],
    ['@Makefile', 'text/plain'],
    ['@笔记.txt', 'text/plain'],
    ['@data.bin', 'application/octet-stream'],
  ])('says what %s is', async (message, mediaType) => {
    const { attachments } = await attach(message);

    expect(attachments[0]?.mediaType).toBe(mediaType);
  });

  test('sends the bytes as they are', async () => {
    const { attachments } = await attach('@data.bin');

    expect([...Buffer.from(attachments[0]?.base64 ?? '', 'base64')]).toEqual([0, 255, 1]);
  });

  test.each([
    ['@gone.md', 'cli.attach.missing'],
    ['@./src/gone', 'cli.attach.missing'],
    ['@"no such file"', 'cli.attach.missing'],
    ['@large.txt', 'cli.attach.too_large'],
    ['@half.txt @other.txt', 'cli.attach.too_large'],
  ])('refuses %s', async (message, messageId) => {
    expect(await refusalOf(message)).toBe(messageId);
  });

  test.each(['@outside.txt', '@~/mine.txt', '@../outside.txt', '@link.txt', '@/etc/hostname'])(
    'refuses %s when nobody typed it',
    async (message) => {
      expect(await refusalOf(message, false)).toBe('cli.attach.outside');
    },
  );
});

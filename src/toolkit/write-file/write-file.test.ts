import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../../testing/temporary-workspace.ts';
import { contentHash } from '../shared/content-hash.ts';
import { encodeText } from '../shared/text-encoding.ts';
import { createTurnTaking } from '../shared/turn-taking.ts';
import { createWriteFile } from './index.ts';
import { WriteInput } from './input.ts';

let workspace: TemporaryWorkspace;
let tool: ReturnType<typeof createWriteFile>;

beforeEach(() => {
  workspace = createTemporaryWorkspace();
  tool = createWriteFile(workspace.open, createTurnTaking());
});

afterEach(() => workspace.remove());

type Mode = WriteInput['mode'];

function write(path: string, content: string, mode: Mode = 'create') {
  return tool.execute({ path, content, mode }, workspace.context());
}

function viewOf(name: string) {
  return workspace.memory.fileView(join(workspace.path, name));
}

const hash = (text: string) => contentHash(Buffer.from(text));

describe('T14 write_file', () => {
  test('creates a file with its folders and reports path, bytes and hash', async () => {
    const result = await write('docs/说明.md', '你好\n');

    expect(workspace.read('docs/说明.md')).toBe('你好\n');
    expect(result).toMatchObject({
      success: true,
      output: `Created docs/说明.md (1 line, 7 bytes, sha256 ${hash('你好\n').slice(0, 16)}).`,
      metadata: { path: 'docs/说明.md', bytes: 7, afterHash: hash('你好\n') },
    });
    expect(await viewOf('docs/说明.md')).toBe(hash('你好\n'));
  });

  test('creates only by default, and says what to do when the file exists', async () => {
    workspace.write('a.txt', 'old');

    const input = WriteInput.parse({ path: 'a.txt', content: 'new' });
    const result = await tool.execute(input, workspace.context());

    expect(result).toMatchObject({
      success: false,
      error: expect.stringMatching(/exists already.*nothing was written.*edit_file/),
    });
    expect(workspace.read('a.txt')).toBe('old');
    expect(workspace.memory.fileChanges).toEqual([]);
  });

  test('overwrites with both hashes and keeps the earlier bytes for undo', async () => {
    workspace.write('a.txt', 'old');

    const result = await write('a.txt', 'new', 'overwrite');

    expect(workspace.read('a.txt')).toBe('new');
    expect(result).toMatchObject({ metadata: { beforeHash: hash('old'), afterHash: hash('new') } });
    expect(workspace.memory.fileChanges).toMatchObject([
      { path: join(workspace.path, 'a.txt'), before: Buffer.from('old'), afterHash: hash('new') },
    ]);
  });

  test('appends exactly, and says when the last line simply goes on', async () => {
    workspace.write('log', 'one\n');

    const first = await write('log', 'two', 'append');
    const second = await write('log', 'three\n', 'append');
    const fresh = await write('new.log', 'x\n', 'append');

    expect(workspace.read('log')).toBe('one\ntwothree\n');
    expect(first).toMatchObject({ output: expect.not.stringContaining('goes on') });
    expect(second).toMatchObject({ output: expect.stringContaining('goes on') });
    expect(fresh).toMatchObject({ output: expect.stringContaining('Created new.log') });
  });

  test('appends in the encoding of the file, and never to what is no text', async () => {
    const gbk = { encoding: 'gb18030', hasMark: false } as const;
    workspace.write('gbk.txt', encodeText('你好\n', gbk) ?? '');
    workspace.write('pic.png', Buffer.from([0x89, 0, 0, 1]));

    await write('gbk.txt', '再见\n', 'append');
    const binary = await write('pic.png', 'x', 'append');

    const bytes = readFileSync(join(workspace.path, 'gbk.txt'));
    expect(new TextDecoder('gb18030').decode(bytes)).toBe('你好\n再见\n');
    expect(binary).toMatchObject({ success: false, error: expect.stringMatching(/not text/) });
  });

  test('does not claim to know a file that it has only added to', async () => {
    workspace.write('unread.txt', 'never seen\n');
    workspace.write('read.txt', 'seen\n');
    await workspace.memory.noteFileView(join(workspace.path, 'read.txt'), hash('seen\n'));

    await write('unread.txt', 'more\n', 'append');
    await write('read.txt', 'more\n', 'append');

    expect(await viewOf('unread.txt')).toBeUndefined();
    expect(await viewOf('read.txt')).toBe(hash('seen\nmore\n'));
  });

  test('lets of two creations at once exactly one succeed', async () => {
    const results = await Promise.all([write('same', 'a'), write('same', 'b'), write('same', 'c')]);

    expect(results.filter(({ success }) => success)).toHaveLength(1);
  });

  test('changes nothing once the call was cancelled', async () => {
    const context = workspace.context({ signal: AbortSignal.abort() });

    const cancelled = tool.execute({ path: 'a.txt', content: 'x', mode: 'create' }, context);

    await expect(cancelled).rejects.toMatchObject({ code: 'aborted' });
    expect(readdirSync(workspace.path)).toEqual([]);
  });

  test.each([
    ['../up.txt', /outside the workspace/],
    ['runtime/x', /stay private/],
    ['.', /is a folder/],
  ])('refuses %s with what to do instead', async (path, error) => {
    expect(await write(path, 'x', 'overwrite')).toMatchObject({
      success: false,
      error: expect.stringMatching(error),
    });
  });
});

describe('T14 the guard of write_file', () => {
  const guard = (path: string, mode: Mode) =>
    tool.guard?.({ path, content: 'x', mode }, workspace.guardContext);

  test('asks before it overwrites what the session has not read, or not as it is now', async () => {
    workspace.write('a.txt', 'old');
    const unread = await guard('a.txt', 'overwrite');
    await workspace.memory.noteFileView(join(workspace.path, 'a.txt'), hash('old'));
    const read = await guard('a.txt', 'overwrite');
    workspace.write('a.txt', 'changed');
    const stale = await guard('a.txt', 'overwrite');

    expect(unread).toMatchObject({ action: 'ask', patternKey: 'overwrite_unread' });
    expect(unread?.alternative).toMatch(/read_file/);
    expect(read).toMatchObject({ action: 'allow' });
    expect(stale).toMatchObject({ action: 'ask', reason: expect.stringMatching(/has changed/) });
  });

  test.each<{ path: string; mode: Mode; action: string; patternKey: string }>([
    { path: 'new.txt', mode: 'overwrite', action: 'allow', patternKey: 'none' },
    { path: 'a.txt', mode: 'append', action: 'allow', patternKey: 'none' },
    { path: 'a.txt', mode: 'create', action: 'allow', patternKey: 'none' },
    { path: '.git/hooks/pre-commit', mode: 'create', action: 'ask', patternKey: 'git_internals' },
    { path: 'hooks/pre-commit', mode: 'create', action: 'ask', patternKey: 'git_internals' },
    { path: '.env', mode: 'append', action: 'ask', patternKey: 'secret_file' },
    { path: 'AGENT.md', mode: 'create', action: 'ask', patternKey: 'agent_instructions' },
    { path: '../x', mode: 'create', action: 'deny', patternKey: 'outside_workspace' },
    { path: 'runtime/x.db', mode: 'overwrite', action: 'deny', patternKey: 'private_path' },
  ])('judges $path with mode $mode: $action', async ({ path, mode, action, patternKey }) => {
    workspace.write('a.txt', 'old');
    workspace.write('.git/hooks/x', '');
    symlinkSync('.git/hooks', join(workspace.path, 'hooks'));

    expect(await guard(path, mode)).toMatchObject({ action, patternKey });
  });
});

describe('T7 what write_file knows after a crash', () => {
  const verify = (path: string, content: string, mode: Mode) =>
    tool.verify?.({ path, content, mode }, workspace.context());

  test('is that nothing was done when nothing was noted', async () => {
    workspace.write('a.txt', 'content of somebody else');
    workspace.write('.echo-agent-0123456789abcdef01234567.tmp', 'half');

    expect(await verify('a.txt', 'content of somebody else', 'overwrite')).toEqual({
      state: 'not_done',
    });
    expect(readdirSync(workspace.path)).toEqual(['a.txt']);
    expect(await verify('missing/b.txt', 'x', 'create')).toEqual({ state: 'not_done' });
  });

  test.each<[Mode]>([['create'], ['overwrite'], ['append']])(
    'is the outcome of %s when the process died right after it',
    async (mode) => {
      if (mode !== 'create') workspace.write('a.txt', 'old\n');
      const result = await write('a.txt', 'new\n', mode);
      workspace.memory.fileViews.clear();

      expect(await verify('a.txt', 'new\n', mode)).toEqual({ state: 'done', result });
    },
  );

  test('is that nothing was done when it died between the note and the change', async () => {
    workspace.write('a.txt', 'old');
    const path = join(workspace.path, 'a.txt');
    await workspace.memory.noteFileChange({
      path,
      before: Buffer.from('old'),
      afterHash: hash('oldnew'),
    });

    expect(await verify('a.txt', 'new', 'append')).toEqual({ state: 'not_done' });
  });

  test('is unknown when somebody has changed the file since', async () => {
    await write('a.txt', 'new');
    workspace.write('a.txt', 'theirs');

    expect(await verify('a.txt', 'new', 'create')).toEqual({ state: 'unknown' });
  });
});

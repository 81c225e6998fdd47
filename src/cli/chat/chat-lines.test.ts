import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '../../storage/index.ts';
import { approval, session, turn } from '../../storage/samples.contract.ts';
import type { Storage } from '../../storage/storage.ts';
import { createCliStage } from '../../testing/cli-stage.ts';
import { createScriptedClient, type ScriptedClientOptions } from '../../testing/scripted-client.ts';

let workspace: string;
let storage: Storage;

beforeEach(async () => {
  workspace = mkdtempSync(join(tmpdir(), 'echo-lines-'));
  storage = await openStorage('sqlite', { dataDir: ':memory:', durability: 'full', now: () => 1 });
});

afterEach(async () => {
  await storage.close();
  rmSync(workspace, { recursive: true });
});

async function pipe(input: string, scripted: ScriptedClientOptions = {}, argv: string[] = []) {
  const playing = createScriptedClient({
    script: (stage) => stage.end(`re: ${stage.submission.text}`),
    ...scripted,
  });
  const stage = createCliStage({ client: playing.client, workspace, storage });
  stage.type(input);
  stage.endInput();
  const code = await stage.run(...argv);
  const texts = playing.submissions.map(({ text }) => text);
  return { ...stage, code, texts, submissions: playing.submissions };
}

describe('a chat over pipes', () => {
  test('answers each line before it reads the next, and ends with the input', async () => {
    const { code, output } = await pipe('one\ntwo\n\nthree');

    expect([code, output()]).toEqual([0, 're: one\nre: two\nre: three\n']);
  });

  test('goes on in the next line after a trailing backslash', async () => {
    const { texts } = await pipe('one\\\ntwo\nthree\\');

    expect(texts).toEqual(['one\ntwo', 'three']);
  });

  test('tells who answers on the error stream, so that a pipe holds answers only', async () => {
    const { output, notes } = await pipe('hi\n');

    expect(output()).toBe('re: hi\n');
    expect(notes()).toBe(
      'Echo Agent 9.9.9. route chat\n' +
        'workspace ~/work · conversation main · /help for commands, Ctrl-C twice to leave\n',
    );
  });

  test('takes commands, follows them into a new chat, and leaves when told to', async () => {
    const { output, submissions } = await pipe('/new\nhi\n/quit\nnever\n', {
      door: ({ text }) =>
        text === '/new' ? { outcome: 'command', text: 'A new one.', chatId: 'c2' } : undefined,
    });

    expect(output()).toBe('A new one.\nre: hi\n');
    expect(submissions.map(({ chatId, text }) => [chatId, text])).toEqual([
      ['main', '/new'],
      ['c2', 'hi'],
    ]);
  });

  test('goes on with the latest conversation, never with one of a single shot or of direct calls', async () => {
    await storage.commit([
      { op: 'put-session', session: session('cli:run_9', { updatedAt: 9 }) },
      { op: 'put-session', session: session('cli:@tools', { updatedAt: 8 }) },
      { op: 'put-session', session: session('cli:work', { updatedAt: 5 }) },
      { op: 'put-session', session: session('web:x', { updatedAt: 7 }) },
    ]);

    const latest = await pipe('hi\n');
    const fresh = await pipe('hi\n', {}, ['chat', '--new']);
    const named = await pipe('hi\n', {}, ['--session', '工作']);

    expect(latest.submissions[0]?.chatId).toBe('work');
    expect(fresh.submissions[0]?.chatId).toMatch(/^chat_/);
    expect(named.submissions[0]?.chatId).toBe('工作');
  });

  test('attaches files of the workspace only, because nobody typed the path', async () => {
    writeFileSync(join(workspace, 'in.txt'), 'inside');
    const outside = join(tmpdir(), `echo-outside-${process.pid}.txt`);
    writeFileSync(outside, 'outside');

    const { code, notes, submissions } = await pipe(`see @in.txt\nsee @${outside}\nbye\n`);
    rmSync(outside);

    expect(code).toBe(0);
    expect(submissions.map(({ text, attachments }) => [text, attachments?.length])).toEqual([
      ['see @in.txt', 1],
      ['bye', undefined],
    ]);
    expect(notes()).toContain('is outside the workspace');
  });

  test('leaves in the middle when it is told to', async () => {
    const playing = createScriptedClient({ script: () => undefined });
    const stage = createCliStage({ client: playing.client });

    const ended = stage.run();
    stage.type('never answered\n');
    while (playing.submissions.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    stage.signal('SIGTERM');

    expect(await ended).toBe(143);
  });

  test('names the chat that waits, also after it went on in a new one', async () => {
    const { code, notes } = await pipe('/new\npay\n', {
      door: ({ text }) =>
        text === '/new' ? { outcome: 'command', text: 'A new one.', chatId: 'c2' } : undefined,
      script: (turn) => turn.emit({ type: 'turn-waiting', waitingFor: WAITING }),
    });

    expect(code).toBe(3);
    expect(notes()).toContain('--session c2');
  });

  test('A9 leaves a conversation alone that waits for a person', async () => {
    await storage.commit([
      { op: 'put-session', session: session('cli:main') },
      {
        op: 'put-turn',
        turn: turn('t', 'main', {
          state: 'waiting',
          waitingFor: { kind: 'approval', id: 'ap', until: 9 },
        }),
      },
      { op: 'put-approval', approval: approval('ap', 't', { sessionKey: 'cli:main' }) },
    ]);

    const { code, notes, texts } = await pipe('hi\n', {}, ['--session', 'main']);

    expect([code, texts]).toEqual([3, []]);
    expect(notes()).toContain('waits for a decision of yours');
  });
});

const WAITING = { kind: 'approval', id: 'ap', until: 9 } as const;

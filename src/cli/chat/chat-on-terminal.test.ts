import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { sitDown } from '../../testing/chat-sitting.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const MODEL_START = {
  type: 'model-start',
  provider: 'p',
  model: 'm',
  reason: 'route chat',
} as const;

describe('chatOnTerminal', () => {
  test('shows a streamed answer once, although its reply is announced and delivered too', async () => {
    const { type, sees, shown, scripted, left } = sitDown({
      async script(stage) {
        stage.emit({ type: 'turn-start', resumed: false });
        stage.emit({ type: 'text-delta', step: 'llm_0', text: 'The ans' });
        stage.emit({ type: 'text-delta', step: 'llm_0', text: 'wer.\n' });
        await stage.end('The answer.');
      },
    });

    type('question\r');
    await sees('The answer.');
    await scripted.settled();
    type('/quit\r');

    expect(await left).toBe(0);
    expect(shown()).toBe('hello\n› question\nThe answer.\n');
  });

  test('adds only the closing sentence to an answer that broke off', async () => {
    const { type, sees, shown } = sitDown({
      async script(stage) {
        stage.emit({ type: 'text-delta', step: 'llm_0', text: 'Half of' });
        await stage.end('Half of\n\nThe answer broke off here.');
      },
    });

    type('go\r');
    await sees('broke off');

    expect(shown()).toBe('hello\n› go\nHalf of\nThe answer broke off here.\n›');
  });

  test('says when a model starts over, and shows the new answer whole', async () => {
    const { type, sees, shown } = sitDown({
      async script(stage) {
        stage.emit({ type: 'text-delta', step: 'llm_0', text: 'Wrong' });
        stage.emit({ ...MODEL_START, step: 'llm_0' });
        stage.emit({ type: 'text-delta', step: 'llm_0', text: 'Wrong no more' });
        await stage.end('Wrong no more');
      },
    });

    type('go\r');
    await sees('no more');

    expect(shown()).toContain('Wrong\n(the model starts over');
    expect(shown()).toContain('\nWrong no more\n');
  });

  test('gives each tool call a line with its outcome and its time', async () => {
    const { type, sees, shown } = sitDown({
      async script(stage) {
        const call = { step: 'tool_0_0', tool: 'exec' };
        stage.emit({ type: 'tool-start', ...call, summary: 'npm test' });
        stage.emit({
          type: 'tool-end',
          ...call,
          outcome: 'error',
          durationMs: 1_240,
          summary: 'exit code 1',
        });
        stage.emit({ type: 'tool-start', step: 'tool_0_1', tool: 'read_file', summary: 'a.ts' });
        stage.emit({
          type: 'tool-end',
          step: 'tool_0_1',
          tool: 'read_file',
          outcome: 'ok',
          durationMs: 3,
          summary: '12 lines',
        });
        await stage.end('done');
      },
    });

    type('test it\r');
    await sees('done');

    expect(shown()).toContain(
      '✗ exec: npm test · failed · 1.2 s — exit code 1\n✓ read_file: a.ts · 3 ms\ndone',
    );
  });

  test('lets no escape sequence of a model or a tool reach the terminal', async () => {
    const { type, sees, output } = sitDown({
      async script(stage) {
        stage.emit({ type: 'text-delta', step: 'llm_0', text: '\u001b]0;owned\u0007' });
        stage.emit({ type: 'notice', text: '\u001b[2J' });
        await stage.end('\u001b[31mred');
      },
    });

    type('go\r');
    await sees('red');

    const sent = output().split('\u001b').slice(1);
    expect(sent.filter((rest) => !/^\[(?:\d*[ACJ]|\?2004[hl])/.test(rest))).toEqual([]);
    expect(output()).toContain('␛]0;owned␇');
  });

  test('notes that a reply at attach answers an earlier message', async () => {
    const { sees, scripted, shown } = sitDown();

    await sees('›');
    await scripted.deliver('main', 'late news', { replyTo: 'in_old' });

    expect(shown()).toContain('(answer to an earlier message)\nlate news');
  });

  test('passes commands on, goes on where they lead, and explains its own keys', async () => {
    const { type, sees, scripted, shown } = sitDown({
      door: ({ text }) =>
        text.startsWith('/')
          ? { outcome: 'command', text: `did ${text}`, ...(text === '/new' && { chatId: 'c2' }) }
          : undefined,
    });

    type('/help\r');
    await sees('attaches a file');
    type('/new\r');
    await sees('did /new');
    type('next\r');
    await sees('ok');

    expect(shown()).toContain('did /help\nHere at the command line:');
    expect(scripted.submissions.map(({ chatId }) => chatId)).toEqual(['main', 'main', 'c2']);
  });

  test('keeps a message that was not taken for sending it again', async () => {
    const { type, sees, shown } = sitDown({ door: () => ({ outcome: 'busy', text: 'Too much.' }) });

    type('hello there\r');
    await sees('Too much.');
    await sees('› hello there\nToo much.\n› hello there');

    expect(shown()).toMatch(/› hello there$/);
  });

  test('sends a pasted text of several lines as one message', async () => {
    const { type, sees, scripted } = sitDown();

    type('\u001b[200~one\rtwo\u001b[201~');
    type('\r');
    await sees('ok');

    expect(scripted.submissions.map(({ text }) => text)).toEqual(['one\ntwo']);
  });

  test('UO12 tells the runtime the language of the message, not of the terminal', async () => {
    const { type, sees, scripted } = sitDown();

    type('你好\r');
    await sees('ok');

    expect(scripted.submissions[0]?.language).toBe('zh');
  });

  test('attaches the file that a message names', async () => {
    const workspace = mkdtempSync(join(tmpdir(), 'echo-chat-'));
    folders.push(workspace);
    writeFileSync(join(workspace, 'notes.md'), 'remember');
    const { type, sees, scripted } = sitDown({ workspace });

    type('see @notes.md\r');
    await sees('ok');

    expect(scripted.submissions[0]).toMatchObject({
      text: 'see @notes.md',
      attachments: [{ name: 'notes.md', mediaType: 'text/markdown', base64: 'cmVtZW1iZXI=' }],
    });
  });

  test('sends nothing when a named file is missing, and says which', async () => {
    const { type, sees, scripted, shown } = sitDown();

    type('see @./gone.md\r');
    await sees('There is no file ./gone.md');

    expect(scripted.submissions).toEqual([]);
    await sees('sent.\n› see @./gone.md');
    expect(shown()).toMatch(/› see @\.\/gone\.md$/);
  });
});

describe('V8 L5 Ctrl-C in chatOnTerminal', () => {
  test('stops the turn once and leaves when pressed twice', async () => {
    const { type, sees, scripted, left, shown } = sitDown({
      script: (stage) => stage.emit({ type: 'turn-start', resumed: false }),
    });

    type('long work\r');
    await sees('working…');
    type('\u0003');
    await sees('Stopping.');
    type('\u0003');

    expect(await left).toBe(130);
    expect(scripted.stops).toEqual(['cli:main']);
    expect(shown()).toContain('What is still open goes on at the next start.');
  });

  test('stays when the second press comes late, and clears the line when nothing runs', async () => {
    const { type, sees, advance, left, shown } = sitDown({
      overrides: { stop: async () => false },
    });

    type('half a thou');
    await sees('half a thou');
    type('\u0003');
    await sees('Press Ctrl-C again');
    await advance(5_000);
    type('\u0003');
    await sees('leave.\nPress Ctrl-C again to leave.\n›');
    type('\u0003');

    expect(await left).toBe(130);
    expect(shown()).not.toContain('half a thou');
  });

  test('clears what was typed since the first press, and stays', async () => {
    let stops = 0;
    const { type, sees, left, shown } = sitDown({
      script: (stage) => stage.emit({ type: 'turn-start', resumed: false }),
      overrides: { stop: async () => ++stops === 1 },
    });
    type('long work\r');
    await sees('working…');
    type('\u0003');
    await sees('Stopping.');

    type('half a thou');
    await sees('half a thou');
    type('\u0003');
    await sees('to leave.\nPress Ctrl-C again to leave.');
    type('/quit\r');

    expect(await left).toBe(0);
    expect(shown()).not.toContain('half a thou');
  });

  test('leaves at the end of the input, at Ctrl-D and when the process is told to end', async () => {
    const atEnd = sitDown();
    const byKey = sitDown();
    const bySignal = sitDown();
    await Promise.all([atEnd.sees('›'), byKey.sees('›'), bySignal.sees('›')]);

    atEnd.endInput();
    byKey.type('\u0004');
    bySignal.signal('SIGTERM');

    expect(await Promise.all([atEnd.left, byKey.left, bySignal.left])).toEqual([0, 0, 143]);
  });
});

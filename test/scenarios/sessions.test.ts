import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTrace } from '../../src/diagnosis/read-trace.ts';
import type { RoutedRequest } from '../../src/models/router-contract.ts';
import { calls, does, fails, hangs, says, waits } from '../../src/testing/scripted-router.ts';
import { attach, createRuntimeBed, until } from './runtime-bed.ts';

/** Answers with the last words of the person. */
const echo = ({ messages }: RoutedRequest) => says(`re: ${wordsOf(messages)}`);

function wordsOf(messages: RoutedRequest['messages']): string {
  const last = messages.findLast(({ role }) => role === 'user');
  const parts = last?.role === 'user' ? last.content : [];
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).at(-1) ?? '';
}

describe('L1 V12 a running runtime', () => {
  test('answers twenty sessions side by side: no model call waits for the end of another', async () => {
    const chats = Array.from({ length: 20 }, (_, n) => `chat${n}`);
    const gate = createGate();
    const bed = await createRuntimeBed({
      script: (request, call) => {
        if (call === chats.length - 1) gate.open();
        return [...does(() => gate.opened), ...echo(request)];
      },
    });

    const told = await Promise.all(chats.map((chatId) => bed.turn(`I am ${chatId}`, { chatId })));

    expect(told.map(({ reply }) => reply)).toEqual(chats.map((chatId) => `re: I am ${chatId}`));
  });

  test('answers the messages of one session in their order, each with its own reply', async () => {
    const bed = await createRuntimeBed({ script: (request) => [...waits(20), ...echo(request)] });
    const { replies } = await attach(bed);

    const ids = await Promise.all(['one', 'two', 'three'].map((text) => bed.send(text)));
    await until(() => replies.length === 3);

    expect(replies.map(({ text, replyTo }) => [text, replyTo])).toEqual([
      ['re: one', ids[0]],
      ['re: two', ids[1]],
      ['re: three', ids[2]],
    ]);
  });
});

describe('L2 a full queue', () => {
  test('says busy, keeps a trace of it, and answers everything that it took', async () => {
    const gate = createGate();
    const bed = await createRuntimeBed({
      set: ['bus.maxQueuedPerSession=1'],
      script: (request) => [...does(() => gate.opened), ...echo(request)],
    });
    const first = await bed.send('one');
    await until(() => bed.requests().length === 1);
    const second = await bed.send('two');

    const refused = await bed.submit('three', { language: 'zh' });
    gate.open();
    const replies = [await bed.endOf(first), await bed.endOf(second)].map(({ reply }) => reply);

    expect(refused).toEqual({ outcome: 'busy', text: expect.stringContaining('请稍后') });
    expect(replies).toEqual(['re: one', 're: two']);
    const { inbox, receipts } = bed.runtime().storage;
    expect(await inbox.list({ limit: 9 })).toHaveLength(2);
    expect(await receipts.list({ limit: 9 })).toMatchObject([{ outcome: 'busy' }]);
  });
});

describe('L9 "hi"', () => {
  test('costs exactly one model call', async () => {
    const bed = await createRuntimeBed({ script: [says('Hello!')] });

    const { end, reply } = await bed.turn('hi');

    expect([reply, end.modelCalls, bed.requests().length]).toEqual(['Hello!', 1, 1]);
  });
});

describe('L13 V15 what breaks inside', () => {
  test('is one plain sentence with an error id; the cause is in the log under it', async () => {
    const secret = 'the inner workings';
    const script = () => does(() => Promise.reject(new Error(secret)));
    const bed = await createRuntimeBed({ script });

    const { end, reply } = await bed.turn('hi');

    await until(() => logOf(bed.settings.dataDir).includes(secret));
    expect(end).toMatchObject({ outcome: 'failed', errorId: expect.any(String) });
    expect(reply).toContain(end.errorId);
    expect(reply).not.toContain(secret);
    expect(logOf(bed.settings.dataDir)).toContain(end.errorId);
  });

  test('leaves no accepted message without an end that can be seen', async () => {
    const bed = await createRuntimeBed({
      script: ({ messages }) => {
        const text = wordsOf(messages);
        if (text === 'fail') return fails('overloaded');
        if (text === 'break') return does(() => Promise.reject(new Error('broken')));
        if (text === 'hang') return hangs();
        return text === 'loop'
          ? calls('list_dir', { path: '.' })
          : echo({ messages } as RoutedRequest);
      },
      set: ['agent.caps.modelCalls=3'],
    });
    const { replies } = await attach(bed);

    const said = ['fail', 'break', 'loop', 'hang', 'hello'];
    const ids = [];
    for (const text of said) ids.push(await bed.send(text));
    await until(() => replies.length === 3);
    await until(async () => bed.runtime().client.stop('cli:main'));
    await until(() => replies.length === 5);

    const { storage } = bed.runtime();
    await until(
      async () => (await storage.outbox.list({ states: ['sent'], limit: 9 })).length === 5,
    );

    const traces = await Promise.all(ids.map((id) => readTrace(storage, id)));
    expect(replies.map(({ replyTo }) => replyTo)).toEqual(ids);
    expect(traces.map((trace) => trace?.turn?.state)).toEqual([
      'failed',
      'failed',
      'capped',
      'stopped',
      'done',
    ]);
    expect(traces.map((trace) => trace?.deliveries.at(-1)?.state)).toEqual(said.map(() => 'sent'));
  });
});

describe('US10 US11 one event of a platform', () => {
  test('that comes again and again, also after a restart, is one turn and one reply', async () => {
    const bed = await createRuntimeBed({ script: (request) => echo(request) });
    const again = { id: 'platform-7', chatId: 'main' };
    const { replies } = await attach(bed);

    await bed.turn('once', again);
    const repeated = [];
    for (let n = 0; n < 4; n += 1) repeated.push(await bed.submit('once', again));
    await bed.start();
    const later = await attach(bed);
    repeated.push(await bed.submit('once', again));
    await bed.turn('and now?');
    await until(() => later.replies.length === 1);

    const outcomes = repeated.map(({ outcome }) => outcome);
    expect(new Set(outcomes)).toEqual(new Set(['duplicate']));
    expect(replies.map(({ text }) => text)).toEqual(['re: once']);
    expect(later.replies.map(({ text }) => text)).toEqual(['re: and now?']);
    expect(await bed.runtime().storage.turns.list({ limit: 9 })).toHaveLength(2);
  });
});

function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

function logOf(dataDir: string): string {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log') || name.endsWith('.jsonl'))
    .map((name) => readFileSync(join(dataDir, name), 'utf8'))
    .join('\n');
}

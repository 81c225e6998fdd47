import { describe, expect, test } from 'vitest';
import { AgentError } from '../../base/errors.ts';
import type { FileChangeRecord } from '../../storage/records.ts';
import { createCommandBed } from '../../testing/command-bed.ts';
import { calls, hangs, says } from '../../testing/scripted-router.ts';
import type { ScriptedTools } from '../../testing/scripted-tools.ts';

describe('/stop', () => {
  test('answers at once while a turn runs, ends it, and says when there is nothing to end', async () => {
    const bed = await createCommandBed({ script: [hangs()] });
    const id = await bed.send('tell me');
    await bed.until(() => bed.router.requests.length === 1, 'the question');

    const first = await bed.command('/stop');
    const { turn } = await bed.ended(id);
    const second = await bed.command('/stop');

    expect([first?.text, second?.text]).toEqual(['Stopping.', 'Nothing is running here.']);
    expect(turn.state).toBe('stopped');
  });

  test('ends a turn that waits for an approval', async () => {
    const bed = await createCommandBed({
      script: [calls('pay')],
      tools: { pay: { idempotency: 'unsafe', asks: true, run: () => 'ok' } },
    });
    const id = await bed.send('pay');
    await bed.parked();

    await bed.command('/stop');

    expect((await bed.ended(id)).turn.state).toBe('stopped');
  });
});

describe('/new', () => {
  test('goes on under another name and keeps the earlier conversation', async () => {
    const bed = await createCommandBed();
    await bed.ask('hi');

    const reply = await bed.command('/new');
    await bed.ask('hello', { chat: reply?.chatId ?? '' });

    expect(reply?.chatId).toMatch(/^chat_/);
    expect(bed.router.requests[1]?.messages).toHaveLength(1);
    expect(await bed.history()).toHaveLength(2);
  });
});

describe('/retry', () => {
  test('asks the last message again as a new one, and takes the first answer out of the history', async () => {
    const bed = await createCommandBed({
      script: [says('One.'), says('Bad.'), says('Better.'), says('Last.')],
    });
    await bed.ask('first');
    const bad = await bed.ask('second');

    const reply = await bed.command('/retry');
    const again = await bed.ended(reply?.inboundId ?? '');
    await bed.ask('third');

    expect(again.reply).toBe('Better.');
    expect(again.turn.traceId).not.toBe(bad.turn.traceId);
    const seen = JSON.stringify(bed.router.requests[3]?.messages);
    expect([seen.includes('Bad.'), seen.includes('Better.')]).toEqual([false, true]);
    expect(await bed.storage.turns.get(bad.turn.id)).toMatchObject({ retracted: true });
  });

  test('runs with the rights of the door by which it is asked for, not with those of the first time', async () => {
    const bed = await createCommandBed();
    const trusting = { assumeYes: true, canAsk: false, unattended: true, cronAuthorized: true };
    await bed.ask('hi', trusting);

    const careful = await bed.command('/retry');
    await bed.ended(careful?.inboundId ?? '');
    const bold = await bed.command('/retry', { assumeYes: true, canAsk: false });

    const events = await Promise.all(
      [careful, bold].map(async (reply) => bed.storage.inbox.get(reply?.inboundId ?? '')),
    );
    expect(events.map((record) => record?.event)).toMatchObject([
      { assumeYes: false, canAsk: true, unattended: false, cronAuthorized: false },
      { assumeYes: true, canAsk: false },
    ]);
  });

  test('waits for nothing: a running turn and an empty conversation are said so', async () => {
    const bed = await createCommandBed({ script: [hangs()] });

    const empty = await bed.command('/retry');
    await bed.send('hi');
    await bed.until(() => bed.router.requests.length === 1, 'the question');
    const running = await bed.command('/retry');

    expect(empty?.text).toContain('nothing in this conversation');
    expect(running?.text).toContain('still running');
  });

  test('keeps the answer when the queue is full', async () => {
    const bed = await createCommandBed({
      script: ({ messages }) =>
        JSON.stringify(messages).includes('busy') ? hangs() : says('One.'),
      config: { agent: { maxConcurrentTurns: 1 }, bus: { maxQueued: 1 } },
    });
    const { turn } = await bed.ask('hi');
    await bed.send('busy', { chat: 'b' });
    await bed.until(() => bed.router.requests.length === 2, 'the busy turn');
    await bed.send('waits', { chat: 'c' });

    const reply = await bed.command('/retry');

    expect(reply?.inboundId).toBeUndefined();
    expect(await bed.history()).toHaveLength(2);
    expect(await bed.storage.turns.get(turn.id)).toMatchObject({ retracted: false });
  });

  test('does not let a guest speak in the name of the owner', async () => {
    const bed = await createCommandBed();
    await bed.ask('delete everything');

    const reply = await bed.command('/retry', { principal: 'cli:guest' });

    expect(reply?.text).toContain("somebody else's");
    expect(bed.router.requests).toHaveLength(1);
  });
});

describe('/undo', () => {
  /** A tool that changes two files, one of them twice. */
  const write: ScriptedTools = {
    write: {
      idempotency: 'unsafe',
      async run({ path, before }, { memory }) {
        const bytes = before === undefined ? {} : { before: Buffer.from(String(before)) };
        await memory.noteFileChange({ path: String(path), afterHash: 'x', ...bytes });
        return 'written';
      },
    },
  };

  async function createWrites(conflicts: readonly string[] = []) {
    const undone: [string, string | undefined][] = [];
    const bed = await createCommandBed({
      script: [
        calls('write', { path: 'a.txt', before: 'a0' }),
        calls('write', { path: 'b.txt' }),
        calls('write', { path: 'a.txt', before: 'a1' }),
        says('Written.'),
      ],
      tools: write,
      undoFileChange: async ({ path }: FileChangeRecord, before) => {
        if (conflicts.includes(path)) return false;
        undone.push([path, before && new TextDecoder().decode(before)]);
        return true;
      },
    });
    await bed.ask('write');
    return { bed, undone };
  }

  test('restores the files newest first, and takes the message and its answer back', async () => {
    const { bed, undone } = await createWrites();

    const reply = await bed.command('/undo');

    expect(undone).toEqual([
      ['a.txt', 'a1'],
      ['b.txt', undefined],
      ['a.txt', 'a0'],
    ]);
    expect(reply?.text).toBe(
      'The last message and its answer are taken back.\n  restored: a.txt\n  removed again: b.txt\n  restored: a.txt',
    );
    expect(await bed.history()).toEqual([]);
  });

  test('tells which file somebody has changed since, and restores the others', async () => {
    const { bed, undone } = await createWrites(['b.txt']);

    const reply = await bed.command('/undo');

    expect(reply?.text).toContain('not restored: b.txt (changed since then)');
    expect(undone.map(([path]) => path)).toEqual(['a.txt', 'a.txt']);
  });

  test('never takes bytes that are gone for a file that was not there', async () => {
    const { bed, undone } = await createWrites();
    const [turn] = await bed.storage.turns.list({ sessionKey: 'cli:a' });
    const [first] = await bed.storage.sessions.fileChanges(turn?.id ?? '');
    const change = { ...first, beforeArtifactId: 'art_gone' } as FileChangeRecord;
    await bed.storage.commit([{ op: 'put-file-change', change }]);

    const reply = await bed.command('/undo');

    expect(reply?.text).toContain('not restored: a.txt (its earlier content is no longer kept)');
    expect(undone).not.toContainEqual(['a.txt', undefined]);
  });

  test.each([
    ['is a link that leads outside', new AgentError('forbidden', 'Outside.')],
    ['has grown too long', new AgentError('invalid_input', 'Too long.')],
  ])(
    'leaves alone a file that now %s, says so, and takes back the rest',
    async (_what, refusal) => {
      const undone: string[] = [];
      const bed = await createCommandBed({
        script: [
          calls('write', { path: 'a.txt' }),
          calls('write', { path: 'b.txt' }),
          says('Done.'),
        ],
        tools: write,
        undoFileChange: async ({ path }: FileChangeRecord) => {
          if (path === 'b.txt') throw refusal;
          return undone.push(path) > 0;
        },
      });
      await bed.ask('write');

      const reply = await bed.command('/undo');

      expect(reply?.text).toMatch(/not restored: b\.txt \(.+\)\n {2}removed again: a\.txt$/);
      expect(undone).toEqual(['a.txt']);
      expect(await bed.history()).toEqual([]);
    },
  );

  test('takes the message back also when what it changed can no longer be read', async () => {
    const { bed, undone } = await createWrites();
    bed.failAt('sessions.fileChanges', new AgentError('storage_damaged', 'Damaged.'));

    const reply = await bed.command('/undo');

    expect(reply?.text).toContain('not restored: what it changed');
    expect(undone).toEqual([]);
    expect(await bed.history()).toEqual([]);
  });

  test('finds the last message behind many that were taken back, a page at a time', async () => {
    const bed = await createCommandBed();
    for (let sent = 0; sent < 25; sent += 1) await bed.ask(`${sent}`);
    const pages: number[] = [];
    const { list } = bed.storage.turns;
    Object.assign(bed.storage.turns, {
      async list(filter: Parameters<typeof list>[0]) {
        const page = await list(filter);
        pages.push(page.length);
        return page;
      },
    });
    for (let taken = 0; taken < 24; taken += 1) await bed.command('/undo');

    const reply = await bed.command('/undo');

    expect(reply?.text).toContain('taken back');
    expect(Math.max(...pages)).toBe(20);
    expect((await bed.command('/undo'))?.text).toContain('nothing in this conversation');
  });

  test('twice takes back the message before it, and never the same file again', async () => {
    const { bed, undone } = await createWrites();

    await bed.command('/undo');
    const second = await bed.command('/undo');

    expect(second?.text).toContain('nothing in this conversation');
    expect(undone).toHaveLength(3);
  });
});

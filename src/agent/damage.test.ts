import { describe, expect, test } from 'vitest';
import { AgentError } from '../base/errors.ts';
import { createEngineBed, type EngineBed } from '../testing/engine-bed.ts';
import { calls, says } from '../testing/scripted-router.ts';

function damaged(table: string, key: string): AgentError {
  const details = { table, key };
  return new AgentError('storage_damaged', `Row ${key} of ${table} is damaged.`, { details });
}

describe('L4 a storage that cannot read', () => {
  test('fails the turn in the open, keeps the history, and the next turn works', async () => {
    const bed = await createEngineBed({ script: [says('One.'), says('Three.')] });
    await bed.ask('one');
    bed.failAt('messages.list', new AgentError('unavailable', 'I/O error in page 7'));

    const failed = await bed.ask('two');
    const next = await bed.ask('three');

    expect(failed.turn.state).toBe('failed');
    expect(failed.reply).toContain('something went wrong inside');
    expect(failed.reply).not.toContain('page 7');
    expect(next.reply).toBe('Three.');
    expect((await bed.history()).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
  });
});

describe('US6 a damaged record', () => {
  test('of the transcript is made anew from the journal, reported, and no business of other sessions', async () => {
    const bed = await createEngineBed({ script: ({ messages }) => says(`${messages.length}`) });
    await bed.ask('one');
    await bed.ask('two');
    await bed.ask('other', { chat: 'b' });
    const before = await bed.history();
    bed.failAt('messages.list', damaged('messages', 'cli:a#2'));

    const { reply } = await bed.ask('three');

    expect(reply).toBe('5');
    expect((await bed.history()).slice(0, 4)).toEqual(before);
    expect(bed.failures).toMatchObject([{ rebuilt: 'cli:a', damage: { code: 'storage_damaged' } }]);
    expect(await bed.history('b')).toHaveLength(2);
  });

  test('of an open turn ends that turn in the open, and the session goes on', async () => {
    const bed = await createEngineBed({ script: [says('Never said.'), says('Here.')] });
    const id = await crashInside(bed);
    bed.failAt('turns.open', damaged('turns', (await bed.storage.turns.open('cli:a'))?.id ?? ''));

    await bed.start();

    const { turn, reply } = await bed.ended(id);
    const next = await bed.ask('again');
    expect(turn.state).toBe('failed');
    expect(reply).toContain('something went wrong inside');
    expect(next.reply).toBe('Never said.');
  });

  test('of a journal ends its turn, whose part of the history is then the question and the failure', async () => {
    const bed = await createEngineBed({
      script: [calls('look'), says('Here.')],
      tools: { look: { run: () => 'seen' } },
    });
    bed.crashAt('after', 'llm_0');
    const id = await bed.send('hi');
    await bed.crashed();
    bed.failAt('turns.steps', damaged('steps', 'turn#llm_0'));

    await bed.start();

    const { turn } = await bed.ended(id);
    const next = await bed.ask('again');
    expect(turn.state).toBe('failed');
    expect(next.reply).toBe('Here.');
    expect(bed.router.requests.at(-1)?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', parts: [{ text: expect.stringContaining('could not finish') }] },
      { role: 'user' },
    ]);
  });

  test('of the message that an open turn answers ends that turn, told in the chat it came from', async () => {
    const bed = await createEngineBed();
    const id = await crashInside(bed);
    bed.failAt('inbox.get', damaged('inbox', id));

    await bed.start();

    const { turn } = await bed.ended(id);
    const [delivery] = await bed.storage.outbox.list({ turnId: turn.id, limit: 1 });
    expect(turn.state).toBe('failed');
    expect(delivery?.event.address).toMatchObject({ channel: 'cli', chatId: 'a' });
  });

  test('of a message in the queue is set aside, told, and does not hold up those behind it', async () => {
    const bed = await createEngineBed({ script: [says('To the second.')] });
    bed.crash();
    const first = await bed.send('one');
    const second = await bed.send('two');
    bed.failAt('inbox.list', damaged('inbox', first));

    await bed.start();

    expect((await bed.ended(second)).reply).toBe('To the second.');
    await bed.until(() => bed.platform.length === 2, 'both deliveries');
    expect((await bed.storage.inbox.get(first))?.state).toBe('failed');
    expect(bed.platform[0]).toMatchObject({
      kind: 'notice',
      replyTo: first,
      content: [{ text: expect.stringContaining('could not be read') }],
    });
  });
});

/** A turn that has begun, in a process that then died. */
async function crashInside(bed: EngineBed): Promise<string> {
  bed.crashAt('after', 'begin');
  const id = await bed.send('hi');
  await bed.crashed();
  return id;
}

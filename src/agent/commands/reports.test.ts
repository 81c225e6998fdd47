import { describe, expect, test } from 'vitest';
import { NO_USAGE } from '../../protocol/usage.ts';
import { createCommandBed } from '../../testing/command-bed.ts';
import { calls, finishes, hangs, says } from '../../testing/scripted-router.ts';

describe('/model', () => {
  test('shows the models, chooses one for this conversation only, and names what there is not', async () => {
    const bed = await createCommandBed({ models: ['scripted/one', 'scripted/two'] });
    await bed.ask('hi');

    const listed = await bed.command('/model');
    const chosen = await bed.command('/model scripted/two');
    const unknown = await bed.command('/model scripted/three');
    await bed.ask('hello');
    await bed.ask('hello', { chat: 'b' });

    expect(listed?.text).toBe(
      'Models (* answers here now):\n* scripted/one  ready\n  scripted/two  ready',
    );
    expect(chosen?.text).toContain('scripted/two answers in this conversation');
    expect(unknown?.text).toContain('There is no model scripted/three');
    expect(bed.router.requests.map(({ preferredModel }) => preferredModel)).toEqual([
      undefined,
      'scripted/two',
      undefined,
    ]);
  });

  test('can be said before the first word, and the title still comes from that', async () => {
    const bed = await createCommandBed({ models: ['scripted/one', 'scripted/two'] });

    await bed.command('/model scripted/two');
    await bed.ask('What is the time?');

    expect(bed.router.requests[0]?.preferredModel).toBe('scripted/two');
    expect(await bed.storage.sessions.get('cli:a')).toMatchObject({ title: 'What is the time?' });
  });
});

describe('/usage', () => {
  test('sums up this conversation and today, with cost', async () => {
    const bed = await createCommandBed();
    await bed.ask('one');
    await bed.ask('two');
    await bed.ask('three', { chat: 'b' });

    const reply = await bed.command('/usage');

    expect(reply?.text).toBe(
      'This conversation: 200 tokens in (0 cached), 20 out, 0.0020 USD\nToday: 300 tokens in (0 cached), 30 out, 0.0030 USD',
    );
  });
});

test('/usage calls a cost unknown that nobody told, and not zero', async () => {
  const unpriced = { ...NO_USAGE, inputTokens: 7 };
  const bed = await createCommandBed({
    script: [[...says('Hello.'), ...finishes('stop', unpriced)]],
  });
  await bed.ask('one');

  const reply = await bed.command('/usage');

  expect(reply?.text).toContain('This conversation: 7 tokens in (0 cached), 0 out, unknown cost');
});

describe('L18 /sessions', () => {
  test('lists the latest first, to the owner all, to others their own', async () => {
    const bed = await createCommandBed();
    await bed.ask('the first one', { chat: 'a' });
    await bed.time.advance(1_000);
    await bed.ask('of a guest', { chat: 'b', principal: 'cli:guest' });
    await bed.time.advance(1_000);
    await bed.ask('once more', { chat: 'a' });

    const owner = await bed.command('/sessions');
    const guest = await bed.command('/sessions', { principal: 'cli:guest' });
    const nobody = await bed.command('/sessions', { principal: 'cli:nobody' });

    expect(owner?.text).toBe('cli:a  the first one\ncli:b  of a guest');
    expect(guest?.text).toBe('cli:b  of a guest');
    expect(nobody?.text).toBe('No conversations yet.');
  });
});

describe('/trace', () => {
  test('shows the steps of the last turn with how they ended, also while it runs', async () => {
    const bed = await createCommandBed({
      script: [calls('look'), says('Seen.'), hangs()],
      tools: { look: { run: () => 'x' } },
    });
    const { turn } = await bed.ask('look');

    const ended = await bed.command('/trace');
    await bed.send('again');
    await bed.until(() => bed.router.requests.length === 3, 'the question');
    const running = await bed.command('/trace');

    expect(ended?.text.split('\n').map((line) => line.trim().split('  ')[0])).toEqual([
      `Trace ${turn.traceId}: done`,
      'context',
      'llm_0',
      'tool_0_0',
      'llm_1',
      'reply',
    ]);
    expect(running?.text).toContain(': running');
  });
});

describe('/help and what is no command', () => {
  test('lists every command, in the language of the person', async () => {
    const bed = await createCommandBed();

    const english = await bed.command('/help');
    const chinese = await bed.command('/HELP', { language: 'zh' });

    for (const name of ['stop', 'new', 'retry', 'undo', 'model', 'usage', 'sessions', 'trace']) {
      expect(english?.text).toContain(`/${name}`);
      expect(chinese?.text).toContain(`/${name}`);
    }
    expect(chinese?.text).toContain('撤回');
  });

  test.each([
    '/etc/hosts is wrong',
    '/tmp',
    '/dev/null',
    '/home/ada/notes.md',
    '/usr/bin/env: what is it?',
    '/ how do I divide?',
    '/',
    '//comment',
    'what does /stop do?',
    '/a/stop',
    '/停止',
    '',
  ])('takes %j for a message', async (text) => {
    const bed = await createCommandBed();

    expect(await bed.command(text)).toBeUndefined();
  });

  test.each([
    ['/stpo', '/stop'],
    ['/udno', '/undo'],
    ['/modle openai/gpt', '/model'],
    ['/hlep', '/help'],
    ['/session', '/sessions'],
  ])('takes %s for a slip of %s, and does nothing', async (text, meant) => {
    const bed = await createCommandBed();

    expect((await bed.command(text))?.text).toContain(`Did you mean ${meant}?`);
  });
});

import { describe, expect, test } from 'vitest';
import type { Message } from '../../protocol/message.ts';
import { trustedOrigin, untrustedOrigin } from '../../protocol/origin.ts';
import { type ChatsBed, createChatsBed, OWNER } from '../../testing/chats-bed.ts';
import { fakeToolContext } from '../../testing/fake-tool-context.ts';
import { createSessionSearch } from './index.ts';

let ordinal = 0;

async function say({ storage }: ChatsBed, ...said: [string, Message, number?]) {
  const [sessionKey, message, at = 1] = said;
  ordinal += 1;
  const place = { sessionKey, turnId: 'turn_1', ordinal, at };
  await storage.commit([{ op: 'append-message', ...place, message }]);
}

function user(text: string, origin = trustedOrigin('user')): Message {
  return { role: 'user', principal: OWNER, content: [{ type: 'text', text, origin }] };
}

function search(
  { storage: { messages, sessions } }: ChatsBed,
  query: string,
  { principal = OWNER, maxResults = 10 } = {},
) {
  const tool = createSessionSearch({ messages, sessions });
  return tool.execute({ query, maxResults }, fakeToolContext({ principal }));
}

const outputOf = (result: Awaited<ReturnType<typeof search>>) =>
  result.success ? result.output : result.error;

describe('session_search', () => {
  test('finds what was said, newest first, with session, time, who and a snippet', async () => {
    const bed = await createChatsBed();
    const early = await bed.open({ chatId: 'early' }, { title: 'Harbour\nwork' });
    const late = await bed.open({ chatId: 'late' });
    await say(bed, early, user(`${'long ago '.repeat(30)} the Pilot boat leaves at nine`), 1_000);
    const parts = [
      { type: 'reasoning', text: 'pilot boat?' },
      { type: 'text', text: 'The pilot  boat is\nred.' },
    ] as const;
    await say(bed, late, { role: 'assistant', model: 'm/x', parts: [...parts] }, 2_000);
    await say(bed, late, user('Nothing of the kind'), 3_000);

    const result = await search(bed, 'pilot boat');

    expect(outputOf(result)).toMatch(/^2 messages with "pilot boat", newest first\.\n===/);
    expect(outputOf(result)).toContain(
      '1. cli:late #1, 1970-01-01T00:00Z, assistant: The pilot boat is red.\n',
    );
    expect(outputOf(result)).toMatch(
      /2\. cli:early \(Harbour work\) #1, .*, user: ….*Pilot boat leaves/,
    );
    expect(outputOf(result)).not.toContain('reasoning');
    expect(result).toMatchObject({ metadata: { results: 2 }, origin: { trust: 'trusted' } });
  });

  test('finds Chinese words anywhere', async () => {
    const bed = await createChatsBed();
    await say(bed, await bed.open({}), user('明天早上九点开会'));

    expect(outputOf(await search(bed, '开会'))).toContain('明天早上九点开会');
  });

  test('never shows what other people said, nor what workers did', async () => {
    const bed = await createChatsBed();
    const theirs = await bed.open(
      { channel: 'telegram', chatId: '9' },
      { principal: 'telegram:9' },
    );
    await say(bed, theirs, user('the canary sings'));
    await say(
      bed,
      await bed.open({ channel: 'agent', chatId: '1-abc' }),
      user('the canary worked'),
    );

    expect(outputOf(await search(bed, 'canary'))).toMatch(/^Nothing was said/);
    const own = await search(bed, 'canary', { principal: 'telegram:9' });
    expect(outputOf(own)).toContain('the canary sings');
  });

  test('S12 keeps the mark of text that came from outside', async () => {
    const bed = await createChatsBed();
    await say(bed, await bed.open({}), {
      role: 'tool',
      callId: 'tool_1_0',
      providerCallId: 'c',
      tool: 'web_fetch',
      outcome: 'ok',
      text: 'a canary page',
      origin: untrustedOrigin('web:x.test'),
    });

    const result = await search(bed, 'canary');

    expect(result).toMatchObject({ origin: { trust: 'untrusted' } });
    expect(outputOf(result)).toContain('tool web_fetch: a canary page');
  });

  test('is bounded and says that there are more', async () => {
    const bed = await createChatsBed();
    const key = await bed.open({});
    for (let index = 0; index < 5; index += 1) await say(bed, key, user(`canary ${index}`), index);

    const result = await search(bed, 'canary', { maxResults: 3 });

    expect(outputOf(result)).toContain('3 messages with "canary", newest first. There are more');
    expect(result).toMatchObject({ metadata: { results: 3, truncated: true } });
  });
});

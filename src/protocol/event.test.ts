import { describe, expect, test } from 'vitest';
import { type ChatAddress, eventIdOf, sessionKeyOf } from './event.ts';

const HERE = { channel: 'cli', accountId: 'default', chatId: 'main' };

const NAMES = ['a', 'a:b', 'a@b', 'a/b', '%3A', '@cli:a', 'default', 'cli', ''];

/** Every address made of awkward names. */
function addresses(): readonly ChatAddress[] {
  return ['cli', 'telegram', 'a:b', 'a@b'].flatMap((channel) =>
    NAMES.flatMap((accountId) =>
      NAMES.flatMap((chatId) =>
        [undefined, ...NAMES].map((threadId) => {
          const address = { channel, accountId, chatId };
          return threadId === undefined ? address : { ...address, threadId };
        }),
      ),
    ),
  );
}

describe('the key of a session', () => {
  test.each([
    ['of the command line', {}, 'cli:main'],
    ['of the command line, with a colon', { chatId: 'a:b' }, 'cli:a:b'],
    ['of the default account', { channel: 'telegram', chatId: '-100:7' }, 'telegram:-100:7'],
    ['of another account', { channel: 'telegram', accountId: 'bot2' }, 'telegram@bot2:main'],
    ['of a thread', { channel: 'telegram', threadId: '7' }, 'telegram/7:main'],
    ['of odd names', { accountId: 'a:b', threadId: 'c/d' }, 'cli@a%3Ab/c%2Fd:main'],
  ])('%s', (_what, more, key) => {
    expect(sessionKeyOf({ ...HERE, ...more })).toBe(key);
  });

  test('is shared by no two conversations', () => {
    const all = addresses();

    expect(new Set(all.map(sessionKeyOf)).size).toBe(all.length);
  });
});

describe('the id of an accepted event', () => {
  test.each([
    ['in_1', {}, 'in_1'],
    ['5', { channel: 'telegram' }, '@telegram:5'],
    ['5', { channel: 'telegram', accountId: 'bot2' }, '@telegram@bot2:5'],
    ['@telegram:5', {}, '@cli:@telegram:5'],
  ])('%s from %o is %s', (id, more, accepted) => {
    expect(eventIdOf({ address: { ...HERE, ...more }, id })).toBe(accepted);
  });

  test('is shared by no two events of different accounts', () => {
    const accounts = addresses().filter(
      ({ chatId, threadId }) => chatId === 'a' && threadId === 'a',
    );
    const events = accounts.flatMap((address) => NAMES.map((id) => ({ address, id })));

    expect(new Set(events.map(eventIdOf)).size).toBe(events.length);
  });
});

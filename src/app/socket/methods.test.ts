import { describe, expect, test } from 'vitest';
import { SubmissionParams } from './methods.ts';

const message = { chatId: 'work', text: 'hi', language: 'en', canAsk: true, assumeYes: false };

describe('a message at the door', () => {
  test('is taken with a name in any script and a text of some megabytes', () => {
    expect(SubmissionParams.safeParse({ ...message, chatId: '工作_1.a-b' }).success).toBe(true);
    expect(SubmissionParams.safeParse({ ...message, text: 'x'.repeat(4_000_000) }).success).toBe(
      true,
    );
  });

  test.each([
    ['chatId', { chatId: 'a:b' }],
    ['chatId', { chatId: '' }],
    ['chatId', { chatId: 'x'.repeat(65) }],
    ['text', { text: 'x'.repeat(4_000_001) }],
    ['language', { language: 'de' }],
  ])('is refused by the name of the field: %s', (field, change) => {
    const parsed = SubmissionParams.safeParse({ ...message, ...change });

    expect(parsed.error?.issues[0]?.path).toEqual([field]);
  });

  test.each(['child', 'unattended', 'cronAuthorized', 'principal', 'sessionKey'])(
    'is refused when it says for itself what only the runtime can say: %s',
    (field) => {
      const parsed = SubmissionParams.safeParse({ ...message, [field]: {} });

      expect(parsed.error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: [field] });
    },
  );
});

import { expect, test } from 'vitest';
import { userMessage } from '../../storage/samples.contract.ts';
import { createStyle } from '../terminal/style.ts';
import { messageText } from './transcript-text.ts';

test.each([
  ['cli:1000', 'you'],
  ['web:eve', 'web:eve'],
])('%s is called %s', (principal, name) => {
  const message = { ...userMessage('hello'), principal };
  const record = { sessionKey: 'cli:a', turnId: 't', seq: 1, ordinal: 0, message, at: 0 };
  const facts = { style: createStyle(false), timeZone: 'UTC', you: 'you' };

  const lines = messageText(record as never, facts);

  expect(lines).toEqual([`${name}  1970-01-01 00:00:00`, 'hello', '']);
});

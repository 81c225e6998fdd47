import { expect, test } from 'vitest';
import { searchLine, searchTerms } from './search-words.ts';

test.each([
  ['Hello, World!', ' hello world'],
  ['发票Invoice2026已付', ' 发票 invoice2026 已付'],
  ['ＦＵＬＬ　ｗｉｄｔｈ', ' full width'],
  ['e-mail: a_b@c.de', ' e mail a b c de'],
  ['naïve café', ' naïve café'],
  ['🎉 — …', ''],
])('the line of %s', (text, line) => {
  expect(searchLine(text)).toBe(line);
});

test.each([
  ['Invoice invoice', [' invoice']],
  ['发票 Ticket', ['发票', ' ticket']],
  ['สวัสดี', ['สวัสดี']],
  ['%_"', []],
])('the terms of %s', (query, terms) => {
  expect(searchTerms(query)).toEqual(terms);
});

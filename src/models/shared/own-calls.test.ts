import { describe, expect, test } from 'vitest';
import { toHistoryInput, toHistoryName } from './own-calls.ts';

describe('arguments that stand in the history', () => {
  test('are as the model wrote them', () => {
    expect(toHistoryInput('{"path":"a","lines":[1,{"b":null}]}')).toEqual({
      path: 'a',
      lines: [1, { b: null }],
    });
  });

  test.each([
    ['no JSON', '{"path":'],
    ['no object', '"text"'],
    ['a list', '[1]'],
    ['a hundred thousand levels', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['ten million characters', `{"a":"${'x'.repeat(10_000_000)}"}`],
  ])('are an empty object where they were %s', (_, text) => {
    expect(toHistoryInput(text)).toEqual({});
  });
});

test.each([
  ['read_file', 'read_file'],
  ['mcp-server_tool', 'mcp-server_tool'],
  ['read\u001b[31m_file\u202e\u0000', 'read__31m_file__'],
  ['functions.exec', 'functions_exec'],
  ['', 'unnamed'],
  ['x'.repeat(100_000), 'x'.repeat(64)],
])('the name %j is sent back as %j', (given, sent) => {
  expect(toHistoryName(given)).toBe(sent);
});

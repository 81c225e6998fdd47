import { describe, expect, test } from 'vitest';
import { readStrictly } from './strict-chat.ts';

const call = (id: string, args = '{"path":"a"}', name = 'read_file') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const user = { role: 'user', content: 'go' };
const calls = (...ids: readonly string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => call(id)),
});
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'done' });
const says = { role: 'assistant', content: 'well' };

const SYSTEM = { role: 'system', content: 'You are a test.' };

function problemsOf(messages: readonly object[]): readonly string[] {
  const tools = [{ type: 'function', function: { name: 'read_file' } }];
  const body = { model: 'm', stream: true, tools, messages: [SYSTEM, ...messages] };
  return readStrictly(JSON.stringify(body)).problems;
}

describe('the strictest provider', () => {
  test.each([
    ['a first message', [user]],
    ['a conversation', [user, says, user]],
    ['calls with their results', [user, calls('1', '2'), result('1'), result('2')]],
    [
      'an id that comes again in a later answer',
      [user, calls('1'), result('1'), calls('1'), result('1')],
    ],
    ['text in parts', [{ role: 'user', content: [{ type: 'text', text: 'go' }] }]],
  ])('takes %s', (_, messages) => {
    expect(problemsOf(messages)).toEqual([]);
  });

  test.each([
    ['a conversation without a message', []],
    ['one that the model begins', [says, user]],
    ['two messages of the person in a row', [user, user]],
    ['two answers in a row', [user, says, says, user]],
    ['one that ends with the model', [user, says]],
    ['a call without its result', [user, calls('1'), user]],
    ['a call without its result at the end', [user, calls('1')]],
    ['half of the results', [user, calls('1', '2'), result('1'), says, user]],
    ['results in another order', [user, calls('1', '2'), result('2'), result('1')]],
    ['a result without its call', [user, says, result('1')]],
    ['a result twice', [user, calls('1'), result('1'), result('1')]],
    ['a message behind a result', [user, calls('1'), result('1'), user]],
    ['two calls with one id', [user, calls('1', '1'), result('1'), result('1')]],
    [
      'arguments that are no object',
      [user, { ...calls(), tool_calls: [call('1', '{"pa')] }, result('1')],
    ],
    [
      'a tool that was not offered',
      [user, { ...calls(), tool_calls: [call('1', '{}', 'rm')] }, result('1')],
    ],
    ['an empty message', [{ role: 'user', content: ' ' }]],
    ['an empty answer', [user, { role: 'assistant', content: '' }, user]],
    ['an empty answer beside a call', [user, { ...calls('1'), content: '' }, result('1')]],
    ['an empty result', [user, calls('1'), { ...result('1'), content: '' }]],
    ['a role that it does not know', [{ role: 'narrator', content: 'once' }]],
  ])('refuses %s', (_, messages) => {
    expect(problemsOf(messages)).not.toEqual([]);
  });

  test('refuses what is no JSON', () => {
    expect(readStrictly('{"model":').problems).toHaveLength(1);
  });
});

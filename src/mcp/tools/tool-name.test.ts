import { describe, expect, test } from 'vitest';
import { nameTools } from './tool-name.ts';

const NAME = /^[a-z][a-z0-9_]{0,63}$/;

const named = (tools: readonly string[], name = 'files', servers = [name]) =>
  nameTools({ name, servers }, tools);

test.each([
  ['read_file', 'mcp_files_read_file'],
  ['get-sum', 'mcp_files_get_sum'],
  ['readFile', 'mcp_files_readfile'],
  ['a.b/c', 'mcp_files_a_b_c'],
  ['__x__', 'mcp_files_x'],
])('the tool %s is called %s', (tool, name) => {
  expect(named([tool])).toEqual([name]);
});

test.each([
  ['too long', ['x'.repeat(80), `${'x'.repeat(79)}y`]],
  ['of other scripts', ['天气', '新闻', '!!']],
  ['alike but for what is left out', ['get-sum', 'get.sum', 'Get_Sum']],
  ['spelt with controls', ['a\u0000b', 'a\nb', 'a\u202eb']],
])('P4 tools whose names are %s have names of their own that providers take', (_, tools) => {
  const names = named(tools);

  expect(new Set(names).size).toBe(tools.length);
  for (const name of names) expect(name).toMatch(NAME);
});

test('one that is spelt as we spell keeps its plain name beside those that are not', () => {
  const [plain, other] = named(['get_sum', 'get-sum']);

  expect(plain).toBe('mcp_files_get_sum');
  expect(other).toMatch(/^mcp_files_get_sum_[0-9a-f]{8}$/);
});

test('the order of the list changes no name', () => {
  const tools = ['get-sum', 'get.sum', 'x'.repeat(80), 'echo'];

  expect(named(tools.toReversed())).toEqual(named(tools).toReversed());
});

describe('two servers', () => {
  test.each([
    [
      ['a', 'b_c'],
      ['a_b', 'c'],
    ],
    [
      ['a', 'b_c'],
      ['a-b', 'c'],
    ],
    [
      ['a-b', 'x'],
      ['a_b', 'x'],
    ],
  ] as const)('P4 %s and %s have no name in common', ([first, tool], [second, other]) => {
    const servers = [first, second];

    const names = [named([tool], first, servers), named([other], second, servers)].flat();

    expect(new Set(names).size).toBe(2);
  });
});

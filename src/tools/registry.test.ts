import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createToolRegistry } from './registry.ts';
import { defineTool, type Tool } from './tool.ts';

function tool(name: string, changes: Partial<Tool> = {}): Tool {
  return defineTool({
    name,
    title: name,
    description: 'Does a thing.',
    input: z.strictObject({ path: z.string() }),
    capabilities: ['fs.read'],
    idempotency: 'pure',
    summarize: () => name,
    execute: async () => ({ success: true, output: '' }),
    ...changes,
  });
}

test('tools are found by name and alias, and listed in the order of their names', () => {
  const registry = createToolRegistry([tool('zip'), tool('exec', { aliases: ['bash', 'shell'] })]);

  expect(registry.tools.map((each) => each.tool.name)).toEqual(['exec', 'zip']);
  expect(registry.find('bash')?.tool.name).toBe('exec');
  expect(registry.find('nothing')).toBeUndefined();
});

test('the model is told name, description and parameters, the same each time', () => {
  const registry = createToolRegistry([tool('read_file')]);

  const definition = registry.find('read_file')?.definition;

  expect(definition).toEqual({
    name: 'read_file',
    description: 'Does a thing.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' } },
      required: ['path'],
      additionalProperties: false,
    },
  });
  expect(registry.find('read_file')?.definition).toBe(definition);
});

test.each([['ReadFile'], ['read-file'], ['1st'], [''], ['a'.repeat(65)], ['read\u0000file']])(
  'the name %j is refused',
  (name) => {
    expect(() => createToolRegistry([tool(name)])).toThrow(
      expect.objectContaining({ code: 'invalid_config', messageId: 'tools.refused_name' }),
    );
  },
);

test.each([
  ['two tools of one name', [tool('exec'), tool('exec')]],
  ['an alias that is a name', [tool('exec'), tool('run', { aliases: ['exec'] })]],
  ['two equal aliases', [tool('a', { aliases: ['x'] }), tool('b', { aliases: ['x'] })]],
])('%s are refused', (_, tools) => {
  expect(() => createToolRegistry(tools)).toThrow(
    expect.objectContaining({ code: 'invalid_config', messageId: 'tools.refused_taken' }),
  );
});

describe('T1 a schema that a provider would refuse keeps its tool out, and no other', () => {
  const raw = (schema: Record<string, unknown>) =>
    z.any().meta({ ...schema }) as unknown as z.ZodType<unknown>;

  test.each([
    [
      'an array without items',
      z.object({ list: raw({ type: 'array' }) }),
      'parameters.properties.list',
    ],
    [
      'one deep within alternatives',
      z.object({ a: z.union([z.string(), z.object({ b: raw({ type: 'array' }) })]) }),
      'properties.b',
    ],
    ['an empty anyOf', z.object({ a: raw({ anyOf: [] }) }), 'anyOf'],
    ['what is no object', z.array(z.string()), 'must be an object'],
    ['what JSON Schema cannot say', z.object({ at: z.date() }), 'parameters'],
  ])('%s', (_, input, path) => {
    const registry = createToolRegistry([tool('good'), tool('bad', { input })]);

    expect(registry.tools.map((each) => each.tool.name)).toEqual(['good']);
    expect(registry.rejected).toEqual([{ name: 'bad', reason: expect.stringContaining(path) }]);
  });
});

describe('UT19 a source of tools that changes', () => {
  const names = (registry: ReturnType<typeof createToolRegistry>) =>
    registry.tools.map((each) => each.tool.name);

  test('puts its tools among the others, and takes them away again', () => {
    const registry = createToolRegistry([tool('exec'), tool('zip')]);

    registry.replace('mcp:a', [tool('mcp_a_x'), tool('mcp_a_b')]);
    const before = names(registry);
    registry.replace('mcp:a', [tool('mcp_a_x')]);

    expect(before).toEqual(['exec', 'mcp_a_b', 'mcp_a_x', 'zip']);
    expect(names(registry)).toEqual(['exec', 'mcp_a_x', 'zip']);
    expect(registry.find('mcp_a_b')).toBeUndefined();
  });

  test.each([
    ['the name of a built-in tool', tool('exec')],
    ['the alias of a built-in tool', tool('bash')],
    ['an alias that is a built-in tool', tool('mine', { aliases: ['exec'] })],
    ['the name of another source', tool('mcp_b_x')],
    ['a name that no provider takes', tool('Mine')],
  ])('is kept from %s, by name, and hurts no other', (_, bad) => {
    const exec = tool('exec', { aliases: ['bash'] });
    const registry = createToolRegistry([exec]);
    registry.replace('mcp:b', [tool('mcp_b_x')]);

    const { rejected } = registry.replace('mcp:a', [bad, tool('sound')]);

    expect(rejected.map(({ name }) => name)).toEqual([bad.name]);
    expect(registry.rejected).toEqual(rejected);
    expect(names(registry)).toEqual(['exec', 'mcp_b_x', 'sound']);
    expect(registry.find('exec')?.tool).toBe(exec);
  });
});

import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { pipelineBed } from '../testing/pipeline-bed.ts';
import { foreignInput } from './foreign-schema.ts';
import { createToolRegistry } from './registry.ts';
import { defineTool } from './tool.ts';

const SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 2, pattern: '^(a+)+$' },
    unit: { enum: ['c', 'f'] },
    days: { type: 'integer', minimum: 1, maximum: 7 },
    place: { $ref: '#/$defs/place' },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['city'],
  additionalProperties: false,
  $defs: { place: { type: 'object', properties: { lat: { type: 'number' } }, required: ['lat'] } },
};

function weather(schema: JsonObject = SCHEMA) {
  return defineTool({
    ...foreignInput(schema),
    name: 'weather',
    title: 'Weather',
    description: 'Tells the weather.',
    capabilities: ['fs.read'],
    riskLevel: 'read_only',
    idempotency: 'pure',
    summarize: () => 'weather',
    execute: async (input) => ({ success: true, output: JSON.stringify(input) }),
  });
}

async function call(input: unknown, schema?: JsonObject) {
  const bed = pipelineBed({ tools: [weather(schema)] });
  return bed.call('weather', input);
}

describe('a tool whose schema comes from elsewhere', () => {
  test('is shown with that schema, without the name of its dialect', () => {
    const { $schema: _dialect, ...shown } = SCHEMA;

    const [registered] = createToolRegistry([weather()]).tools;

    expect(registered?.definition.parameters).toEqual(shown);
  });

  test('runs on arguments that it accepts, as they are', async () => {
    const input = { city: 'Ulm', unit: 'c', days: 3, place: { lat: 48.4 }, tags: [] };

    expect(await call(input)).toMatchObject({ outcome: 'ok', text: JSON.stringify(input) });
  });

  test('T2 every problem of its arguments is named, and nothing is coerced', async () => {
    const { outcome, text } = await call({
      unit: 'k',
      days: true,
      place: {},
      tags: [1],
      town: 'x',
    });

    expect(outcome).toBe('invalid_arguments');
    expect(text).toContain('- city: is missing, and it is required');
    expect(text).toContain(
      '- unit: must be equal to one of the allowed values: "c", "f" (got "k")',
    );
    expect(text).toContain('- days: must be integer (got true)');
    expect(text).toContain('- place.lat: is missing');
    expect(text).toContain('- tags.0: must be string (got 1)');
    expect(text).toContain('- town: there is no such argument');
  });

  test('a JSON string is taken for the object that it holds, and for nothing else', async () => {
    expect(await call({ city: 'Ulm', place: '{"lat":1}' })).toMatchObject({ outcome: 'ok' });
    expect(await call({ city: 'Ulm', days: '3' })).toMatchObject({ outcome: 'invalid_arguments' });
  });

  test('an expression that somebody else wrote is never run', async () => {
    expect(await call({ city: `${'a'.repeat(40)}!` })).toMatchObject({ outcome: 'ok' });
  });

  test('of the older dialect is understood too', async () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { size: { $ref: '#/definitions/size' } },
      definitions: { size: { type: 'integer', exclusiveMinimum: 0 } },
    };

    expect(await call({ size: 1 }, schema)).toMatchObject({ outcome: 'ok' });
    expect(await call({ size: 0 }, schema)).toMatchObject({ outcome: 'invalid_arguments' });
  });

  test.each<[string, JsonObject]>([
    ['a type that there is not', { type: 'object', properties: { a: { type: 'text' } } }],
    ['a reference to nothing', { type: 'object', properties: { a: { $ref: '#/$defs/none' } } }],
    ['a reference to elsewhere', { type: 'object', properties: { a: { $ref: 'http://x/y' } } }],
    ['T1 an array without items', { type: 'object', properties: { a: { type: 'array' } } }],
  ])('with %s is kept out, and the others stay', (_, schema) => {
    const sound = { ...weather(), name: 'sound' };

    const { tools, rejected } = createToolRegistry([weather(schema), sound]);

    expect(tools.map(({ tool }) => tool.name)).toEqual(['sound']);
    expect(rejected).toMatchObject([{ name: 'weather' }]);
  });
});

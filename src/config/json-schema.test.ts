import { expect, test } from 'vitest';
import { sections } from '../../test/config-bed.ts';
import { configJsonSchema } from './json-schema.ts';
import { leafPaths } from './reading/resolve-keys.ts';
import { createSchemaTree } from './reading/schema-tree.ts';

const schema = configJsonSchema(sections);
const tree = createSchemaTree(schema);

test('every key has a description, for the reference and for editors', () => {
  const silent = leafPaths(tree).filter(([top, ...path]) => {
    const node = tree.at([top ?? '', ...path]);
    return top !== 'providers' && node?.description === undefined;
  });

  expect(silent).toEqual([]);
});

test('every key but those without a default has one, and none is required', () => {
  const without = leafPaths(tree)
    .filter(([top]) => top !== 'providers')
    .filter((path) => tree.at(path)?.default === undefined);

  expect(without.map((path) => path.join('.')).toSorted()).toEqual([
    'agent.context.windowTokens',
    'limits.costPerDayUsd',
    'models.default',
    'models.maxOutputTokens',
    'network.caFile',
    'network.noProxy',
    'network.proxy',
    'tools.media.imageModel',
    'tools.media.speechModel',
    'tools.web.search.apiKey',
    'tools.web.search.baseUrl',
    'tools.web.search.provider',
  ]);
  expect(tree.root.required).toBeUndefined();
});

test('unknown keys are refused, also by an editor', () => {
  expect(tree.root.additionalProperties).toBe(false);
  expect(tree.at(['agent', 'caps'])?.additionalProperties).toBe(false);
});

test('names of presets have the schema of their adapter, other names say their type', () => {
  expect(tree.keys(tree.at(['providers', 'deepseek']) ?? {})).toContain('apiKey');
  expect(tree.keys(tree.at(['providers', 'deepseek']) ?? {})).toContain('enabled');
  expect(JSON.stringify(tree.at(['providers', 'mine']))).toContain('"required":["type"]');
});

test('nothing in it depends on this machine', () => {
  expect(JSON.stringify(schema)).not.toContain(process.cwd());
  expect(tree.at(['dataDir'])?.default).toBe('~/.echo-agent');
  expect(tree.at(['agent', 'timeZone'])?.default).toBe('auto');
});

test('every reference leads somewhere', () => {
  const references = JSON.stringify(schema).match(/"\$ref":"[^"]+"/g) ?? [];

  expect(references.length).toBeGreaterThan(0);
  for (const text of new Set(references)) {
    const { $ref } = JSON.parse(`{${text}}`) as { $ref: string };
    expect(tree.forms({ $ref })[0]).toHaveProperty('type', 'object');
  }
});

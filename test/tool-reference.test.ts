import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Capability } from '../src/protocol/tool-call.ts';
import { builtinTools } from './surface/builtin-tools.ts';
import { toolReference } from './surface/tool-reference.ts';

const page = readFileSync('docs/reference/tools.md', 'utf8');

test('the reference of tools is current: run `node scripts/write-tool-reference.mjs`', () => {
  expect(page).toBe(toolReference(builtinTools()));
});

test('T20 S11 it says of every tool its risk, capabilities, profile and parameters, and of every capability its profiles', () => {
  const { name } = builtinTools()[0] ?? {};

  expect(name).toBe('read_file');
  expect(page).toContain('| [read_file](#read_file) |  | read_only | pure | minimal | `fs.read` |');
  expect(page).toContain('| `path` | string | yes |');
  for (const capability of Capability.options) expect(page).toContain(`| \`${capability}\` |`);
});

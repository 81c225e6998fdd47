import { expect, test } from 'vitest';
import { createConfigBed, failureOf } from '../../../test/config-bed.ts';
import { describeError } from '../../protocol/catalogue.ts';
import { loadConfig } from '../load-config.ts';
import { parseFile } from './parse-file.ts';

test.each([
  ['config.yaml_syntax', 1, 'agent: "open'],
  ['config.yaml_syntax', 2, 'agent:\nno colon here'],
  ['config.yaml_syntax', 1, 'agent: @x'],
  ['config.yaml_indent', 3, 'agent:\n    name: x\n  language: en'],
  ['config.yaml_tab', 2, 'agent:\n\tname: x'],
  ['config.yaml_duplicate_key', 3, 'agent: { name: a }\nlog: {}\nagent: { name: b }'],
  ['config.yaml_alias', 2, 'agent: &a { name: x }\nlog: *a'],
  ['config.yaml_alias', 1, 'agent: &a [*a]'],
  ['config.yaml_tag', 1, 'agent: !!js/function x'],
  ['config.yaml_tag', 1, 'agent: !custom x'],
  ['config.yaml_multiple_documents', 2, 'agent: {}\n---\nlog: {}'],
  ['config.yaml_not_a_map', 1, '- agent'],
  ['config.yaml_not_a_map', 1, 'agent'],
  ['config.yaml_bad_key', 1, '? [a]\n: 1'],
  ['config.yaml_bad_key', 1, '__proto__: { polluted: true }'],
])('%s is told with its line: %#', async (id, line, text) => {
  const { problems } = await parseFile(text, 'a.yaml');

  expect(problems).toMatchObject([{ id, origin: { kind: 'file', name: 'a.yaml', line } }]);
});

test.each(['[', '{a: ', '- ', '? '])(
  '%j fifty thousand times over does not take us down',
  async (part) => {
    const { problems } = await parseFile(part.repeat(50_000), 'a.yaml');

    expect(problems).toMatchObject([{ id: 'config.yaml_too_deep' }]);
  },
);

test('a bomb of aliases is refused before it grows', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => {
    const inner =
      index === 0
        ? '1'
        : Array(9)
            .fill(`*k${index - 1}`)
            .join(', ');
    return `k${index}: &k${index} [${inner}]`;
  });

  const { problems } = await parseFile(lines.join('\n'), 'a.yaml');

  expect(new Set(problems.map(({ id }) => id))).toEqual(new Set(['config.yaml_alias']));
});

test('a key cannot reach what objects inherit', async () => {
  const { value } = await parseFile(
    'constructor: { x: 1 }\n__proto__: { polluted: true }',
    'a.yaml',
  );

  expect(Object.hasOwn(value, 'constructor')).toBe(true);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect({}).not.toHaveProperty('polluted');
});

test.each(['', '# only a comment\n', '---\n', 'null', '{}'])(
  '%j is an empty configuration',
  async (text) => {
    const { value, problems } = await parseFile(text, 'a.yaml');

    expect({ value, problems }).toEqual({ value: {}, problems: [] });
  },
);

test('every key and entry of a list knows its place', async () => {
  const { origins } = await parseFile('models:\n  fallback:\n    - a/b\n    - c/d\n', 'a.yaml');

  expect(origins.get('models.fallback')).toMatchObject({ line: 2, column: 3 });
  expect(origins.get('models.fallback.1')).toMatchObject({ line: 4, column: 7 });
});

test('a line that cannot be read is never quoted: it may hold a secret', async () => {
  const { sources, sections, write } = createConfigBed();
  write('providers:\n  openai:\n    apiKey: sk-secret: oops\n  sk-secret\n\tsk-secret: "\n');

  const error = await failureOf(loadConfig(sources(), sections));

  const shown = [error.message, describeError(error, 'en'), describeError(error, 'zh')].join();
  expect(shown).toContain('echo-agent.yaml:3');
  expect(shown).not.toContain('sk-secret');
  expect(JSON.stringify(error.details)).not.toContain('sk-secret');
});

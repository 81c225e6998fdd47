import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { createConfigBed, type Given, sections } from '../../../test/config-bed.ts';
import { composeSchema } from '../json-schema.ts';
import { checkConfig, loadConfig } from '../load-config.ts';
import { formatPath, type Path } from './path.ts';
import { leafPaths, variableName } from './resolve-keys.ts';
import { createSchemaTree, type SchemaNode } from './schema-tree.ts';
import { kindOf } from './walk.ts';

const types = { providers: new Map([['openai', 'direct']]), channels: new Map() };
const tree = createSchemaTree(composeSchema(sections, types));
/** Adapters that there are none of, and what needs more than values of the right form. */
const LEFT_OUT = ['channels', 'mcp', 'plugins', 'tools.web.allowAddresses'];
const leaves = leafPaths(tree).filter(
  (path) => !LEFT_OUT.some((key) => `${formatPath(path)}.`.startsWith(`${key}.`)),
);

const TEXTS = [
  'plain',
  '123',
  '1e3',
  '0x10',
  'true',
  'no',
  'null',
  '~x',
  '[]',
  '{"a":1}',
  ' padded ',
  "it's",
  'a: b',
  '# no',
  '"quoted"',
  'line\nbreak',
  '多模型',
  '🙂',
  '*alias',
  '!tag',
  '%',
  '@',
  '-',
  'a=b',
  'tab\there',
  '$HOME',
  '2026-01-01',
];

function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  return { below, pick };
}

type Random = ReturnType<typeof createRandom>;

/** A value that the schema takes, in the form people write. */
function valueFor(node: SchemaNode, random: Random): unknown {
  const form = random.pick(tree.forms(node));
  const values = form.enum ?? (form.const === undefined ? undefined : [form.const]);
  if (values !== undefined) return random.pick(values);
  const kind = KINDS[kindOf(tree, node) ?? ''];
  if (kind !== undefined) return kind(random);
  if (form.type === 'array') {
    const items = tree.items(node) ?? {};
    return Array.from({ length: 1 + random.below(3) }, () => valueFor(items, random));
  }
  if (form.type === 'object') {
    const key = random.pick(['chat', 'x-Y', 'gpt-4.1', '123']);
    return { [key]: groupFor(tree.entry(node) ?? {}, random) };
  }
  return scalarFor(form, random);
}

const KINDS: Record<string, ((random: Random) => unknown) | undefined> = {
  duration: (random) => `${1 + random.below(99)}${random.pick(['ms', 's', 'm', 'h'])}`,
  'long-duration': (random) => `${1 + random.below(3_000)}${random.pick(['h', 'd'])}`,
  model: (random) => random.pick(['openai/gpt-5', 'deepseek/a/b', 'offline/123']),
  'time-zone': (random) => random.pick(['auto', 'UTC', 'Asia/Shanghai']),
  proxy: () => 'http://user:p%40ss@proxy.example:8080',
};

interface ScalarForm extends SchemaNode {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
}

function scalarFor({ type, format, minimum = 1, maximum = 1e9 }: ScalarForm, random: Random) {
  if (type === 'boolean') return random.below(2) === 1;
  if (type === 'integer') return minimum + random.below(Math.min(maximum - minimum, 1e6));
  if (type === 'number') return random.pick([0.5, 1, 0.125]);
  return format === 'uri' ? 'https://example.org/v1' : random.pick(TEXTS);
}

function groupFor(node: SchemaNode, random: Random): unknown {
  const keys = tree.keys(node);
  if (keys.length === 0) return valueFor(node, random);
  return Object.fromEntries(
    keys.map((key) => [key, valueFor(tree.child(node, key) ?? {}, random)]),
  );
}

function asVariable(path: Path, value: unknown): [string, string] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return [variableName('ECHO_AGENT_', path), text];
}

function asFile(entries: readonly (readonly [Path, unknown])[]): string {
  const root: Record<string, unknown> = {};
  for (const [path, value] of entries) {
    let group = root;
    for (const key of path.slice(0, -1)) {
      group[key] ??= {};
      group = group[key] as Record<string, unknown>;
    }
    group[path.at(-1) ?? ''] = value;
  }
  return stringify(root);
}

async function configOf(given: Given, file = '') {
  const bed = createConfigBed();
  bed.write(file);
  const { config } = await loadConfig(bed.sources(given), sections);
  return JSON.parse(JSON.stringify(config).replaceAll(bed.root, '')) as unknown;
}

async function problemsOf(given: Given, file = '') {
  const bed = createConfigBed();
  bed.write(file);
  const { problems } = await checkConfig(bed.sources(given), sections);
  return problems.map(({ id, path }) => ({ id, path }));
}

function entriesFor(seed: number) {
  const random = createRandom(seed);
  return leaves.map((path) => {
    const isType = formatPath(path) === 'providers.openai.type';
    return [path, isType ? 'direct' : valueFor(tree.at(path) ?? {}, random)] as const;
  });
}

/** Values of the right type that most keys refuse. */
function oddValuesFor(path: Path): readonly unknown[] {
  const formTypes = new Set(tree.forms(tree.at(path) ?? {}).map(({ type }) => type));
  if (path[0] === 'configVersion') return [];
  if (formTypes.has('integer') || formTypes.has('number')) return [-1, 0, 0.3, 1e21];
  return formTypes.has('string') ? ['', 'x y', '$', '1'] : [];
}

describe('F1 a value means the same in the file, in a variable and after --set', () => {
  test('every key of the schema takes part', () => {
    expect(leaves.length).toBeGreaterThan(55);
    expect(leaves.map(formatPath)).toContain('providers.openai.idleTimeout');
  });

  test.each(Array.from({ length: 12 }, (_, seed) => seed))(
    'all keys at once, seed %i',
    async (seed) => {
      const entries = entriesFor(seed);
      const variables = entries.map(([path, value]) => asVariable(path, value));
      const set = entries.map(
        ([path, value]) => `${formatPath(path)}=${asVariable(path, value)[1]}`,
      );

      const fromFile = await configOf({}, asFile(entries));

      expect(await configOf({ env: Object.fromEntries(variables) })).toEqual(fromFile);
      expect(await configOf({ overrides: { set } })).toEqual(fromFile);
    },
  );

  test.each(leaves.map((path) => [formatPath(path), path] as const))(
    '%s refuses the same values',
    async (_, path) => {
      for (const value of oddValuesFor(path)) {
        const env = Object.fromEntries([asVariable(path, value)]);

        const fromFile = await problemsOf({}, asFile([[path, value]]));

        expect(await problemsOf({ env })).toEqual(fromFile);
      }
    },
  );
});

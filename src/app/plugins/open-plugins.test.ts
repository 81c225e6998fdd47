import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../base/clock.ts';
import type { Config } from '../../config/schema.ts';
import { describeError } from '../../protocol/catalogue.ts';
import { createRedactor } from '../../security/redactor.ts';
import { fakeToolContext } from '../../testing/fake-tool-context.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createPluginBed, toolText } from '../../testing/plugin-bed.ts';
import { createToolRegistry } from '../../tools/registry.ts';
import { openForeignExecutor } from './open-foreign-executor.ts';
import { openPlugins, type PluginLog } from './open-plugins.ts';

type Entry = Partial<Config['plugins'][number]> & { readonly module: string };

/** Everything that was logged, and news of it. */
function recordingLog() {
  const lines: string[] = [];
  let heard: () => void = () => undefined;
  const write = (level: string, plugin: string) => (message: string) => {
    lines.push(`${level} ${plugin}${message}`);
    heard();
  };
  const named = (plugin: string): PluginLog => ({
    debug: write('debug', plugin),
    info: write('info', plugin),
    warn: write('warn', plugin),
    error: write('error', plugin),
    with: (fields) => named(`${fields.plugin}: `),
  });
  const says = (line: string) =>
    new Promise<void>((resolve) => {
      heard = () => lines.includes(line) && resolve();
      heard();
    });
  return { lines, log: named(''), says };
}

function createBed() {
  const bed = createPluginBed();
  const { lines, log, says } = recordingLog();
  const redactor = createRedactor({ secrets: ['tok-very-secret-1'] });

  function open(entries: readonly Entry[], more: { clock?: Clock; providers?: object } = {}) {
    const plugins = entries.map((entry) => ({ enabled: true, options: {}, ...entry }));
    const config = { plugins, providers: more.providers ?? {} } as unknown as Config;
    const settings = { config, configFile: bed.configFile };
    return openPlugins(settings, { clock: more.clock ?? systemClock, log, redactor });
  }

  async function toolsOf(entries: readonly Entry[]) {
    const registry = createToolRegistry([]);
    const plugins = await open(entries);
    plugins.register(registry);
    const { loaded, problems } = plugins.report();
    return {
      registry,
      names: registry.tools.map(({ tool }) => tool.name),
      loaded,
      problems: problems.map((problem) => describeError(problem, 'en')),
    };
  }

  return { ...bed, lines, says, open, toolsOf };
}

describe('a plug-in', () => {
  test('gives the tools that its module exports', async () => {
    const { write, toolsOf } = createBed();
    const module = write('a.mjs', `export const tools = [${toolText('greet')}];`);

    const { registry, loaded, problems } = await toolsOf([{ module }]);

    const result = await registry.find('greet')?.tool.execute({}, fakeToolContext());
    expect(result).toEqual({ success: true, output: 'hello of greet' });
    expect([loaded, problems]).toEqual([[module], []]);
  });

  test('gives what its default function makes of a copy of its options, and logs under its name', async () => {
    const { write, toolsOf, lines } = createBed();
    const module = write(
      'a.mjs',
      `export default async ({ options, log }) => {
        log.warn('made with ' + Object.keys(options));
        const { name } = options;
        options.name = 'changed';
        return { tools: [{ ...${toolText('x')}, name }] };
      };`,
    );
    const options = { name: 'wanted' };

    const { names } = await toolsOf([{ module, options }]);

    expect(names).toEqual(['wanted']);
    expect(options).toEqual({ name: 'wanted' });
    expect(lines).toContain(`warn ${module}: made with name`);
  });

  test('is not even loaded where it is switched off', async () => {
    const { write, toolsOf, lines } = createBed();
    const module = write('a.mjs', "throw new Error('ran');");

    const { loaded, problems } = await toolsOf([{ module, enabled: false }]);

    expect([loaded, problems, lines]).toEqual([[], [], []]);
  });

  test('may be a package that is installed beside the configuration file, for imports only', async () => {
    const { write, toolsOf } = createBed();
    const manifest = { name: '@me/pack', exports: { '.': { import: './in.mjs' } } };
    write('node_modules/@me/pack/package.json', JSON.stringify(manifest));
    write('node_modules/@me/pack/in.mjs', `export const tools = [${toolText('packed')}];`);

    const { names, problems } = await toolsOf([{ module: '@me/pack' }]);

    expect([names, problems]).toEqual([['packed'], []]);
  });
});

const TEXTS: readonly (readonly [string, string, string])[] = [
  ['throws', "throw new Error('no luck');", 'failed while it was loaded: no luck'],
  ['throws no error', "throw 'words';", 'failed while it was loaded: words'],
  [
    'throws what cannot be read',
    'throw { toString() { throw 1; } };',
    'failed while it was loaded: object',
  ],
  ['is not JavaScript', 'export const = 1;', 'failed while it was loaded: '],
  [
    'imports what is not there',
    "import './nowhere.mjs';",
    'failed while it was loaded: Cannot find module',
  ],
  [
    'has a default function that fails',
    "export default async () => { throw new Error('no key'); };",
    'no key',
  ],
  ['gives nothing', 'export default () => undefined;', 'what it exports is not right'],
  ['exports nothing of use', 'export const tool = 1;', 'exports neither `tools`'],
  ['exports nonsense', "export const tools = 'all';", 'not right: tools: '],
  [
    'has a tool that cannot be called',
    `export const tools = [{ ...${toolText('a')}, execute: 1 }];`,
    'tools.0.execute: must be a function',
  ],
  [
    'invents a capability',
    `export const tools = [{ ...${toolText('a')}, capabilities: ['root'] }];`,
    'tools.0.capabilities.0',
  ],
  [
    'has a tool that does not let itself be read',
    'export const tools = [{ get name() { throw new Error("shy"); } }];',
    'failed while it was loaded: shy',
  ],
  [
    'tells secrets',
    "throw new Error('key tok-very-secret-1 refused');",
    'failed while it was loaded: key',
  ],
];

describe('a plug-in is kept out and named, and hurts no other, when it', () => {
  test.each(TEXTS)('%s', async (_, text, why) => {
    const { write, toolsOf, lines } = createBed();
    const bad = write('bad.mjs', text);
    const good = write('good.mjs', `export const tools = [${toolText('greet')}];`);

    const { names, loaded, problems } = await toolsOf([{ module: bad }, { module: good }]);

    expect([names, loaded]).toEqual([['greet'], [good]]);
    expect(problems).toEqual([expect.stringContaining(`Plug-in ${bad} was kept out: `)]);
    expect(problems[0]).toContain(why);
    expect(problems[0]).not.toContain('tok-very-secret-1');
    expect(lines).toContain(`error ${problems[0]}`);
  });

  test.each(['no-such-package', '@no/such', './no.mjs', 'dir'])(
    'is not there: %s',
    async (name) => {
      const { folder, toolsOf } = createBed();
      mkdirSync(join(folder, 'dir'));
      const module = name.startsWith('.') || name === 'dir' ? join(folder, name) : name;

      const { problems } = await toolsOf([{ module }]);

      expect(problems).toEqual([expect.stringContaining(`${module} was kept out: `)]);
    },
  );

  test('hangs, which makes nobody wait for longer than ten seconds', async () => {
    const { write, open, says } = createBed();
    const manual = createManualClock();
    const bad = write('bad.mjs', 'export default () => new Promise(() => undefined);');
    const good = write('good.mjs', `export const tools = [${toolText('greet')}];`);

    const opening = open([{ module: bad }, { module: good }], { clock: manual.clock });
    await says(`info ${good}: A plug-in was loaded.`);
    await manual.advance(10_000);
    const { loaded, problems } = (await opening).report();

    expect(loaded).toEqual([good]);
    expect(problems.map(({ messageId }) => messageId)).toEqual(['plugins.too_slow']);
  });

  test('is late, and then its function is never called', async () => {
    const { write, open } = createBed();
    const gate = Promise.withResolvers<void>();
    const shared = globalThis as { lateGate?: Promise<void>; lateCalled?: boolean };
    shared.lateGate = gate.promise;
    const manual = createManualClock();
    const module = write(
      'late.mjs',
      'await globalThis.lateGate; export default () => { globalThis.lateCalled = true; return {}; };',
    );

    const opening = open([{ module }], { clock: manual.clock });
    await manual.advance(10_000);
    await opening;
    gate.resolve();
    await import(module);

    expect(shared.lateCalled).toBeUndefined();
  });

  test('is named a second time', async () => {
    const { write, toolsOf } = createBed();
    const module = write('a.mjs', `export const tools = [${toolText('greet')}];`);

    const { names, problems } = await toolsOf([{ module }, { module }]);

    expect([names, problems]).toEqual([['greet'], [expect.stringContaining('is named twice')]]);
  });
});

describe('of a plug-in only the part is kept out that', () => {
  test('has the name of a tool that is there, of ours or of another plug-in', async () => {
    const { write, open } = createBed();
    const registry = createToolRegistry([]);
    registry.replace('ours', [{ ...fakeTool, name: 'ours' }]);
    const first = write(
      'a.mjs',
      `export const tools = [${toolText('ours')}, ${toolText('mine')}];`,
    );
    const second = write(
      'b.mjs',
      `export const tools = [${toolText('mine')}, ${toolText('other')}];`,
    );

    const plugins = await open([{ module: first }, { module: second }]);
    plugins.register(registry);

    expect(registry.tools.map(({ tool }) => tool.name)).toEqual(['mine', 'other', 'ours']);
    expect(registry.find('ours')?.tool.title).toBe('Ours');
    expect(
      plugins.report().problems.map(({ values }) => [values['module'], values['name']]),
    ).toEqual([
      [first, 'ours'],
      [second, 'mine'],
    ]);
  });

  test('has a schema that no provider takes', async () => {
    const { write, toolsOf } = createBed();
    const wrong = toolText(
      'wrong',
      "parameters: { type: 'object', properties: { a: { type: 'array' } } }",
    );
    const module = write('a.mjs', `export const tools = [${wrong}, ${toolText('right')}];`);

    const { names, problems } = await toolsOf([{ module }]);

    expect([names, problems]).toEqual([['right'], [expect.stringContaining('properties.a')]]);
  });

  test('has the name of a provider or an executor that is there', async () => {
    const { write, open } = createBed();
    const definition = '{ settings: z.object({}), create: () => ({}) }';
    const given = `{ openai: ${definition}, local: ${definition}, acme: ${definition} }`;
    const text = `export const providers = ${given}; export const executors = ${given};`;

    const { executors, report } = await open([{ module: write('a.mjs', text) }]);

    expect(Object.keys(executors)).toEqual(['openai', 'acme']);
    expect(report().problems.map(({ values }) => values['name'])).toEqual(['openai', 'local']);
  });
});

describe('the section of a provider', () => {
  const PROVIDER = `export const providers = { acme: {
    settings: z.strictObject({ apiKey: z.string(), depth: z.number().default(3) }),
    create: () => ({}),
  } };`;
  const section = (type: string, settings: object) => ({ type, enabled: true, settings });

  test('gets the adapter and the settings of its plug-in', async () => {
    const { write, open } = createBed();
    const providers = { mine: section('acme', { apiKey: 'x' }) };

    const { sections, report } = await open([{ module: write('a.mjs', PROVIDER) }], { providers });

    expect(sections['mine']).toMatchObject({ type: 'acme', settings: { apiKey: 'x', depth: 3 } });
    expect(sections['mine']?.adapter).toBeDefined();
    expect(report().problems).toEqual([]);
  });

  test.each([
    ['acme', { apiKey: 1 }, 'refuses the settings: apiKey'],
    ['acme', { apiKey: 'x', more: 1 }, 'refuses the settings'],
    ['other', {}, 'gives the type other'],
  ])('is kept but has no model when it does not fit: %s %j', async (type, settings, why) => {
    const { write, open } = createBed();
    const providers = { mine: section(type, settings) };

    const { sections, report } = await open([{ module: write('a.mjs', PROVIDER) }], { providers });

    expect(sections['mine']).toMatchObject({ type, enabled: true, settings: {} });
    expect(report().problems.map((problem) => describeError(problem, 'en'))).toEqual([
      expect.stringContaining(why),
    ]);
  });
});

describe('the executor of a plug-in', () => {
  const deps = { clock: systemClock, baseEnvironment: {} };

  test('is made with the settings that its schema has for nothing said', async () => {
    const { write, open } = createBed();
    const text = `export const executors = { far: {
      settings: z.object({ host: z.string().default('here') }),
      create: ({ host }) => ({ name: host, execute: async () => ({}), readiness: async () => ({ ready: true }) }),
    } };`;
    const { executors } = await open([{ module: write('a.mjs', text) }]);

    expect(openForeignExecutor('far', executors, deps).name).toBe('here');
  });

  test.each(['missing', 'failing', 'empty'])(
    'runs nothing anywhere when it is %s',
    async (name) => {
      const { write, open } = createBed();
      const text = `const settings = z.object({}); export const executors = {
      failing: { settings, create() { throw new Error('x'); } }, empty: { settings, create: () => ({}) },
    };`;
      const { executors } = await open([{ module: write('a.mjs', text) }]);

      const executor = openForeignExecutor(name, executors, deps);

      expect(await executor.readiness()).toMatchObject({ ready: false });
      expect(
        await executor.start?.({ command: 'true', cwd: '/', maxOutputBytes: 1 }),
      ).toMatchObject({
        state: 'not_started',
      });
    },
  );
});

const fakeTool = {
  name: '',
  title: 'Ours',
  description: 'Ours.',
  input: (await import('zod')).z.strictObject({}),
  capabilities: ['fs.read'] as const,
  idempotency: 'pure' as const,
  summarize: () => '',
  execute: async () => ({ success: true as const, output: '' }),
};

import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createPluginBed, toolText } from '../../src/testing/plugin-bed.ts';
import { calls, says } from '../../src/testing/scripted-router.ts';
import { createRuntimeBed } from './runtime-bed.ts';

const set = (modules: readonly string[], ...more: readonly string[]) => [
  `plugins=${JSON.stringify(modules.map((module) => ({ module })))}`,
  ...more,
];

const ANYTHING = toolText('anything', 'capabilities: [], riskLevel: undefined');

describe('the tool of a plug-in', () => {
  test('is shown to the model and called by it through the whole pipeline', async () => {
    const plugins = createPluginBed();
    const module = plugins.write('a.mjs', `export const tools = [${toolText('greet')}];`);
    const bed = await createRuntimeBed({
      set: set([module]),
      script: [calls('greet', {}), says('done')],
    });

    await bed.turn('go');

    expect(bed.requests()[0]?.tools.map(({ name }) => name)).toContain('greet');
    expect(bed.toolTexts()).toEqual([expect.stringContaining('hello of greet')]);
    expect(bed.events).toContainEqual(
      expect.objectContaining({ type: 'tool-end', tool: 'greet', outcome: 'ok' }),
    );
  });

  test('that declares no capability counts as one that writes and reaches the network', async () => {
    const plugins = createPluginBed();
    const module = plugins.write('a.mjs', `export const tools = [${ANYTHING}];`);
    const call = { name: 'anything', argumentsText: '{}', assumeYes: true };
    const closed = await createRuntimeBed({ set: set([module], 'tools.profile=full') });
    const open = await createRuntimeBed({
      set: set([module], 'tools.profile=full', 'execution.networkPolicy=restricted'),
    });

    const denied = await closed.runtime().client.callTool(call);
    const asked = await open.runtime().client.callTool(call);
    const [hidden, shown] = await Promise.all(
      [closed, open].map(async (bed) => {
        const tools = await bed.runtime().client.tools();
        return tools.find(({ name }) => name === 'anything');
      }),
    );

    expect([hidden?.visible, shown?.visible]).toEqual([false, true]);
    expect(shown?.risk).toBe('write');
    expect(denied).toMatchObject({ outcome: 'denied', decision: { patternKey: 'network_denied' } });
    expect(asked.outcome).toBe('approval_required');
  });

  test('is in no smaller profile than its capabilities are', async () => {
    const plugins = createPluginBed();
    const tools = [
      toolText('reads'),
      toolText('jobs', "capabilities: ['scheduler.write']"),
      ANYTHING,
    ];
    const module = plugins.write('a.mjs', `export const tools = [${tools.join()}];`);
    const bed = await createRuntimeBed({
      set: set([module], 'execution.networkPolicy=allow', 'tools.profile=coding'),
    });

    const listed = await bed.runtime().client.tools();

    const visible = ['reads', 'jobs', 'anything'].map(
      (name) => listed.find((tool) => tool.name === name)?.visible,
    );
    expect(visible).toEqual([true, false, false]);
  });
});

test('UT19 a plug-in and more tools hide no other, and exactly what the model is shown can be called', async () => {
  const plugins = createPluginBed();
  const module = plugins.write('a.mjs', `export const tools = [${toolText('greet')}];`);
  const more = ['execution.networkPolicy=allow', 'tools.alsoAllow=["web_fetch"]'];

  const [before, after] = [await tryAll([]), await tryAll(set([module], ...more))];

  expect(before.shown).toEqual(before.callable);
  expect(after.shown).toEqual(after.callable);
  expect(after.shown).toEqual([...before.shown, 'greet', 'web_fetch'].sort());
});

/** Which tools the model is shown, and which get as far as having their arguments read. */
async function tryAll(settings: readonly string[]) {
  const bed = await createRuntimeBed({ set: settings, script: [says('fine')] });
  await bed.turn('go', { canAsk: true });
  const { client } = bed.runtime();
  const callable: string[] = [];
  for (const { name } of await client.tools()) {
    const report = await client.callTool({ name, argumentsText: 'none', assumeYes: true });
    if (report.outcome === 'invalid_arguments') callable.push(name);
  }
  const shown = bed.requests()[0]?.tools.map(({ name }) => name) ?? [];
  return { shown: shown.toSorted(), callable: callable.toSorted() };
}

test('a plug-in that fails or takes a name of ours is named, and everything else works', async () => {
  const plugins = createPluginBed();
  const bad = plugins.write('bad.mjs', "throw new Error('no luck');");
  const clash = plugins.write('clash.mjs', `export const tools = [${toolText('read_file')}];`);
  const bed = await createRuntimeBed({
    set: set([bad, clash, 'no-such-package']),
    script: [says('fine')],
  });

  const { reply } = await bed.turn('go');
  const { plugins: status, tools } = await bed.runtime().client.status();
  const report = await bed.runtime().client.callTool({
    name: 'read_file',
    argumentsText: '{"path":"none"}',
    assumeYes: false,
  });

  expect(reply).toBe('fine');
  expect(status.loaded).toEqual([clash]);
  expect(status.problems).toEqual([
    expect.stringContaining('no-such-package was kept out'),
    expect.stringContaining('failed while it was loaded: no luck'),
    expect.stringContaining('the tool read_file was kept out'),
  ]);
  expect(tools.rejected).toMatchObject([{ name: 'read_file' }]);
  expect(report.text).not.toContain('hello of');
});

test('no tool can change a plug-in that lies in the workspace, nor put one where one is looked for', async () => {
  const bed = await createRuntimeBed();
  const folder = join(bed.workspace, 'own');
  const again = await createRuntimeBed({
    set: set(
      [join(folder, 'index.mjs'), join(bed.workspace, 'top.mjs')],
      `workspace.path=${bed.workspace}`,
    ),
  });
  writeFileSync(join(bed.workspace, 'notes.txt'), 'x');
  const write = (path: string) =>
    again.runtime().client.callTool({
      name: 'write_file',
      argumentsText: JSON.stringify({ path, content: 'x' }),
      assumeYes: true,
    });

  const outcomes = [
    await write('own/index.mjs'),
    await write('own/other.mjs'),
    await write('top.mjs'),
  ];
  const beside = await write('beside.mjs');

  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['denied', 'denied', 'denied']);
  expect(beside.outcome).toBe('ok');
});

test('a workspace may be the very package that is a plug-in, as for whoever writes it', async () => {
  const plugins = createPluginBed();
  const own = join(plugins.folder, 'own');
  plugins.write('own/package.json', '{ "name": "own", "exports": "./in.mjs" }');
  plugins.write('own/in.mjs', `export const tools = [${toolText('greet')}];`);
  plugins.write('node_modules/other/package.json', '{ "name": "other", "exports": "./in.mjs" }');
  symlinkSync(own, join(plugins.folder, 'node_modules/own'));
  writeFileSync(plugins.configFile, 'plugins: [{ module: own }]');

  const bed = await createRuntimeBed({ file: plugins.configFile, set: [`workspace.path=${own}`] });

  expect((await bed.runtime().client.status()).plugins).toEqual({ loaded: ['own'], problems: [] });
});

const PROVIDER = `const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
export default ({ options }) => ({ providers: { acme: {
  settings: z.strictObject({ greeting: z.string() }),
  create: ({ greeting }) => ({
    async *stream({ model }) {
      yield { type: 'text', text: greeting + ' from ' + model };
      yield { type: 'finish', reason: 'stop', usage };
    },
  }),
} } });`;

describe('the provider of a plug-in', () => {
  const section = (settings: object) =>
    `providers=${JSON.stringify({ mine: { type: 'acme', ...settings } })}`;

  test('answers as a model of ours does', async () => {
    const plugins = createPluginBed();
    const module = plugins.write('a.mjs', PROVIDER);
    const bed = await createRuntimeBed({
      set: set([module], section({ greeting: 'hi' }), 'models.default=mine/tiny'),
    });

    const { reply, end } = await bed.turn('go');

    expect([reply, end.outcome]).toEqual(['hi from tiny', 'done']);
  });

  test.each(['usage: {}', 'usage, reason: 1'])(
    'that streams nonsense ends as failed: %s',
    async (wrong) => {
      const plugins = createPluginBed();
      const text = PROVIDER.replace('usage };', `${wrong} };`);
      const bed = await createRuntimeBed({
        set: set(
          [plugins.write('a.mjs', text)],
          section({ greeting: 'hi' }),
          'models.default=mine/tiny',
          'models.maxRetries=0',
        ),
      });

      const { end } = await bed.turn('go');

      expect(end.outcome).toBe('failed');
    },
  );

  test('that is not there leaves the answer to the next model', async () => {
    const bed = await createRuntimeBed({
      set: set(
        ['no-such-package'],
        section({ greeting: 'hi' }),
        'models.default=mine/tiny',
        'models.fallback=["offline/offline"]',
      ),
    });

    const { end } = await bed.turn('help');
    const { plugins } = await bed.runtime().client.status();

    expect(end.outcome).toBe('done');
    expect(plugins.problems.join()).toContain('`providers.mine` cannot be used');
  });
});

describe('the executor of a plug-in', () => {
  const exec = { name: 'exec', argumentsText: '{"command":"echo from here"}', assumeYes: true };

  test('runs the commands', async () => {
    const plugins = createPluginBed();
    const module = plugins.write(
      'a.mjs',
      `const none = { head: '', tail: '', omittedBytes: 0, totalBytes: 0 };
      export const executors = { echo: {
        settings: z.object({}),
        create: () => ({
          name: 'echo',
          readiness: async () => ({ ready: true }),
          execute: async ({ command }) => ({
            ended: 'exited', exitCode: 0, terminationSignal: undefined, durationMs: 1, stderr: none,
            stdout: { ...none, head: 'far away: ' + command, totalBytes: 20 },
          }),
        }),
      } };`,
    );
    const bed = await createRuntimeBed({ set: set([module], 'execution.executor=echo') });

    const report = await bed.runtime().client.callTool(exec);

    expect(report.text).toContain('far away: echo from here');
  });

  test('that is not there leaves commands to nobody', async () => {
    const bed = await createRuntimeBed({
      set: set(['no-such-package'], 'execution.executor=echo'),
    });

    const report = await bed.runtime().client.callTool(exec);

    expect(report.outcome).toBe('not_ready');
    expect(report.text).not.toContain('from here\n');
  });
});

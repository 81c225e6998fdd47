import { describe, expect, test } from 'vitest';
import { createConfigBed, reference } from '../../test/config-bed.ts';
import { checkConfig, loadConfig } from './load-config.ts';

/** The configuration of a file that the person named. */
function chosen(text: string, env: Readonly<Record<string, string>> = {}) {
  const { write, sources, sections, cwd } = createConfigBed();
  const file = write(text);
  return { given: sources({ file, env }), sections, cwd };
}

describe('plugins', () => {
  test('are taken as paths from the file, as absolute paths, or as names of packages', async () => {
    const modules = [
      './a.mjs',
      '../b/c.ts',
      '/opt/d.js',
      'plain',
      '@scope/pack-age',
      'pack/sub.js',
    ];
    const { given, sections, cwd } = chosen(`plugins: ${JSON.stringify(modules.map(toEntry))}`);

    const { config } = await loadConfig(given, sections);

    expect(config.plugins).toEqual(
      [
        `${cwd}/a.mjs`,
        `${cwd.replace(/[^/]+$/, '')}b/c.ts`,
        '/opt/d.js',
        'plain',
        '@scope/pack-age',
        'pack/sub.js',
      ].map((module) => ({ module, enabled: true, options: {} })),
    );
  });

  test.each(['', 'data:text/javascript,0', 'https://a.example/b.js', 'node:fs', '.', 'a//b', '@x'])(
    'are refused as %j',
    async (module) => {
      const { given, sections } = chosen(`plugins: [{ module: "${module}" }]`);

      const { problems } = await checkConfig(given, sections);

      expect(problems.map(({ id }) => id)).toEqual(['config.expected_module']);
    },
  );

  test('hold no key that is unknown', async () => {
    const { given, sections } = chosen('plugins: [{ module: ./a.mjs, optoins: {} }]');

    const { problems } = await checkConfig(given, sections);

    expect(problems.map(({ id }) => id)).toEqual(['config.unknown_key_nearest']);
  });

  test('get options as they are written, with the references of secrets replaced', async () => {
    const text = `plugins: [{ module: ./a.mjs, options: { token: "${reference('KEY')}", deep: [1, { on: true }] } }]`;
    const { given, sections } = chosen(text, { KEY: 'secret-1' });

    const { config } = await loadConfig(given, sections);

    expect(config.plugins[0]?.options).toEqual({ token: 'secret-1', deep: [1, { on: true }] });
  });
});

describe('the section of a provider whose type is none of ours', () => {
  const SECTION = 'providers: { mine: { type: acme, apiKey: x, depth: 3 } }';

  test('is left to the plug-ins where there are any', async () => {
    const { given, sections } = chosen(`${SECTION}\nplugins: [{ module: ./a.mjs }]`);

    const { config } = await loadConfig(given, sections);

    expect(config.providers).toEqual({
      mine: { type: 'acme', enabled: true, settings: { apiKey: 'x', depth: 3 } },
    });
  });

  test('is refused where there are none', async () => {
    const { given, sections } = chosen(`${SECTION}\nplugins: []`);

    const { problems } = await checkConfig(given, sections);

    expect(problems.map(({ id }) => id)).toEqual(['config.unknown_type']);
  });
});

function toEntry(module: string) {
  return { module };
}

import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createConfigBed, failureOf, reference } from '../../../test/config-bed.ts';
import { describeError } from '../../protocol/catalogue.ts';
import { checkConfig, loadConfig } from '../load-config.ts';

describe('F2 secrets by reference', () => {
  test('a variable and a file can be named, alone or inside other text', async () => {
    const { sources, sections, write, cwd } = createConfigBed();
    write('from-file\n', join(cwd, 'key.txt'));
    write(
      [
        'providers:',
        '  openai:',
        `    apiKeys: ["${reference('K1')}", "${reference('file:key.txt')}"]`,
        `    headers: { x: "Bearer ${reference('K1')}-${reference('K_2')}" }`,
      ].join('\n'),
    );

    const { config, warnings } = await loadConfig(
      sources({ env: { K1: 'one', K_2: 'two' } }),
      sections,
    );

    expect(config.providers['openai']?.settings).toMatchObject({
      apiKeys: ['one', 'from-file'],
      headers: { x: 'Bearer one-two' },
    });
    expect(warnings).toEqual([]);
  });

  test('a variable of ours may hold a reference, such as one to a mounted secret', async () => {
    const { sources, sections, write, root } = createConfigBed();
    const path = write('mounted', join(root, 'run/secrets/key'));
    const env = { ECHO_AGENT_PROVIDERS__OPENAI__API_KEY: reference(`file:${path}`) };

    const { config } = await loadConfig(sources({ env }), sections);

    expect(config.providers['openai']?.settings).toMatchObject({ apiKey: 'mounted' });
  });

  test('a key called like a secret is one, though its schema does not mark it', async () => {
    const { sources, sections, write } = createConfigBed();
    const text = `providers: { a: { type: relayed, password: "${reference('P')}" } }`;
    write(text, undefined, 0o644);

    const { config, warnings } = await loadConfig(sources({ env: { P: 'p' } }), sections);

    expect(config.providers['a']?.settings).toMatchObject({ password: 'p' });
    expect(warnings).toEqual([]);
  });

  test('what a reference gives is not read again', async () => {
    const { sources, sections } = createConfigBed();
    const env = {
      ECHO_AGENT_PROVIDERS__OPENAI__API_KEY: reference('A'),
      A: reference('B'),
      B: 'b',
    };

    const { config } = await loadConfig(sources({ env }), sections);

    expect(config.providers['openai']?.settings).toMatchObject({ apiKey: reference('B') });
  });

  test('two dollar signs stand for one', async () => {
    const { sources, sections } = createConfigBed();
    const env = { ECHO_AGENT_PROVIDERS__OPENAI__API_KEY: `$${reference('A')}$` };

    const { config } = await loadConfig(sources({ env }), sections);

    expect(config.providers['openai']?.settings).toMatchObject({ apiKey: `${reference('A')}$` });
  });

  test('what cannot be resolved is named, once each', async () => {
    const { sources, sections, write } = createConfigBed();
    write(
      `providers:\n  openai:\n    apiKeys:\n    - "${reference('NOPE')}"\n    - "${reference('file:/no/such')}"\n`,
    );

    const error = await failureOf(loadConfig(sources({ env: { NOPE: '' } }), sections));

    const text = describeError(error, 'en');
    expect(text).toContain(
      'echo-agent.yaml:4:7: `providers.openai.apiKeys.0` refers to the variable NOPE, which is not set.',
    );
    expect(text).toContain('`providers.openai.apiKeys.1` refers to /no/such');
    expect(text.split('\n')).toHaveLength(3);
  });

  test('a key of the person is never read, by no spelling and through no link', async () => {
    const { sources, sections, write, home, cwd } = createConfigBed();
    write('private', join(home, '.ssh/id_rsa'));
    symlinkSync(join(home, '.ssh'), join(cwd, 'keys'));
    const names = ['~/.ssh/id_rsa', 'keys/id_rsa', '../home/.ssh/id_rsa'];
    const keys = names.map((name) => `"${reference(`file:${name}`)}"`);
    write(`providers: { openai: { apiKeys: [${keys.join(', ')}] } }`);

    const { problems } = await checkConfig(sources(), sections);

    expect(problems.map(({ id }) => id)).toEqual(names.map(() => 'config.reference_private'));
  });

  test('a secret file that others can read is worth a warning', async () => {
    const { sources, sections, write, cwd } = createConfigBed();
    write('k', join(cwd, 'key.txt'), 0o644);
    write(`providers: { openai: { apiKey: "${reference('file:key.txt')}" } }`);

    const { warnings } = await loadConfig(sources(), sections);

    expect(warnings).toMatchObject([
      { id: 'config.readable_by_others', values: { file: join(cwd, 'key.txt') } },
    ]);
  });

  test('elsewhere the text stays as it is, with a warning if it is nothing but a reference', async () => {
    const { sources, sections } = createConfigBed();
    const env = {
      ECHO_AGENT_AGENT__NAME: reference('NAME'),
      ECHO_AGENT_AGENT__INSTRUCTIONS: `In shell, write ${reference('NAME')}.`,
    };

    const { config, warnings } = await loadConfig(sources({ env }), sections);

    expect(config.agent).toMatchObject({
      name: reference('NAME'),
      instructions: `In shell, write ${reference('NAME')}.`,
    });
    expect(warnings).toMatchObject([{ id: 'config.reference_ignored', path: 'agent.name' }]);
  });

  test('a folder, an empty file and a device hold no secret', async () => {
    const { sources, sections, write, cwd } = createConfigBed();
    const files = [cwd, write('\n', join(cwd, 'empty')), '/dev/zero'];
    const keys = files.map((file) => `"${reference(`file:${file}`)}"`).join(', ');
    write(`providers: { openai: { apiKeys: [${keys}] } }`);

    const { problems } = await checkConfig(sources(), sections);

    expect(problems.map(({ id }) => id)).toEqual(Array(3).fill('config.reference_unreadable'));
  });
});

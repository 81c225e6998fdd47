import { mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createConfigBed, failureOf, reference } from '../../test/config-bed.ts';
import { describeError } from '../protocol/catalogue.ts';
import { loadConfig } from './load-config.ts';
import { updateConfigFile } from './update-config-file.ts';

const COMMENTED = `# My agent
agent: # who it is
  name: "Ada"   # after the first
  instructions: |
    Be brief.
    Be kind.

tools:
  # deny: [exec]
models:
  fallback: [openai/a, openai/b]
`;

describe('UO3 a file is changed with care for what is in it', () => {
  test('comments, order and everything else stay', async () => {
    const { write, read, file, editing } = createConfigBed();
    write(COMMENTED);

    await updateConfigFile(
      file,
      [
        { path: 'agent.name', value: '123' },
        { path: 'tools.profile', value: 'minimal' },
        { path: 'models.fallback', value: undefined },
        { path: 'models.default', value: 'openai/gpt-5' },
        { path: 'providers.openai.apiKey', value: reference('OPENAI_API_KEY') },
      ],
      editing({ OPENAI_API_KEY: 'k' }),
    );

    expect(read()).toBe(`# My agent
agent:
  # who it is
  name: "123" # after the first
  instructions: |
    Be brief.
    Be kind.

tools:
  # deny: [exec]
  profile: minimal
models:
  default: openai/gpt-5
providers:
  openai:
    apiKey: ${reference('OPENAI_API_KEY')}
`);
  });

  test('the file as it was is kept beside it, both for the owner only', async () => {
    const { write, read, file, editing } = createConfigBed();
    write(COMMENTED, file, 0o644);

    const edit = await updateConfigFile(file, [{ path: 'log.level', value: 'warn' }], editing());

    const backup = `${file}.20261130T080000000Z.bak`;
    expect(edit).toEqual({ path: file, changed: true, backup });
    expect(read(backup)).toBe(COMMENTED);
    expect([file, backup].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(readdirSync(dirname(file)).toSorted()).toEqual([basename(file), basename(backup)]);
  });

  test('a new file is made in a folder of its own, without a backup', async () => {
    const { home, sources, sections, editing } = createConfigBed();
    const file = join(home, '.echo-agent/echo-agent.yaml');

    const edit = await updateConfigFile(file, [{ path: 'agent.name', value: '小回' }], editing());

    expect(edit).toEqual({ path: file, changed: true });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    expect((await loadConfig(sources(), sections)).config.agent.name).toBe('小回');
  });

  test('a change that changes nothing writes nothing', async () => {
    const { write, read, file, editing } = createConfigBed();
    write('agent: {name: Ada}');

    const edit = await updateConfigFile(file, [{ path: 'agent.name', value: 'Ada' }], editing());

    expect(edit).toEqual({ path: file, changed: false });
    expect(read()).toBe('agent: {name: Ada}');
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
  });

  test('a link stays a link, and the file it leads to is changed', async () => {
    const { write, read, file, editing, root } = createConfigBed();
    const target = write('agent: { name: Ada }\n', join(root, 'dotfiles/echo.yaml'));
    symlinkSync(target, file);

    const edit = await updateConfigFile(file, [{ path: 'agent.name', value: 'Bo' }], editing());

    expect(edit.path).toBe(target);
    expect(read(target)).toBe('agent: { name: Bo }\n');
  });

  test('a long line stays one line', async () => {
    const { write, read, file, editing } = createConfigBed();
    const long = `agent:\n  instructions: ${'word '.repeat(60)}end\n`;
    write(long);

    await updateConfigFile(file, [{ path: 'log.level', value: 'warn' }], editing());

    expect(read()).toBe(`${long}log:\n  level: warn\n`);
  });

  test('Windows line ends stay', async () => {
    const { write, read, file, editing } = createConfigBed();
    write('# a\r\nagent:\r\n  name: Ada\r\n');

    await updateConfigFile(file, [{ path: 'agent.name', value: 'Bo' }], editing());

    expect(read()).toBe('# a\r\nagent:\r\n  name: Bo\r\n');
  });

  test('text that looks like something else is written as text', async () => {
    const { file, sources, sections, editing } = createConfigBed();
    const text = 'yes: [1] # no\n---\n*x';

    await updateConfigFile(file, [{ path: 'agent.instructions', value: text }], editing());

    expect((await loadConfig(sources(), sections)).config.agent.instructions).toBe(text);
  });
});

describe('V39 an invalid result leaves the old file in place', () => {
  test.each([
    ['an unknown key', { path: 'agent.nmae', value: 'x' }, 'Did you mean `agent.name`?'],
    ['a wrong value', { path: 'log.level', value: 'loud' }, 'must be one of'],
    ['a value below a value', { path: 'agent.name.first', value: 'x' }, 'agent.name'],
    [
      'a reference to nothing',
      { path: 'providers.openai.apiKey', value: reference('NOPE') },
      'NOPE',
    ],
  ])('%s', async (_, change, expected) => {
    const { write, read, file, editing } = createConfigBed();
    write(COMMENTED);

    const error = await failureOf(updateConfigFile(file, [change], editing()));

    expect(error.code).toBe('invalid_config');
    expect(describeError(error, 'en')).toContain(expected);
    expect(read()).toBe(COMMENTED);
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
  });

  test('a file that is no YAML is not touched', async () => {
    const { write, read, file, editing } = createConfigBed();
    write('agent: [');

    const error = await failureOf(
      updateConfigFile(file, [{ path: 'agent.name', value: 'x' }], editing()),
    );

    expect(error).toMatchObject({ code: 'invalid_config', messageId: 'config.yaml_indent' });
    expect(read()).toBe('agent: [');
  });

  test('variables of ours do not decide what a file may hold', async () => {
    const { file, editing } = createConfigBed();
    const change = { path: 'log.level', value: 'warn' };

    const edit = await updateConfigFile(file, [change], editing({ ECHO_AGENT_LOG__LEVEL: 'loud' }));

    expect(edit.changed).toBe(true);
  });

  test('a place that cannot be written is said, and leaves nothing behind', async () => {
    const { write, root, editing } = createConfigBed();
    write('', join(root, 'plain'));
    const file = join(root, 'plain/echo-agent.yaml');

    const error = await failureOf(
      updateConfigFile(file, [{ path: 'agent.name', value: 'x' }], editing()),
    );

    expect(error).toMatchObject({
      code: 'storage_unwritable',
      messageId: 'config.file_unwritable',
    });
  });

  test('what somebody else wrote in the meantime stays', async () => {
    const { write, read, file, editing } = createConfigBed();
    write(COMMENTED);
    const clock = {
      now() {
        write('agent: { name: Other }\n');
        return 0;
      },
    };

    const error = await failureOf(
      updateConfigFile(file, [{ path: 'agent.name', value: 'x' }], { ...editing(), clock }),
    );

    expect(error).toMatchObject({ code: 'conflict', messageId: 'config.file_changed' });
    expect(read()).toBe('agent: { name: Other }\n');
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
  });

  test('a backup that is there already is not written over', async () => {
    const { write, read, file, editing } = createConfigBed();
    write(COMMENTED);
    mkdirSync(`${file}.20261130T080000000Z.bak`);

    const error = await failureOf(
      updateConfigFile(file, [{ path: 'agent.name', value: 'x' }], editing()),
    );

    expect(error.code).toBe('storage_unwritable');
    expect(read()).toBe(COMMENTED);
  });
});

describe('a file that only lay in the folder', () => {
  test('is not given a workspace that it could not be read with; one named with -c is', async () => {
    const { write, read, file, home, editing } = createConfigBed();
    write('');
    const changes = [{ path: 'workspace.path', value: home }];

    const found = await failureOf(updateConfigFile(file, changes, editing({})));
    await updateConfigFile(file, changes, { ...editing({}), file });

    expect(found.message).toMatch(/may not lead out/);
    expect(read()).toContain(home);
  });
});

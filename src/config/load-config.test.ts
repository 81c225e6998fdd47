import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createConfigBed, failureOf } from '../../test/config-bed.ts';
import { describeError } from '../protocol/catalogue.ts';
import { checkConfig, loadConfig } from './load-config.ts';

describe('defaults', () => {
  test('nothing at all is a valid configuration', async () => {
    const { sources, sections, home } = createConfigBed();

    const { config, warnings } = await loadConfig(sources(), sections);

    expect(config).toMatchObject({
      agent: {
        name: 'Echo',
        language: 'auto',
        maxConcurrentTurns: 32,
        caps: { wallTime: 1_800_000 },
      },
      dataDir: join(home, '.echo-agent'),
      workspace: { path: join(home, '.echo-agent/workspace') },
      storage: { backend: 'sqlite', durability: 'full' },
      execution: { networkPolicy: 'deny' },
      approvals: { expiry: 900_000 },
      models: { routes: {}, fallback: [], requestTimeout: 120_000 },
      providers: {},
      channels: {},
    });
    expect(warnings).toEqual([]);
  });

  test('the workspace goes where the data goes', async () => {
    const { sources, sections, root } = createConfigBed();
    const env = { ECHO_AGENT_DATA_DIR: join(root, 'data') };

    const { config } = await loadConfig(sources({ env }), sections);

    expect(config.workspace.path).toBe(join(root, 'data/workspace'));
  });
});

describe('where the file is looked for', () => {
  test('the current folder goes before the home folder, and only one file is read', async () => {
    const { sources, sections, write, home, file } = createConfigBed();
    write('agent: { name: Here }\n');
    write('agent: { name: Home, language: zh }\n', join(home, '.echo-agent/echo-agent.yaml'));

    const { config, files } = await loadConfig(sources(), sections);

    expect(config.agent).toMatchObject({ name: 'Here', language: 'auto' });
    expect(files).toEqual([{ path: file, found: true }]);
  });

  test('the home folder is the second place', async () => {
    const { sources, sections, write, home } = createConfigBed();
    write('agent: { name: Home }\n', join(home, '.echo-agent/echo-agent.yaml'));

    const { config, files } = await loadConfig(sources(), sections);

    expect(config.agent.name).toBe('Home');
    expect(files.map(({ found }) => found)).toEqual([false, true]);
  });

  test('-c is relative to the current folder and the only place looked at', async () => {
    const { sources, sections, write, cwd } = createConfigBed();
    write('agent: { name: Here }\n');
    write('agent: { name: Given }\n', join(cwd, 'conf/mine.yaml'));

    const { config } = await loadConfig(sources({ file: 'conf/mine.yaml' }), sections);

    expect(config.agent.name).toBe('Given');
  });

  test('F1 a missing file given with -c is an error that names it', async () => {
    const { sources, sections, write } = createConfigBed();
    write('agent: { name: Here }\n');

    const error = await failureOf(loadConfig(sources({ file: 'nope.yaml' }), sections));

    expect(error).toMatchObject({ code: 'invalid_config', messageId: 'config.file_missing' });
    expect(describeError(error, 'en')).toContain('nope.yaml');
  });
});

describe('F1 environment and flags win over the file', () => {
  test('a variable reaches a key of several words, a list and a boolean', async () => {
    const { sources, sections, write } = createConfigBed();
    write(
      'execution: { networkPolicy: allow }\ntools: { alsoAllow: [a], exec: { enabled: true } }\n',
    );
    const env = {
      ECHO_AGENT_EXECUTION__NETWORK_POLICY: 'restricted',
      ECHO_AGENT_TOOLS__ALSO_ALLOW: '["exec","todo"]',
      ECHO_AGENT_TOOLS__EXEC__ENABLED: 'no',
    };

    const { config } = await loadConfig(sources({ env }), sections);

    expect(config.execution.networkPolicy).toBe('restricted');
    expect(config.tools).toMatchObject({ alsoAllow: ['exec', 'todo'], exec: { enabled: false } });
  });

  test('case and underscores in a variable do not matter', async () => {
    const { sources, sections } = createConfigBed();
    const env = { ECHO_AGENT_agent__MAXCONCURRENT_turns: '7' };

    const { config } = await loadConfig(sources({ env }), sections);

    expect(config.agent.maxConcurrentTurns).toBe(7);
  });

  test('the type of the key decides how text is read, not its look', async () => {
    const { sources, sections } = createConfigBed();
    const env = {
      ECHO_AGENT_AGENT__NAME: '123',
      ECHO_AGENT_AGENT__INSTRUCTIONS: 'true',
      ECHO_AGENT_AGENT__INTRODUCTION: '["x"]',
      ECHO_AGENT_STORAGE__BACKEND: 'null',
    };

    const { config } = await loadConfig(sources({ env }), sections);

    expect(config.agent).toMatchObject({
      name: '123',
      instructions: 'true',
      introduction: '["x"]',
    });
    expect(config.storage.backend).toBe('null');
  });

  test('a group in JSON takes the place of the group, and a key in it wins over the group', async () => {
    const { sources, sections, write } = createConfigBed();
    write('tools: { profile: full, deny: [exec] }\n');
    const env = {
      ECHO_AGENT_TOOLS__ALLOW: '["b"]',
      ECHO_AGENT_TOOLS: '{"profile":"minimal","allow":["a"]}',
    };

    const { config } = await loadConfig(sources({ env }), sections);

    expect(config.tools).toMatchObject({ profile: 'minimal', allow: ['b'], deny: [] });
  });

  test('--set wins over a variable, a dedicated flag over --set, and the last --set over the first', async () => {
    const { sources, sections } = createConfigBed();
    const env = { ECHO_AGENT_AGENT__NAME: 'Env', ECHO_AGENT_LOG__LEVEL: 'warn' };
    const overrides = {
      set: ['agent.name=One', 'agent.name=Two=2', 'agent.language=en', 'log.level=error'],
      values: { 'agent.language': 'zh', 'workspace.path': undefined },
    };

    const { config } = await loadConfig(sources({ env, overrides }), sections);

    expect(config.agent).toMatchObject({ name: 'Two=2', language: 'zh' });
    expect(config.log.level).toBe('error');
  });

  test('two variables for one key are refused unless they agree', async () => {
    const { sources, sections } = createConfigBed();
    const alike = { ECHO_AGENT_DATA_DIR: '/a', ECHO_AGENT_DATADIR: '/a' };
    const unlike = { ECHO_AGENT_DATA_DIR: '/a', ECHO_AGENT_DATADIR: '/b' };

    const good = await checkConfig(sources({ env: alike }), sections);
    const bad = await checkConfig(sources({ env: unlike }), sections);

    expect(good.problems).toEqual([]);
    expect(bad.problems).toMatchObject([{ id: 'config.set_twice', path: 'dataDir' }]);
  });

  test('variables without our prefix are nobody else’s business', async () => {
    const { sources, sections } = createConfigBed();
    const env = { ECHO_AGENTS: 'x', AGENT__NAME: 'x', ECHO_AGENT: 'x', PATH: '/bin' };

    const { problems } = await checkConfig(sources({ env }), sections);

    expect(problems).toEqual([]);
  });
});

describe('paths', () => {
  test('a relative path starts where it was written', async () => {
    const { sources, sections, write, cwd, home } = createConfigBed();
    const file = write('dataDir: data\nworkspace: { path: ~/work }\n', join(cwd, 'conf/a.yaml'));
    const overrides = { values: { 'network.caFile': 'ca.pem' } };

    const { config } = await loadConfig(sources({ file, overrides }), sections);

    expect(config.dataDir).toBe(join(cwd, 'conf/data'));
    expect(config.workspace.path).toBe(join(home, 'work'));
    expect(config.network.caFile).toBe(join(cwd, 'ca.pem'));
  });
});

describe('variables that all programs share', () => {
  test('they fill in the network section where it says nothing', async () => {
    const { sources, sections, write } = createConfigBed();
    write('network: { noProxy: mine.example }\n');
    const env = {
      https_proxy: 'proxy.example:8080',
      NO_PROXY: 'x',
      NODE_EXTRA_CA_CERTS: '/ca.pem',
    };

    const { config } = await loadConfig(sources({ env }), sections);

    expect(config.network).toEqual({
      proxy: 'http://proxy.example:8080',
      noProxy: 'mine.example',
      caFile: '/ca.pem',
    });
  });

  test('a proxy of another kind is left out with a warning, and an empty variable is none', async () => {
    const { sources, sections } = createConfigBed();
    const env = { HTTPS_PROXY: 'ftp://proxy.example', NODE_EXTRA_CA_CERTS: '' };

    const { config, warnings } = await loadConfig(sources({ env }), sections);

    expect(config.network).toEqual({});
    expect(warnings).toMatchObject([{ id: 'config.proxy_ignored', path: 'network.proxy' }]);
  });
});

import { describe, expect, test } from 'vitest';
import { createConfigBed, failureOf, type Given } from '../../../test/config-bed.ts';
import { describeError, translate } from '../../protocol/catalogue.ts';
import { checkConfig, loadConfig } from '../load-config.ts';

async function sentencesOf(text: string, given: Given = {}): Promise<string[]> {
  const { sources, sections, write } = createConfigBed();
  write(text);
  const { problems } = await checkConfig(sources(given), sections);
  return problems.map(({ id, values }) => translate('en', id, values));
}

describe('F1 an unknown key names the nearest right one', () => {
  test.each([
    ['agent: { nmae: x }', '1:10: there is no key `agent.nmae`. Did you mean `agent.name`?'],
    ['log:\n  levle: info', '2:3: there is no key `log.levle`. Did you mean `log.level`?'],
    ['networkPolicy: deny', 'Did you mean `execution.networkPolicy`?'],
    ['agnet: {}', '1:1: there is no key `agnet`. Did you mean `agent`?'],
    [
      'tools: { exec: { time_out: 5s } }',
      'It is `tools.exec.timeout` now; `echo-agent config migrate`',
    ],
    ['execution: { network_policy: deny }', 'It is `execution.networkPolicy` now'],
    ['providers: { openai: { api_key: x } }', 'It is `providers.openai.apiKey` now'],
    ['providers: { openai: { apikey: x } }', 'Did you mean `providers.openai.apiKey`?'],
    ['zzzzzzzzzzzz: 1', 'Remove it; `echo-agent config schema` lists all keys.'],
    ['"<<": { agent: {} }', 'there is no key `<<`'],
    ['agent: { constructor: 1 }', 'there is no key `agent.constructor`'],
  ])('%s', async (text, expected) => {
    expect(await sentencesOf(text)).toEqual([expect.stringContaining(expected)]);
  });

  test('a variable is answered with a variable, a --set with a key', async () => {
    const env = { ECHO_AGENT_EXECUTION__NETWORK_POLCY: 'deny' };
    const overrides = { set: ['execution.networkPolcy=deny'] };

    const sentences = await sentencesOf('', { env, overrides });

    expect(sentences).toEqual([
      'ECHO_AGENT_EXECUTION__NETWORK_POLCY: there is no key `execution.NETWORK_POLCY`. Did you mean `ECHO_AGENT_EXECUTION__NETWORK_POLICY`?',
      '--set: there is no key `execution.networkPolcy`. Did you mean `execution.networkPolicy`?',
    ]);
  });

  test.each([
    'ECHO_AGENT_',
    'ECHO_AGENT___',
    'ECHO_AGENT_AGENT__',
    'ECHO_AGENT_AGENT__NAME__X',
    'ECHO_AGENT_PROVIDERS__',
  ])('the variable %s names no key', async (name) => {
    expect(await sentencesOf('', { env: { [name]: 'x' } })).toEqual([
      expect.stringContaining(`${name}: there is no key`),
    ]);
  });

  test.each(['x', '=1', 'a..b=1', 'a.=1', '.a=1', 'a."b=1'])(
    '--set %s is told how to write it',
    async (set) => {
      expect(await sentencesOf('', { overrides: { set: [set] } })).toEqual([
        '--set: write `--set key=value`, such as `--set agent.name=Echo`.',
      ]);
    },
  );

  test('no key reaches the prototype of objects', async () => {
    const overrides = {
      set: ['__proto__.a=1', 'providers.__proto__.type=direct', 'models.routes.__proto__=[]'],
    };
    const env = { ECHO_AGENT_MODELS__ROUTES: '{"__proto__":["a/b"]}' };

    const sentences = await sentencesOf('', { overrides, env });

    expect(sentences).toHaveLength(4);
    expect({}).not.toHaveProperty('type');
  });

  test('a key is shown without what could drive a terminal', async () => {
    const [sentence] = await sentencesOf('"\\e[2J\\u202Eagent": 1');

    expect(sentence).toContain('`‹U+001B›[2J‹U+202E›agent`');
  });
});

describe('a wrong value is told with what would be right', () => {
  test.each([
    ['agent: { name: 123 }', '`agent.name` must be text. Put it in quotes.'],
    ['agent: { name: "" }', '`agent.name` is too short; the least is 1 (characters).'],
    ['agent: { name: }', '`agent.name` has no value. Write one, or remove the line.'],
    ['agent: 5', '`agent` must be a group of keys, not a single value.'],
    ['agent: { maxConcurrentTurns: 1.5 }', '`agent.maxConcurrentTurns` must be a whole number.'],
    ['agent: { maxConcurrentTurns: 0 }', '`agent.maxConcurrentTurns` must be more than 0.'],
    ['agent: { context: { cutAtShare: 2 } }', '`agent.context.cutAtShare` must be at most 1.'],
    [
      'agent: { caps: { wallTime: 30 } }',
      'must be a time such as `500ms`, `30s`, `5m`, `2h` or `1d`',
    ],
    ['agent: { timeZone: Mars }', 'must be a time zone such as `Europe/Berlin`'],
    ['tools: { exec: { enabled: yes } }', '`tools.exec.enabled` must be `true` or `false`.'],
    ['tools: { deny: exec }', '`tools.deny` must be a list, such as `[a, b]`.'],
    ['tools: { deny: [1] }', '1:17: `tools.deny.0` must be text. Put it in quotes.'],
    [
      'tools: { profile: huge }',
      '`tools.profile` must be one of: minimal, messaging, coding, full.',
    ],
    ['storage: { durability: half }', '`storage.durability` must be one of: full, normal.'],
    ['models: { default: gpt }', '`models.default` must be written provider/model'],
    ['models: { routes: { chat: a/b } }', '`models.routes.chat` must be a list'],
    [
      'models: { routes: { chat: [] } }',
      '`models.routes.chat` needs more entries; the least is 1.',
    ],
    ['dataDir: 5', '`dataDir` must be the path of a file or folder.'],
    ['network: { proxy: nonsense }', '`network.proxy` must be the URL of a proxy'],
    [
      'providers: { openai: { apiKey: 12 } }',
      '`providers.openai.apiKey` must be text that is not empty',
    ],
    ['providers: { openai: { baseUrl: x } }', '`providers.openai.baseUrl` must be a URL'],
    [
      'providers: { openai: { rate: fast } }',
      'the value of `providers.openai.rate` is not one that fits',
    ],
    ['providers: { openai: 5 }', '`providers.openai` must be a group of keys'],
    [
      'providers: { openai: { enabled: 1 } }',
      '`providers.openai.enabled` must be `true` or `false`.',
    ],
    ['providers: []', '`providers` must be a group of keys'],
    [
      'providers: { opena: {} }',
      'Did you mean `openai`? If not, give it a `type`, one of: direct, relayed.',
    ],
    ['providers: { mine: {} }', 'so it needs a `type`, one of: direct, relayed.'],
    ['providers: { mine: { type: x } }', '`providers.mine.type` must be one of: direct, relayed.'],
    ['providers: { mine: { type: 5 } }', '`providers.mine` is no well-known name'],
    ['providers: { "a/b": { type: direct } }', 'is not a usable name'],
    ['providers: { open-ai: { type: direct }, openai: {} }', 'differ only in case'],
    ['channels: { telegram: {} }', 'this version has nothing of that kind yet'],
  ])('%s', async (text, expected) => {
    expect(await sentencesOf(text)).toEqual([expect.stringContaining(expected)]);
  });

  test.each([
    [
      'ECHO_AGENT_TOOLS__EXEC__ENABLED',
      'maybe',
      'must be `true` or `false` (`1`, `0`, `yes` and `no` are fine too).',
    ],
    ['ECHO_AGENT_TOOLS__EXEC__ENABLED', '', 'must be `true` or `false`'],
    ['ECHO_AGENT_AGENT__CAPS__TOKENS', '0x10', 'must be a number.'],
    ['ECHO_AGENT_AGENT__CAPS__TOKENS', '1.5', 'must be a whole number.'],
    ['ECHO_AGENT_TOOLS__DENY', 'exec', 'must be a list in JSON, such as `["a", "b"]`.'],
    ['ECHO_AGENT_TOOLS__DENY', '{}', 'must be a list in JSON'],
    ['ECHO_AGENT_TOOLS__DENY', '[1]', '`tools.deny.0` must be text.'],
    ['ECHO_AGENT_LOG', 'debug', 'Set one key of it, such as `ECHO_AGENT_LOG__LEVEL`'],
    ['ECHO_AGENT_LOG__LEVEL', 'LOUD', 'must be one of: trace, debug, info'],
    ['ECHO_AGENT_PROVIDERS__MINE__TYPE', 'x', 'must be one of: direct, relayed.'],
  ])('%s=%s', async (name, text, expected) => {
    const [sentence, ...more] = await sentencesOf('', { env: { [name]: text } });

    expect(sentence).toContain(expected);
    expect(sentence).toMatch(new RegExp(`^${name}: `));
    expect(more).toEqual([]);
  });
});

test('everything that is wrong is told at once, in the order of the file', async () => {
  const { sources, sections, write } = createConfigBed();
  write('log: { level: loud }\nagent: { nmae: x, caps: { tokens: a } }\nproviders: { mine: {} }\n');
  const env = { ECHO_AGENT_BUS__MAX_QUEUED: 'x' };

  const error = await failureOf(loadConfig(sources({ env }), sections));

  const lines = describeError(error, 'en').split('\n');
  expect(lines[0]).toBe('The configuration has 5 problems:');
  expect(lines.slice(1).map((line) => line.split(': ')[0])).toEqual([
    '- echo-agent.yaml:1:8',
    '- echo-agent.yaml:2:10',
    '- echo-agent.yaml:2:27',
    '- echo-agent.yaml:3:14',
    '- ECHO_AGENT_BUS__MAX_QUEUED',
  ]);
  expect(describeError(error, 'zh')).toContain('配置中有 5 处问题');
});

test('a file of a later version is refused for that alone', async () => {
  const sentences = await sentencesOf('configVersion: 2\nfuture: {}\n');

  expect(sentences).toEqual([
    'echo-agent.yaml:1:1: this file is for a newer Echo Agent (`configVersion` 2; this one knows 1). Update Echo Agent.',
  ]);
});

test('this version may be written out', async () => {
  expect(await sentencesOf('configVersion: 1\n')).toEqual([]);
});

test('F2 no sentence holds a value', async () => {
  const secret = 'sk-very-secret';
  const env = {
    ECHO_AGENT_PROVIDERS__OPENAI__API_KEYS: secret,
    ECHO_AGENT_PROVIDERS__OPENAI__HEADERS: `{"x":${secret}}`,
    ECHO_AGENT_AGENT__LANGUAGE: secret,
    ECHO_AGENT_LOG: secret,
  };
  const { sources, sections, write } = createConfigBed();
  write(
    `providers: { openai: { baseUrl: ${secret}, idleTimeout: ${secret}, apiKey: [${secret}] } }`,
  );

  const error = await failureOf(loadConfig(sources({ env }), sections));

  const shown = [error.message, describeError(error, 'en'), describeError(error, 'zh')];
  expect(JSON.stringify([shown, error.details, error.values])).not.toContain(secret);
  expect(error.details['problems']).toHaveLength(7);
});

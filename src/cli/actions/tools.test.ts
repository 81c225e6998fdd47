import { describe, expect, test } from 'vitest';
import type { ListedTool, RuntimeClient } from '../../app/runtime-client.ts';
import type { McpServerView } from '../../mcp/mcp-server-view.ts';
import { trustedOrigin } from '../../protocol/origin.ts';
import type { GuardDecision, ToolOutcome } from '../../protocol/tool-call.ts';
import { createCliStage } from '../../testing/cli-stage.ts';
import { createScriptedClient } from '../../testing/scripted-client.ts';
import type { ToolReport } from '../../tools/pipeline-contract.ts';

function stage(overrides: Partial<RuntimeClient>) {
  return createCliStage({ client: createScriptedClient({ overrides }).client });
}

const EXEC: ListedTool = {
  name: 'exec',
  visible: false,
  rule: 'tools.deny',
  ready: true,
  registered: true,
  risk: 'exec',
  capabilities: ['process.exec'],
  description: 'Run. Carefully.',
};
const READ: ListedTool = {
  name: 'read_file',
  visible: true,
  rule: 'profile coding',
  ready: true,
  registered: true,
  risk: 'read_only',
  capabilities: ['fs.read'],
  description: '读取文件。更多。',
};
const SEARCH: ListedTool = {
  ...READ,
  name: 'web_search',
  ready: false,
  reason: 'no key: set it.',
  capabilities: [],
};
const GONE: ListedTool = {
  name: 'broken',
  visible: false,
  rule: 'refused',
  ready: false,
  reason: 'parameters: must be an object',
  registered: false,
  description: '',
};
const OFF: ListedTool = { ...GONE, name: 'run', rule: 'a: false', reason: 'a: false' };

describe('tools', () => {
  test('lists every tool with the rule that shows or hides it', async () => {
    const { run, output } = stage({ tools: async () => [EXEC, READ, SEARCH] });

    await run('tools', 'list');

    expect(output().split('\n')).toEqual([
      'exec        hidden     tools.deny      Run.',
      'read_file   shown      profile coding  读取文件。更多。',
      'web_search  not ready  profile coding  读取文件。更多。',
      '',
    ]);
  });

  test('says with --why what the rules go by, and what a tool lacks', async () => {
    const { run, output } = stage({ tools: async () => [EXEC, OFF, SEARCH] });

    await run('tools', 'list', '--why');

    expect(output().split('\n')).toEqual([
      'exec        hidden     tools.deny      exec process.exec',
      'run         hidden     a: false',
      'web_search  not ready  profile coding  read_only (no capability declared): no key: set it.',
      '',
    ]);
  });

  test('names with --why what the profile lacks', async () => {
    const hidden = { ...EXEC, rule: 'profile minimal', lacks: ['process.exec'] };
    const { run, output } = stage({ tools: async () => [hidden] });

    await run('tools', 'list', '--why');

    expect(output()).toContain('exec process.exec: the profile lacks process.exec');
  });

  test('asks for another channel, person and profile, and refuses what is none', async () => {
    const asked: unknown[] = [];
    const { run, notes } = stage({
      async tools(question) {
        asked.push(question);
        return [];
      },
    });
    const words = ['--channel', 'web', '--principal', 'telegram:9', '--profile', 'minimal'];

    const codes = [
      await run('tools', 'list', '--json', ...words),
      await run('tools', 'list', '--profile', 'huge'),
      await run('tools', 'list', '--principal', 'alice'),
    ];

    expect(codes).toEqual([0, 2, 2]);
    expect(asked).toEqual([{ channel: 'web', principal: 'telegram:9', profile: 'minimal' }]);
    expect(notes()).toContain('minimal, messaging, coding, full');
  });

  test('T19 doctor names what cannot be used and why, and fails on a tool that was kept out', async () => {
    const lacking = stage({ tools: async () => [EXEC, SEARCH, OFF] });
    const broken = stage({ tools: async () => [READ, GONE] });

    const codes = [await lacking.run('tools', 'doctor'), await broken.run('tools', 'doctor')];

    expect(codes).toEqual([0, 1]);
    expect(lacking.output().split('\n')).toEqual([
      '! web_search cannot be used: no key: set it.',
      '! run is switched off: a: false',
      'Tools that can be used: 0.',
      'Hidden by the rules: 1; `echo-agent tools list` says by which.',
      '',
    ]);
    expect(broken.output()).toContain('! broken was kept out: parameters: must be an object');
  });

  test('doctor and list warn of a name in a list that no tool has, on every way out', async () => {
    const tools = {
      ready: 1,
      hidden: 0,
      notReady: [],
      rejected: [],
      unknownNames: [
        { list: 'tools.deny', name: 'exce', meant: 'exec' },
        { list: 'channels.web.tools.allow', name: 'zzz' },
      ],
    };
    const status = async () => ({ ...(await createScriptedClient().client.status()), tools });
    const { run, output, notes } = stage({ tools: async () => [READ], status });

    const code = await run('tools', 'doctor');
    await run('tools', 'list', '--json');

    const mistyped =
      '! tools.deny names exce, and no tool is called that: it shows and hides nothing. Did you mean exec?';
    const strange =
      '! channels.web.tools.allow names zzz, and no tool is called that: it shows and hides nothing.';
    expect(code).toBe(0);
    expect(output()).toContain(`${mistyped}\n${strange}\n`);
    expect(notes()).toBe(`${mistyped}\n${strange}\n`);
  });

  test('doctor names the MCP servers that are not connected, and why', async () => {
    const server = (name: string, state: McpServerView['state'], reason?: string) =>
      ({ name, transport: 'stdio', state, reason, tools: [] }) as const;
    const mcpServers = async () => [
      server('a', 'connected'),
      server('b', 'failed', 'spawn nope ENOENT'),
      server('c', 'starting'),
      server('d', 'disabled'),
    ];
    const { run, output } = stage({ tools: async () => [READ], mcpServers });

    await run('tools', 'doctor');

    expect(output().split('\n')).toEqual([
      '! MCP server b: not connected: spawn nope ENOENT',
      '! MCP server c: starting',
      'Tools that can be used: 1.',
      '',
    ]);
  });

  test('list tells of a channel that there is not', async () => {
    const { run, notes } = stage({ tools: async () => [READ] });

    await run('tools', 'list', '--channel', 'cli');
    expect(notes()).toBe('');
    await run('tools', 'list', '--channel', 'telegarm');

    expect(notes()).toContain('There is no channel telegarm in the configuration');
  });

  test('shows one tool whole, and says so when there is none', async () => {
    const { run, output, notes } = stage({
      describeTool: async (name) => (name === 'exec' ? { name, risk: 'exec' } : undefined),
    });

    const found = await run('tools', 'show', 'exec');
    const missing = await run('tools', 'show', 'exce');

    expect([found, missing]).toEqual([0, 1]);
    expect(JSON.parse(output())).toEqual({ name: 'exec', risk: 'exec' });
    expect(notes()).toContain('There is no tool exce.');
  });
});

describe('tools call', () => {
  function calling(outcome: ToolOutcome, more: Partial<ToolReport> = {}) {
    const calls: unknown[] = [];
    const report = {
      tool: 'exec',
      outcome,
      text: 'result \u001b[31m',
      origin: trustedOrigin('command'),
      summary: 'npm test',
      attempts: 1,
      durationMs: 12,
      metadata: {},
      sideEffect: true,
      ...more,
    };
    const staged = stage({
      async callTool(call) {
        calls.push(call);
        return report;
      },
    });
    return { calls, ...staged };
  }

  test('passes the arguments on as they were written and prints the result', async () => {
    const { run, calls, output, notes } = calling('ok');

    const code = await run('tools', 'call', 'exec', '--json', '{"a": 1', '--yes');

    expect(calls).toEqual([{ name: 'exec', argumentsText: '{"a": 1', assumeYes: true }]);
    expect([code, output(), notes()]).toEqual([0, 'result ␛[31m\n', 'exec: done · 12 ms\n']);
  });

  test('calls in the name of somebody else, or refuses a name that is none', async () => {
    const { run, calls } = calling('ok');

    const codes = [
      await run('tools', 'call', 'exec', '--as', 'telegram:9'),
      await run('tools', 'call', 'exec', '--as', 'alice'),
    ];

    expect(codes).toEqual([0, 2]);
    expect(calls).toMatchObject([{ principal: 'telegram:9' }]);
  });

  test('reads the arguments from the standard input for `-`', async () => {
    const { run, calls, type, endInput } = calling('ok');

    type('{"command":"ls"}');
    endInput();
    await run('tools', 'call', 'exec', '--json', '-');

    expect(calls).toMatchObject([{ argumentsText: '{"command":"ls"}', assumeYes: false }]);
  });

  describe('a call that needs a yes', () => {
    const plain: GuardDecision = { action: 'allow', reason: '', patternKey: 'none', facts: [] };
    const asked = (more: Partial<ToolReport>) =>
      calling('approval_required', {
        text: 'Not run: … Do not call it again.',
        metadata: { why: 'it runs a command' },
        risk: 'exec',
        decision: plain,
        ...more,
      });

    test('is told to the person, and --yes is named where it would run the call', async () => {
      const { run, output, notes } = asked({});

      await run('tools', 'call', 'exec');

      expect(output()).toBe('');
      expect(notes()).toContain('Not run: it needs a yes (it runs a command).');
      expect(notes()).toContain('`--yes` runs it');
      expect(notes()).not.toContain('Do not call');
    });

    test.each<[string, Partial<ToolReport>, string[]]>([
      ['it was given', {}, ['--yes']],
      ['it is called for somebody else', {}, ['--as', 'telegram:9']],
      ['the call is dangerous', { risk: 'dangerous' }, []],
      ['the guard asks', { decision: { ...plain, action: 'ask' } }, []],
      ['the guard has facts', { decision: { ...plain, facts: ['file_delete'] } }, []],
    ])('--yes is not named when %s', async (_, more, words) => {
      const { run, notes } = asked(more);

      await run('tools', 'call', 'exec', ...words);

      expect(notes()).not.toContain('--yes');
      expect(notes()).toContain('Ask for it in a chat');
    });
  });

  test('a hidden tool is refused in words for a person', async () => {
    const { run, output, notes } = calling('not_visible', {
      text: 'Use another tool, or tell the person.',
      metadata: { rule: 'tools.deny' },
    });

    await run('tools', 'call', 'exec');

    expect(output()).toBe('');
    expect(notes()).toContain('Not run: exec is switched off here (tools.deny).');
  });

  test.each<[ToolOutcome, number]>([
    ['ok', 0],
    ['replayed', 0],
    ['error', 1],
    ['denied', 1],
    ['timeout', 1],
    ['invalid_arguments', 2],
    ['approval_required', 3],
  ])('ends with its own exit code for %s', async (outcome, expected) => {
    const { run } = calling(outcome);

    expect(await run('tools', 'call', 'exec')).toBe(expected);
  });
});

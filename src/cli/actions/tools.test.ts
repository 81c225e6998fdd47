import { describe, expect, test } from 'vitest';
import type { RuntimeClient } from '../../app/runtime-client.ts';
import { trustedOrigin } from '../../protocol/origin.ts';
import type { ToolOutcome } from '../../protocol/tool-call.ts';
import { createCliStage } from '../../testing/cli-stage.ts';
import { createScriptedClient } from '../../testing/scripted-client.ts';

function stage(overrides: Partial<RuntimeClient>) {
  return createCliStage({ client: createScriptedClient({ overrides }).client });
}

describe('tools', () => {
  test('lists every tool with the rule that shows or hides it', async () => {
    const { run, output } = stage({
      tools: async () => [
        {
          name: 'exec',
          visible: false,
          rule: 'tools.deny',
          ready: true,
          description: 'Run. Carefully.',
        },
        {
          name: 'read_file',
          visible: true,
          ready: true,
          rule: 'profile coding',
          description: '读取文件。更多。',
        },
      ],
    });

    await run('tools', 'list');

    expect(output()).toBe(
      'exec       hidden  tools.deny      Run.\nread_file  shown   profile coding  读取文件。更多。\n',
    );
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
  function calling(outcome: ToolOutcome) {
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

  test('reads the arguments from the standard input for `-`', async () => {
    const { run, calls, type, endInput } = calling('ok');

    type('{"command":"ls"}');
    endInput();
    await run('tools', 'call', 'exec', '--json', '-');

    expect(calls).toMatchObject([{ argumentsText: '{"command":"ls"}', assumeYes: false }]);
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

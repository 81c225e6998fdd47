import type { Command } from 'commander';
import type { RuntimeClient } from '../../app/runtime-client.ts';
import { AgentError } from '../../base/errors.ts';
import type { ToolOutcome } from '../../protocol/tool-call.ts';
import { writeAll } from '../chat/plain-view.ts';
import type { CliSettings } from '../cli-deps.ts';
import { EXIT } from '../exit-codes.ts';
import { formatDuration } from '../terminal/duration.ts';
import { neutralise, oneLine } from '../terminal/neutralise.ts';
import { formatTable } from '../terminal/table.ts';
import { begin, type Cli, note, print, printJson } from './begin.ts';
import { newCommand } from './new-command.ts';
import { readPrompt } from './read-prompt.ts';

/** `echo-agent tools`: what the agent can use, and why or why not; and one call through the whole pipeline. */
export function toolsCommand(cli: Cli): Command {
  return newCommand(cli, 'tools', 'cli.help.tools')
    .command.addCommand(listCommand(cli))
    .addCommand(showCommand(cli))
    .addCommand(callCommand(cli));
}

function listCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'list', 'cli.help.tools.list');
  return command
    .option('--json', text('cli.option.json'))
    .action(async ({ json }: { json?: boolean }, self: Command) => {
      const { settings, say } = await begin(cli, self);
      const tools = await withClient(cli, settings, (client) => client.tools());
      if (json) return printJson(cli, tools);
      const rows = tools.map(({ name, visible, rule, description }) => [
        name,
        say(visible ? 'cli.tools.visible' : 'cli.tools.hidden'),
        oneLine(rule),
        oneLine(description.split(/(?<=[.。])\s|\n/)[0] ?? ''),
      ]);
      for (const row of formatTable(rows)) print(cli, row);
    });
}

function showCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'show', 'cli.help.tools.show');
  return command
    .argument('<name>', text('cli.argument.tool'))
    .action(async (name: string, _options: unknown, self: Command) => {
      const { settings } = await begin(cli, self);
      const tool = await withClient(cli, settings, (client) => client.describeTool(name));
      if (tool === undefined) throw unknownTool(name);
      print(cli, JSON.stringify(tool, null, 2));
    });
}

interface CallOptions {
  readonly json: string;
  readonly yes?: boolean;
}

function callCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'call', 'cli.help.tools.call');
  return command
    .argument('<name>', text('cli.argument.tool'))
    .option('--json <arguments>', text('cli.option.arguments'), '{}')
    .option('-y, --yes', text('cli.option.yes_run'))
    .action(async (name: string, { json, yes = false }: CallOptions, self: Command) => {
      const { settings, say } = await begin(cli, self);
      const argumentsText = json === '-' ? await readPrompt(cli.deps.streams.stdin) : json;
      const report = await withClient(cli, settings, (client) =>
        client.callTool({ name, argumentsText, assumeYes: yes }),
      );
      await writeAll(cli.deps.streams.stdout, `${neutralise(report.text)}\n`);
      const { outcome, durationMs } = report;
      const said = say(`cli.outcome.${outcome}`);
      note(cli, say('cli.tools.outcome', { tool: name, said, time: formatDuration(durationMs) }));
      if (outcome === 'approval_required') note(cli, say('cli.tools.approval'));
      cli.setExitCode(exitCodeOfCall(outcome));
    });
}

function exitCodeOfCall(outcome: ToolOutcome): number {
  if (outcome === 'ok' || outcome === 'replayed') return EXIT.done;
  if (outcome === 'approval_required') return EXIT.needsApproval;
  return outcome === 'invalid_arguments' ? EXIT.usage : EXIT.failed;
}

async function withClient<Result>(
  { deps }: Cli,
  settings: CliSettings,
  use: (client: RuntimeClient) => Promise<Result>,
): Promise<Result> {
  const client = await deps.app.openClient(settings);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

function unknownTool(name: string): AgentError {
  return new AgentError('not_found', 'There is no such tool.', {
    messageId: 'cli.tools.unknown',
    values: { tool: oneLine(name) },
  });
}

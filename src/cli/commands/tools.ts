import type { Command } from 'commander';
import { type Cli, flagsOf, newCommand } from './command-line.ts';

const load = () => import('../actions/tools.ts');

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
    .action(async (options: { json?: boolean }, self: Command) => {
      await (await load()).listTools(cli, flagsOf(self), options);
    });
}

function showCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'show', 'cli.help.tools.show');
  return command
    .argument('<name>', text('cli.argument.tool'))
    .action(async (name: string, _options: unknown, self: Command) => {
      await (await load()).showTool(cli, flagsOf(self), name);
    });
}

function callCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'call', 'cli.help.tools.call');
  return command
    .argument('<name>', text('cli.argument.tool'))
    .option('--json <arguments>', text('cli.option.arguments'), '{}')
    .option('-y, --yes', text('cli.option.yes_run'))
    .action(async (name: string, options: { json: string; yes?: boolean }, self: Command) => {
      await (await load()).callTool(cli, flagsOf(self), { name, ...options });
    });
}

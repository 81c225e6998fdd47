import type { Command } from 'commander';
import { type Cli, flagsOf, newCommand, parseCount } from './command-line.ts';

const load = () => import('../actions/tools.ts');

/** `echo-agent tools`: what the agent can use, and why or why not; and one call through the whole pipeline. */
export function toolsCommand(cli: Cli): Command {
  return newCommand(cli, 'tools', 'cli.help.tools')
    .command.addCommand(listCommand(cli))
    .addCommand(showCommand(cli))
    .addCommand(callCommand(cli))
    .addCommand(doctorCommand(cli))
    .addCommand(logCommand(cli));
}

interface ListOptions {
  readonly why?: boolean;
  readonly channel?: string;
  readonly principal?: string;
  readonly profile?: string;
  readonly json?: boolean;
}

function listCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'list', 'cli.help.tools.list');
  return command
    .option('--why', text('cli.option.why'))
    .option('--channel <name>', text('cli.option.channel'))
    .option('--principal <id>', text('cli.option.principal'))
    .option('--profile <name>', text('cli.option.profile'))
    .option('--json', text('cli.option.json'))
    .action(async (options: ListOptions, self: Command) => {
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
    .option('--as <id>', text('cli.option.as'))
    .action(async (name: string, options: CallOptions, self: Command) => {
      await (await load()).callTool(cli, flagsOf(self), { name, ...options });
    });
}

interface CallOptions {
  readonly json: string;
  readonly yes?: boolean;
  readonly as?: string;
}

function doctorCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'doctor', 'cli.help.tools.doctor');
  return command
    .option('--json', text('cli.option.json'))
    .action(async (options: { json?: boolean }, self: Command) => {
      await (await import('../actions/tool-doctor.ts')).examineTools(cli, flagsOf(self), options);
    });
}

interface LogOptions {
  readonly session?: string;
  readonly tool?: string;
  readonly limit: number;
  readonly json?: boolean;
}

function logCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'log', 'cli.help.tools.log');
  return command
    .option('-s, --session <name>', text('cli.option.session_only'))
    .option('--tool <name>', text('cli.option.tool_only'))
    .option('-n, --limit <count>', text('cli.option.limit'), parseCount, 20)
    .option('--json', text('cli.option.json'))
    .action(async (options: LogOptions, self: Command) => {
      await (await import('../actions/tool-log.ts')).showToolLog(cli, flagsOf(self), options);
    });
}

import type { Command } from 'commander';
import { type Cli, flagsOf, newCommand, parseCount } from './command-line.ts';

const load = () => import('../actions/trace.ts');

/** `echo-agent trace`: what happened to each message, from what is stored. */
export function traceCommand(cli: Cli): Command {
  return newCommand(cli, 'trace', 'cli.help.trace')
    .command.addCommand(listCommand(cli))
    .addCommand(showCommand(cli));
}

interface ListOptions {
  readonly session?: string;
  readonly outcome?: string;
  readonly limit: number;
  readonly json?: boolean;
}

function listCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'list', 'cli.help.trace.list');
  return command
    .option('-s, --session <name>', text('cli.option.session_only'))
    .option('--outcome <outcome>', text('cli.option.outcome'))
    .option('-n, --limit <count>', text('cli.option.limit'), parseCount, 20)
    .option('--json', text('cli.option.json'))
    .action(async (options: ListOptions, self: Command) => {
      await (await load()).listLatestTraces(cli, flagsOf(self), options);
    });
}

function showCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'show', 'cli.help.trace.show');
  return command
    .argument('[id]', text('cli.argument.trace'))
    .option('--json', text('cli.option.json_whole'))
    .action(async (id: string | undefined, options: { json?: boolean }, self: Command) => {
      await (await load()).showTrace(cli, flagsOf(self), {
        ...options,
        ...(id !== undefined && { id }),
      });
    });
}

import { type Command, Option } from 'commander';
import { EXPORT_FORMATS, type ExportFormat } from '../../sessions/export-formats.ts';
import { type Cli, flagsOf, newCommand, parseCount } from './command-line.ts';

const load = () => import('../actions/sessions.ts');

/** `echo-agent sessions`: the conversations of this data folder, of all people. */
export function sessionsCommand(cli: Cli): Command {
  return newCommand(cli, 'sessions', 'cli.help.sessions')
    .command.addCommand(listCommand(cli))
    .addCommand(showCommand(cli))
    .addCommand(searchCommand(cli))
    .addCommand(exportCommand(cli))
    .addCommand(deleteCommand(cli));
}

function listCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'list', 'cli.help.sessions.list');
  return command
    .option('-n, --limit <count>', text('cli.option.limit'), parseCount, 20)
    .option('-a, --all', text('cli.option.all_sessions'))
    .option('--json', text('cli.option.json'))
    .action(async (options: { limit: number; json?: boolean; all?: boolean }, self: Command) => {
      await (await load()).listSessions(cli, flagsOf(self), options);
    });
}

function showCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'show', 'cli.help.sessions.show');
  return command
    .argument('<name>', text('cli.argument.session'))
    .option('--json', text('cli.option.json'))
    .action(async (name: string, options: { json?: boolean }, self: Command) => {
      await (await load()).showSession(cli, flagsOf(self), { name, ...options });
    });
}

function searchCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'search', 'cli.help.sessions.search');
  return command
    .argument('<text...>', text('cli.argument.search'))
    .option('-n, --limit <count>', text('cli.option.limit'), parseCount, 20)
    .option('--json', text('cli.option.json'))
    .action(async (words: string[], options: { limit: number; json?: boolean }, self: Command) => {
      await (await load()).searchSessions(cli, flagsOf(self), {
        ...options,
        query: words.join(' '),
      });
    });
}

function exportCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'export', 'cli.help.sessions.export');
  const format = new Option('-f, --format <format>', text('cli.option.format'))
    .choices(EXPORT_FORMATS)
    .default('markdown');
  return command
    .argument('<name>', text('cli.argument.session'))
    .addOption(format)
    .option('-o, --output <file>', text('cli.option.output'))
    .action(
      async (name: string, options: { format: ExportFormat; output?: string }, self: Command) => {
        await (await load()).exportOneSession(cli, flagsOf(self), { name, ...options });
      },
    );
}

function deleteCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'delete', 'cli.help.sessions.delete');
  return command
    .argument('<name>', text('cli.argument.session'))
    .option('-y, --yes', text('cli.option.yes_delete'))
    .action(async (name: string, options: { yes?: boolean }, self: Command) => {
      await (await load()).deleteSession(cli, flagsOf(self), { name, ...options });
    });
}

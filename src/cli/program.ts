import { Command, Option } from 'commander';
import { type MessageId, translate } from '../protocol/catalogue.ts';
import type { Language } from '../protocol/language.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { chatCommand } from './commands/chat.ts';
import { type Cli, collect } from './commands/command-line.ts';
import { configCommand } from './commands/config.ts';
import { doctorCommand } from './commands/doctor.ts';
import { mcpCommand } from './commands/mcp.ts';
import { runCommand } from './commands/run.ts';
import { sessionsCommand } from './commands/sessions.ts';
import { setupCommand } from './commands/setup.ts';
import { statusCommand } from './commands/status.ts';
import { toolsCommand } from './commands/tools.ts';
import { traceCommand } from './commands/trace.ts';
import { displayWidth } from './terminal/display-width.ts';

const LANGUAGES: readonly Language[] = ['en', 'zh'];

/** The whole command line. Making it opens nothing. */
export function createProgram(cli: Cli): Command {
  const { language, deps } = cli;
  const { stdout, stderr } = deps.streams;
  const text = (id: MessageId) => translate(language, id);
  const program = new Command('echo-agent')
    .description(text('cli.help.program'))
    .version(deps.version, '-V, --version', text('cli.option.version'))
    .helpOption('-h, --help', text('cli.option.help'))
    .helpCommand('help [command]', text('cli.help.help'))
    .option('-c, --config <file>', text('cli.option.config'))
    .option('--set <key=value>', text('cli.option.set'), collect)
    .option('--data-dir <folder>', text('cli.option.data_dir'))
    .option('--workspace <folder>', text('cli.option.workspace'))
    .addOption(new Option('--lang <language>', text('cli.option.lang')).choices(LANGUAGES))
    .exitOverride()
    .configureOutput({
      writeOut: (help) => void stdout.write(help),
      // Errors are told in the reader's language, by the one who catches them.
      writeErr: () => undefined,
      getOutHelpWidth: () => stdout.columns ?? 80,
      getErrHelpWidth: () => stderr.columns ?? 80,
    })
    .configureHelp({
      displayWidth,
      styleTitle: (title) => translateTitle(title, language),
      optionDescription,
      sortOptions: false,
      showGlobalOptions: true,
    });

  // The default command gets every word that is no command, and says so better.
  const chat = inherit(chatCommand(cli), program).allowExcessArguments();
  program.addCommand(chat, { isDefault: true });
  for (const command of [
    runCommand(cli),
    sessionsCommand(cli),
    traceCommand(cli),
    toolsCommand(cli),
    mcpCommand(cli),
    configCommand(cli),
    setupCommand(cli),
    doctorCommand(cli),
    statusCommand(cli),
    backupCommand(cli),
    restoreCommand(cli),
  ]) {
    program.addCommand(inherit(command, program));
  }
  return program;
}

/** A command made elsewhere knows nothing of the program's ways until it is told, nor do its own commands. */
function inherit(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inherit(child, command);
  return command;
}

/** The description, then what can be chosen, then what holds when nothing is given. */
function optionDescription({ description, argChoices, defaultValue }: Option): string {
  const choices = argChoices === undefined ? '' : ` [${argChoices.join('|')}]`;
  return `${description}${choices}${defaultValue === undefined ? '' : ` (${defaultValue})`}`;
}

const TITLES: Readonly<Record<string, MessageId>> = {
  'Usage:': 'cli.title.usage',
  'Arguments:': 'cli.title.arguments',
  'Options:': 'cli.title.options',
  'Global Options:': 'cli.title.global_options',
  'Commands:': 'cli.title.commands',
};

function translateTitle(title: string, language: Language): string {
  const id = TITLES[title];
  return id === undefined ? title : translate(language, id);
}

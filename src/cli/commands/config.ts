import type { Command } from 'commander';
import { type Cli, flagsOf, newCommand } from './command-line.ts';

const load = () => import('../actions/config.ts');

/** `echo-agent config`: what is configured, from where, and whether it is right. Needs no runtime. */
export function configCommand(cli: Cli): Command {
  return newCommand(cli, 'config', 'cli.help.config')
    .command.addCommand(showCommand(cli))
    .addCommand(
      newCommand(cli, 'schema', 'cli.help.config.schema').command.action(async (_options, self) =>
        (await load()).printConfigSchema(cli, flagsOf(self)),
      ),
    )
    .addCommand(
      newCommand(cli, 'check', 'cli.help.config.check').command.action(async (_options, self) =>
        (await load()).checkConfiguration(cli, flagsOf(self)),
      ),
    )
    .addCommand(
      newCommand(cli, 'migrate', 'cli.help.config.migrate').command.action(async (_options, self) =>
        (await load()).migrateConfiguration(cli, flagsOf(self)),
      ),
    )
    .addCommand(
      newCommand(cli, 'path', 'cli.help.config.path').command.action(async (_options, self) =>
        (await load()).printConfigPath(cli, flagsOf(self)),
      ),
    );
}

function showCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'show', 'cli.help.config.show');
  return command
    .argument('[path]', text('cli.argument.key'))
    .option('--json', text('cli.option.json'))
    .action(async (path: string | undefined, options: { json?: boolean }, self: Command) => {
      const { showConfiguration } = await load();
      await showConfiguration(cli, flagsOf(self), {
        ...options,
        ...(path !== undefined && { path }),
      });
    });
}

import type { Command } from 'commander';
import { type Cli, flagsOf, newCommand } from './command-line.ts';

const load = () => import('../actions/backup.ts');

/** `echo-agent backup PATH`: a checked copy of everything stored, also while the runtime works. */
export function backupCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'backup', 'cli.help.backup');
  return command
    .argument('<path>', text('cli.argument.backup'))
    .action(async (path: string, _options: unknown, self: Command) => {
      await (await load()).backUp(cli, flagsOf(self), path);
    });
}

/** `echo-agent restore PATH`: puts a backup in the place of what is stored. Not while a runtime works. */
export function restoreCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'restore', 'cli.help.restore');
  return command
    .argument('<path>', text('cli.argument.backup'))
    .option('-y, --yes', text('cli.option.yes_restore'))
    .action(async (path: string, options: { yes?: boolean }, self: Command) => {
      await (await load()).restore(cli, flagsOf(self), { path, ...options });
    });
}

import type { Command } from 'commander';
import { nearest } from '../../base/nearest.ts';
import { usageError } from '../usage-error.ts';
import { type Cli, flagsOf, newCommand } from './command-line.ts';

/** `echo-agent`, `echo-agent chat`: talk with the agent. */
export function chatCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'chat', 'cli.help.chat');
  return command
    .option('-s, --session <name>', text('cli.option.session'))
    .option('--new', text('cli.option.new'))
    .action(async (options: { session?: string; new?: boolean }, self: Command) => {
      refuseWords(self);
      const { chat } = await import('../actions/chat.ts');
      await chat(cli, flagsOf(self), options);
    });
}

/** As the default command, chat gets every word that is no command. */
function refuseWords({ args: [word], parent }: Command): void {
  if (word === undefined) return;
  const names = parent?.commands.map((command) => command.name()) ?? [];
  const meant = nearest(word, names);
  throw meant === undefined
    ? usageError('cli.usage.unknown_command', { command: word })
    : usageError('cli.usage.unknown_command_nearest', { command: word, meant });
}

import type { Command } from 'commander';
import { nearest } from '../../base/nearest.ts';
import { chatOverLines } from '../chat/chat-lines.ts';
import { chatOnTerminal } from '../chat/chat-on-terminal.ts';
import { usageError } from '../usage-error.ts';
import { begin, type Cli } from './begin.ts';
import { newCommand } from './new-command.ts';
import { withChat } from './open-chat.ts';

interface ChatFlags {
  readonly session?: string;
  readonly new?: boolean;
}

/** `echo-agent`, `echo-agent chat`: talk with the agent. */
export function chatCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'chat', 'cli.help.chat');
  return command
    .allowExcessArguments()
    .option('-s, --session <name>', text('cli.option.session'))
    .option('--new', text('cli.option.new'))
    .action(async (flags: ChatFlags, self: Command) => {
      refuseWords(self.args, self);
      const begun = await begin(cli, self);
      const { stdin, stdout } = cli.deps.streams;
      const atTerminal = stdin.isTTY === true && stdout.isTTY === true;
      await withChat(cli, begun, {
        options: {
          shownOn: atTerminal ? 'stdout' : 'stderr',
          greet: true,
          fresh: flags.new ?? false,
          ...(flags.session !== undefined && { session: flags.session }),
        },
        use: atTerminal ? chatOnTerminal : chatOverLines,
      });
    });
}

/** As the default command, chat gets every word that is no command. */
function refuseWords([word]: readonly string[], self: Command): void {
  if (word === undefined) return;
  const names = self.parent?.commands.map((command) => command.name()) ?? [];
  const meant = nearest(word, names);
  throw meant === undefined
    ? usageError('cli.usage.unknown_command', { command: word })
    : usageError('cli.usage.unknown_command_nearest', { command: word, meant });
}

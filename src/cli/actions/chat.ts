import { chatOverLines } from '../chat/chat-lines.ts';
import { chatOnTerminal } from '../chat/chat-on-terminal.ts';
import type { CliFlags } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { begin } from './begin.ts';
import { withChat } from './open-chat.ts';

export async function chat(
  cli: Cli,
  flags: CliFlags,
  options: { readonly session?: string; readonly new?: boolean },
): Promise<void> {
  const begun = await begin(cli, flags);
  const { stdin, stdout } = cli.deps.streams;
  const atTerminal = stdin.isTTY === true && stdout.isTTY === true;
  await withChat(cli, begun, {
    options: {
      shownOn: atTerminal ? 'stdout' : 'stderr',
      greet: true,
      fresh: options.new ?? false,
      ...(options.session !== undefined && { session: options.session }),
    },
    use: atTerminal ? chatOnTerminal : chatOverLines,
  });
}

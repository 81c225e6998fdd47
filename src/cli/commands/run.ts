import type { Command } from 'commander';
import { ONE_SHOT } from '../chat/choose-chat.ts';
import { runPrompt } from '../run/run-prompt.ts';
import { usageError } from '../usage-error.ts';
import { begin, type Cli } from './begin.ts';
import { newCommand } from './new-command.ts';
import { withChat } from './open-chat.ts';
import { readPrompt } from './read-prompt.ts';

interface RunFlags {
  readonly json?: boolean;
  readonly session?: string;
  readonly yes?: boolean;
}

/** `echo-agent run "<prompt>"`: one message, one answer, one exit code. */
export function runCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'run', 'cli.help.run');
  return command
    .argument('<prompt...>', text('cli.argument.prompt'))
    .option('--json', text('cli.option.json_events'))
    .option('-s, --session <name>', text('cli.option.session_run'))
    .option('-y, --yes', text('cli.option.yes_run'))
    .addHelpText('after', `\n${text('cli.help.run.exit')}`)
    .action(async (words: string[], flags: RunFlags, self: Command) => {
      const begun = await begin(cli, self);
      const piped = words.length === 1 && words[0] === '-';
      const prompt = piped ? await readPrompt(cli.deps.streams.stdin) : words.join(' ');
      if (prompt.trim() === '') throw usageError('cli.run.empty');
      const {
        json = false,
        yes = false,
        session = cli.deps.ids.next(ONE_SHOT.slice(0, -1)),
      } = flags;
      await withChat(cli, begun, {
        options: { shownOn: 'stderr', greet: false, session },
        use: (setup) => runPrompt(setup, { prompt: prompt.trim(), typed: !piped, json, yes }),
      });
    });
}

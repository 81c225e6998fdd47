import type { Command } from 'commander';
import { type Cli, flagsOf, newCommand } from './command-line.ts';

/** `echo-agent run "<prompt>"`: one message, one answer, one exit code. */
export function runCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'run', 'cli.help.run');
  return command
    .argument('<prompt...>', text('cli.argument.prompt'))
    .option('--json', text('cli.option.json_events'))
    .option('-s, --session <name>', text('cli.option.session_run'))
    .option('-y, --yes', text('cli.option.yes_run'))
    .addHelpText('after', `\n${text('cli.help.run.exit')}`)
    .action(
      async (
        words: string[],
        options: { json?: boolean; session?: string; yes?: boolean },
        self: Command,
      ) => {
        const { run } = await import('../actions/run.ts');
        await run(cli, flagsOf(self), { words, ...options });
      },
    );
}

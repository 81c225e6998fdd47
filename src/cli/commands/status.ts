import type { Command } from 'commander';
import { type Cli, flagsOf, newCommand } from './command-line.ts';

/** `echo-agent status`: what the runtime does right now, or that none is running. Starts nothing. */
export function statusCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'status', 'cli.help.status');
  return command
    .option('--json', text('cli.option.json_whole'))
    .action(async (options: { json?: boolean }, self: Command) => {
      const { status } = await import('../actions/status.ts');
      await status(cli, flagsOf(self), options);
    });
}

import type { Command } from 'commander';
import { type Cli, flagsOf, newCommand } from './command-line.ts';

/** `echo-agent doctor`: what is wrong, what is open, and how to mend or close it. Changes nothing. */
export function doctorCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'doctor', 'cli.help.doctor');
  return command
    .option('--online', text('cli.option.online'))
    .option('--json', text('cli.option.json'))
    .action(async (options: { online?: boolean; json?: boolean }, self: Command) => {
      const { doctor } = await import('../actions/doctor.ts');
      await doctor(cli, flagsOf(self), options);
    });
}

import { type Command, Option } from 'commander';
import { OFFLINE, presets } from '../../models/presets.ts';
import { NETWORK_POLICIES, type SetupFlags } from '../setup/answers.ts';
import { type Cli, flagsOf, newCommand } from './command-line.ts';

/** `echo-agent setup`: connects a model, or stays offline; workspace; network policy. Keeps what is there. */
export function setupCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'setup', 'cli.help.setup');
  const providers = new Option('--provider <name>', text('cli.option.provider'));
  const network = new Option('--network-policy <policy>', text('cli.option.network_policy'));
  return command
    .addOption(providers.choices([OFFLINE, ...Object.keys(presets)]))
    .option('--model <name>', text('cli.option.model'))
    .option('--key-variable <name>', text('cli.option.key_variable'))
    .option('--key-file <file>', text('cli.option.key_file'))
    .option('--base-url <url>', text('cli.option.base_url'))
    .addOption(network.choices(NETWORK_POLICIES))
    .option('-y, --yes', text('cli.option.yes_setup'))
    .action(async (flags: SetupFlags, self: Command) => {
      const { setUp } = await import('../actions/setup.ts');
      await setUp(cli, flagsOf(self), flags);
    });
}

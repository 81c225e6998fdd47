import type { Command } from 'commander';
import { type Cli, flagsOf, newCommand } from './command-line.ts';

const load = () => import('../actions/mcp.ts');

/** `echo-agent mcp`: the servers whose tools the agent may use. */
export function mcpCommand(cli: Cli): Command {
  return newCommand(cli, 'mcp', 'cli.help.mcp')
    .command.addCommand(listCommand(cli))
    .addCommand(approveCommand(cli))
    .addCommand(loginCommand(cli));
}

function listCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'list', 'cli.help.mcp.list');
  return command
    .option('--json', text('cli.option.json'))
    .action(async (options: { json?: boolean }, self: Command) => {
      await (await load()).listServers(cli, flagsOf(self), options);
    });
}

function approveCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'approve', 'cli.help.mcp.approve');
  return command
    .argument('<server>', text('cli.argument.mcp_server'))
    .option('-y, --yes', text('cli.option.yes_agree'))
    .option('--json', text('cli.option.json'))
    .action(async (server: string, options: { yes?: boolean; json?: boolean }, self: Command) => {
      await (await load()).approveTools(cli, flagsOf(self), { server, ...options });
    });
}

function loginCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'login', 'cli.help.mcp.login');
  return command
    .argument('<server>', text('cli.argument.mcp_server'))
    .action(async (server: string, _options: unknown, self: Command) => {
      await (await import('../actions/mcp-login.ts')).logIn(cli, flagsOf(self), server);
    });
}

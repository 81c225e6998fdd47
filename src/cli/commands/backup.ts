import { resolve } from 'node:path';
import type { Command } from 'commander';
import { begin, type Cli, note } from './begin.ts';
import { confirm } from './confirm.ts';
import { newCommand } from './new-command.ts';

/** `echo-agent backup PATH`: a checked copy of everything stored, also while the runtime works. */
export function backupCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'backup', 'cli.help.backup');
  return command
    .argument('<path>', text('cli.argument.backup'))
    .action(async (path: string, _options: unknown, self: Command) => {
      const { settings, say } = await begin(cli, self);
      const client = await cli.deps.app.openClient(settings);
      try {
        const report = await client.backup(resolve(cli.deps.cwd, path));
        note(cli, say('cli.backup.done', { ...report }));
      } finally {
        await client.close();
      }
    });
}

/** `echo-agent restore PATH`: puts a backup in the place of what is stored. Not while a runtime works. */
export function restoreCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'restore', 'cli.help.restore');
  return command
    .argument('<path>', text('cli.argument.backup'))
    .option('-y, --yes', text('cli.option.yes_restore'))
    .action(async (path: string, { yes = false }: { yes?: boolean }, self: Command) => {
      const begun = await begin(cli, self);
      const { settings, say } = begun;
      const file = resolve(cli.deps.cwd, path);
      const question = say('cli.restore.ask', { path: file, folder: settings.dataDir });
      if (!(await confirm(cli, begun, { question, assumed: yes }))) return;
      const { sessions, messages, keptAs } = await cli.deps.app.restore(settings, file);
      note(cli, say('cli.restore.done', { sessions, messages }));
      if (keptAs !== undefined) note(cli, say('cli.restore.kept', { path: keptAs }));
    });
}

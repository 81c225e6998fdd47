import type { Command } from 'commander';
import { describeConfig } from '../../config/describe-config.ts';
import { configJsonSchema } from '../../config/json-schema.ts';
import { checkConfig, loadConfig } from '../../config/load-config.ts';
import { migrateConfigFile } from '../../config/migrate-config-file.ts';
import { translate } from '../../protocol/catalogue.ts';
import type { Language } from '../../protocol/language.ts';
import type { ConfigAccess } from '../cli-deps.ts';
import { EXIT } from '../exit-codes.ts';
import { oneLine } from '../terminal/neutralise.ts';
import { formatTable } from '../terminal/table.ts';
import { type Cli, flagsOf, print, printJson, type Say } from './begin.ts';
import { fileEditing, fileInUse } from './config-file.ts';
import { newCommand } from './new-command.ts';

/** `echo-agent config`: what is configured, from where, and whether it is right. Needs no runtime. */
export function configCommand(cli: Cli): Command {
  return newCommand(cli, 'config', 'cli.help.config')
    .command.addCommand(showCommand(cli))
    .addCommand(schemaCommand(cli))
    .addCommand(checkCommand(cli))
    .addCommand(migrateCommand(cli))
    .addCommand(pathCommand(cli));
}

function showCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'show', 'cli.help.config.show');
  return command
    .argument('[path]', text('cli.argument.key'))
    .option('--json', text('cli.option.json'))
    .action(async (path: string | undefined, { json }: { json?: boolean }, self: Command) => {
      const { access, say } = await open(cli, self);
      const loaded = await loadConfig(access.sources, access.sections);
      const rows = describeConfig(loaded).filter(
        (row) => path === undefined || row.path === path || row.path.startsWith(`${path}.`),
      );
      if (json) return printJson(cli, rows);
      const shown = rows.map((row) => [
        oneLine(row.path),
        row.value === undefined ? say('cli.config.unset') : oneLine(JSON.stringify(row.value)),
        oneLine(row.origin),
      ]);
      for (const line of formatTable(shown)) print(cli, line);
    });
}

function schemaCommand(cli: Cli): Command {
  return newCommand(cli, 'schema', 'cli.help.config.schema').command.action(
    async (_options: unknown, self: Command) => {
      const { access } = await open(cli, self);
      print(cli, JSON.stringify(configJsonSchema(access.sections), null, 2));
    },
  );
}

function checkCommand(cli: Cli): Command {
  return newCommand(cli, 'check', 'cli.help.config.check').command.action(
    async (_options: unknown, self: Command) => {
      const { access, language, say } = await open(cli, self);
      const { files, problems, warnings } = await checkConfig(access.sources, access.sections);
      for (const { id, values } of problems) print(cli, `✗ ${translate(language, id, values)}`);
      for (const { id, values } of warnings) print(cli, `! ${translate(language, id, values)}`);
      if (problems.length > 0) return cli.setExitCode(EXIT.failed);
      const file = files.find(({ found }) => found)?.path;
      print(cli, file === undefined ? say('cli.config.no_file') : say('cli.config.fine', { file }));
    },
  );
}

function migrateCommand(cli: Cli): Command {
  return newCommand(cli, 'migrate', 'cli.help.config.migrate').command.action(
    async (_options: unknown, self: Command) => {
      const { access, say } = await open(cli, self);
      const file = await fileInUse(access);
      const edit = await migrateConfigFile(file, fileEditing(cli, access));
      for (const { from, to } of edit.renamed) print(cli, `${oneLine(from)} → ${to}`);
      const { path, backup = '' } = edit;
      print(
        cli,
        say(edit.changed ? 'cli.config.migrated' : 'cli.config.current', { path, backup }),
      );
    },
  );
}

function pathCommand(cli: Cli): Command {
  return newCommand(cli, 'path', 'cli.help.config.path').command.action(
    async (_options: unknown, self: Command) => {
      const { access } = await open(cli, self);
      print(cli, await fileInUse(access));
    },
  );
}

async function open(
  { deps, language: spoken }: Cli,
  self: Command,
): Promise<{ access: ConfigAccess; language: Language; say: Say }> {
  const flags = flagsOf(self);
  const language = flags.language ?? spoken;
  const access = await deps.app.configAccess(flags);
  return { access, language, say: (id, values) => translate(language, id, values) };
}

import { chooseWorkspace } from '../../app/choose-workspace.ts';
import { type ConfigRow, describeConfig } from '../../config/describe-config.ts';
import { configJsonSchema } from '../../config/json-schema.ts';
import { checkConfig, loadConfig } from '../../config/load-config.ts';
import { migrateConfigFile } from '../../config/migrate-config-file.ts';
import { DEFAULT_ORIGIN } from '../../config/origin.ts';
import type { CliFlags, ConfigAccess } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { EXIT } from '../exit-codes.ts';
import { toJson } from '../terminal/json-line.ts';
import { oneLine } from '../terminal/neutralise.ts';
import { formatTable } from '../terminal/table.ts';
import { print, printJson, type Say, sayIn } from './begin.ts';
import { fileEditing, fileInUse } from './config-file.ts';

export async function showConfiguration(
  cli: Cli,
  flags: CliFlags,
  { path, json }: { readonly path?: string; readonly json?: boolean },
): Promise<void> {
  const { access, say } = await open(cli, flags);
  const loaded = await loadConfig(access.sources, access.sections);
  const all = await withWorkspace(describeConfig(loaded), { access, say });
  const rows = all.filter(
    (row) => path === undefined || row.path === path || row.path.startsWith(`${path}.`),
  );
  if (json) return printJson(cli, rows);
  const shown = rows.map((row) => [
    oneLine(row.path),
    row.value === undefined ? say('cli.config.unset') : toJson(row.value),
    oneLine(row.origin),
  ]);
  for (const line of formatTable(shown)) print(cli, line);
}

/** Where nobody said a workspace, it is most often the current folder. */
async function withWorkspace(
  rows: readonly ConfigRow[],
  { access, say }: { readonly access: ConfigAccess; readonly say: Say },
): Promise<ConfigRow[]> {
  const { cwd, home } = access.sources;
  const shown = rows.map(async (row) => {
    if (row.path !== 'workspace.path' || row.origin !== DEFAULT_ORIGIN.name) return row;
    const configured = String(row.value);
    const value = await chooseWorkspace({ configured, said: false, cwd, home });
    return value === configured ? row : { ...row, value, origin: say('cli.config.here') };
  });
  return Promise.all(shown);
}

export async function printConfigSchema(cli: Cli, flags: CliFlags): Promise<void> {
  const { access } = await open(cli, flags);
  print(cli, toJson(configJsonSchema(access.sections), 2));
}

export async function checkConfiguration(cli: Cli, flags: CliFlags): Promise<void> {
  const { access, say } = await open(cli, flags);
  const { files, problems, warnings } = await checkConfig(access.sources, access.sections);
  for (const { id, values } of problems) print(cli, `✗ ${say(id, values)}`);
  for (const { id, values } of warnings) print(cli, `! ${say(id, values)}`);
  if (problems.length > 0) return cli.setExitCode(EXIT.failed);
  const file = files.find(({ found }) => found)?.path;
  print(cli, file === undefined ? say('cli.config.no_file') : say('cli.config.fine', { file }));
}

export async function migrateConfiguration(cli: Cli, flags: CliFlags): Promise<void> {
  const { access, say } = await open(cli, flags);
  const file = await fileInUse(access);
  const edit = await migrateConfigFile(file, fileEditing(cli, access));
  for (const { from, to } of edit.renamed) print(cli, `${oneLine(from)} → ${to}`);
  const { path, backup = '' } = edit;
  print(cli, say(edit.changed ? 'cli.config.migrated' : 'cli.config.current', { path, backup }));
}

export async function printConfigPath(cli: Cli, flags: CliFlags): Promise<void> {
  const { access } = await open(cli, flags);
  print(cli, await fileInUse(access));
}

/** The configuration may be wrong, so it is not asked for the language. */
async function open(cli: Cli, flags: CliFlags): Promise<{ access: ConfigAccess; say: Say }> {
  const access = await cli.deps.app.configAccess(flags);
  return { access, say: sayIn(flags.language ?? cli.language) };
}

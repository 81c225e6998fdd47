import { resolve } from 'node:path';
import type { CliFlags } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { begin, note } from './begin.ts';
import { confirm } from './confirm.ts';

export async function backUp(cli: Cli, flags: CliFlags, path: string): Promise<void> {
  const { settings, say } = await begin(cli, flags);
  const client = await cli.deps.app.openClient(settings);
  try {
    const report = await client.backup(resolve(cli.deps.cwd, path));
    note(cli, say('cli.backup.done', { ...report }));
  } finally {
    await client.close();
  }
}

export async function restore(
  cli: Cli,
  flags: CliFlags,
  { path, yes = false }: { readonly path: string; readonly yes?: boolean },
): Promise<void> {
  const begun = await begin(cli, flags);
  const { settings, say } = begun;
  const file = resolve(cli.deps.cwd, path);
  const question = say('cli.restore.ask', { path: file, folder: settings.dataDir });
  if (!(await confirm(cli, begun, { question, assumed: yes }))) return;
  const { sessions, messages, keptAs } = await cli.deps.app.restore(settings, file);
  note(cli, say('cli.restore.done', { sessions, messages }));
  if (keptAs !== undefined) note(cli, say('cli.restore.kept', { path: keptAs }));
}

import { AgentError } from '../../base/errors.ts';
import type { Session } from '../../protocol/session.ts';
import type { ExportFormat } from '../../sessions/export-formats.ts';
import { exportSession } from '../../sessions/export-session.ts';
import type { Storage } from '../../storage/storage.ts';
import type { CliFlags } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { oneLine } from '../terminal/neutralise.ts';
import { formatTable } from '../terminal/table.ts';
import { formatTime } from '../terminal/time.ts';
import { begin, note, print, printJson, styleOf, withReader } from './begin.ts';
import { confirm } from './confirm.ts';
import { toSessionKey } from './session-key.ts';
import { messageText, snippetLine } from './transcript-text.ts';
import { writeOut } from './write-out.ts';

export async function listSessions(
  cli: Cli,
  flags: CliFlags,
  {
    limit,
    json,
    all = false,
  }: { readonly limit: number; readonly json?: boolean; readonly all?: boolean },
): Promise<void> {
  const { settings, say } = await begin(cli, flags);
  const { timeZone } = settings.config.agent;
  await withReader(cli, settings, async (reader) => {
    const sessions = (await reader?.sessions.list({ limit, workers: all })) ?? [];
    if (json) return printJson(cli, sessions);
    if (sessions.length === 0) return note(cli, say('cli.sessions.none'));
    const rows = sessions.map(({ key, title, updatedAt, parent }) => [
      oneLine(key),
      formatTime(updatedAt, timeZone),
      parent === undefined
        ? oneLine(title)
        : say('cli.sessions.worker', { parent: oneLine(parent), title: oneLine(title) }),
    ]);
    for (const row of formatTable(rows)) print(cli, row);
  });
}

export async function showSession(
  cli: Cli,
  flags: CliFlags,
  { name, json }: { readonly name: string; readonly json?: boolean },
): Promise<void> {
  const { settings, say } = await begin(cli, flags);
  const style = styleOf(cli.deps, 'stdout');
  const you = say('cli.sessions.you');
  const { timeZone } = settings.config.agent;
  await withReader(cli, settings, async (reader) => {
    const { session, storage } = await requireSession(reader, name);
    if (json) {
      await writeOut(cli, exportSession(storage, session, 'jsonl'));
      return;
    }
    for (const record of await storage.messages.list(session.key)) {
      for (const line of messageText(record, { style, timeZone, you })) print(cli, line);
    }
  });
}

/** The owner sits at this machine, so the search goes through everybody's sessions. */
export async function searchSessions(
  cli: Cli,
  flags: CliFlags,
  {
    query,
    limit,
    json,
  }: { readonly query: string; readonly limit: number; readonly json?: boolean },
): Promise<void> {
  const { settings, say } = await begin(cli, flags);
  const { timeZone } = settings.config.agent;
  await withReader(cli, settings, async (reader) => {
    const found = (await reader?.messages.search({ text: query, limit })) ?? [];
    if (json) return printJson(cli, found);
    if (found.length === 0) note(cli, say('cli.sessions.not_found', { query }));
    for (const record of found) print(cli, snippetLine(record, query, timeZone));
  });
}

export async function exportOneSession(
  cli: Cli,
  flags: CliFlags,
  options: { readonly name: string; readonly format: ExportFormat; readonly output?: string },
): Promise<void> {
  const { settings, say } = await begin(cli, flags);
  await withReader(cli, settings, async (reader) => {
    const { session, storage } = await requireSession(reader, options.name);
    const path = await writeOut(cli, exportSession(storage, session, options.format), options);
    if (path !== undefined) note(cli, say('cli.written', { path }));
  });
}

export async function deleteSession(
  cli: Cli,
  flags: CliFlags,
  { name, yes = false }: { readonly name: string; readonly yes?: boolean },
): Promise<void> {
  const begun = await begin(cli, flags);
  const { settings, say } = begun;
  const { key } = await withReader(
    cli,
    settings,
    async (reader) => (await requireSession(reader, name)).session,
  );
  const question = say('cli.sessions.delete', { session: oneLine(key) });
  if (!(await confirm(cli, begun, { question, assumed: yes }))) return;
  const client = await cli.deps.app.openClient(settings);
  try {
    await client.deleteSession(key);
  } finally {
    await client.close();
  }
  note(cli, say('cli.sessions.deleted', { session: oneLine(key) }));
}

async function requireSession(
  reader: Storage | undefined,
  name: string,
): Promise<{ session: Session; storage: Storage }> {
  const session = await reader?.sessions.get(toSessionKey(name));
  if (reader !== undefined && session !== undefined) return { session, storage: reader };
  throw new AgentError('not_found', 'There is no such session.', {
    messageId: 'cli.sessions.unknown',
    values: { session: oneLine(name) },
  });
}

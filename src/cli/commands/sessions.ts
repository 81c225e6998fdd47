import { type Command, Option } from 'commander';
import { AgentError } from '../../base/errors.ts';
import type { Session } from '../../protocol/session.ts';
import { EXPORT_FORMATS, type ExportFormat, exportSession } from '../../sessions/export-session.ts';
import type { Storage } from '../../storage/storage.ts';
import { oneLine } from '../terminal/neutralise.ts';
import { formatTable } from '../terminal/table.ts';
import { formatTime } from '../terminal/time.ts';
import { begin, type Cli, note, print, printJson, styleOf, withReader } from './begin.ts';
import { confirm } from './confirm.ts';
import { newCommand } from './new-command.ts';
import { parseCount } from './options.ts';
import { toSessionKey } from './session-key.ts';
import { messageText, snippetLine } from './transcript-text.ts';
import { writeOut } from './write-out.ts';

/** `echo-agent sessions`: the conversations of this data folder, of all people. */
export function sessionsCommand(cli: Cli): Command {
  return newCommand(cli, 'sessions', 'cli.help.sessions')
    .command.addCommand(listCommand(cli))
    .addCommand(showCommand(cli))
    .addCommand(searchCommand(cli))
    .addCommand(exportCommand(cli))
    .addCommand(deleteCommand(cli));
}

function listCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'list', 'cli.help.sessions.list');
  return command
    .option('-n, --limit <count>', text('cli.option.limit'), parseCount, 20)
    .option('--json', text('cli.option.json'))
    .action(async ({ limit, json }: { limit: number; json?: boolean }, self: Command) => {
      const { settings, say } = await begin(cli, self);
      const { timeZone } = settings.config.agent;
      await withReader(cli, settings, async (reader) => {
        const sessions = (await reader?.sessions.list({ limit })) ?? [];
        if (json) return printJson(cli, sessions);
        if (sessions.length === 0) return note(cli, say('cli.sessions.none'));
        const rows = sessions.map(({ key, title, updatedAt }) => [
          oneLine(key),
          formatTime(updatedAt, timeZone),
          oneLine(title),
        ]);
        for (const row of formatTable(rows)) print(cli, row);
      });
    });
}

function showCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'show', 'cli.help.sessions.show');
  return command
    .argument('<name>', text('cli.argument.session'))
    .option('--json', text('cli.option.json'))
    .action(async (name: string, { json }: { json?: boolean }, self: Command) => {
      const { settings } = await begin(cli, self);
      const style = styleOf(cli.deps, 'stdout');
      const { timeZone } = settings.config.agent;
      await withReader(cli, settings, async (reader) => {
        const { session, storage } = await requireSession(reader, name);
        if (json) {
          await writeOut(cli, exportSession(storage, session, 'jsonl'));
          return;
        }
        for (const record of await storage.messages.list(session.key)) {
          for (const line of messageText(record, { style, timeZone })) print(cli, line);
        }
      });
    });
}

function searchCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'search', 'cli.help.sessions.search');
  return command
    .argument('<text...>', text('cli.argument.search'))
    .option('-n, --limit <count>', text('cli.option.limit'), parseCount, 20)
    .option('--json', text('cli.option.json'))
    .action(async (words: string[], options: { limit: number; json?: boolean }, self: Command) => {
      const { settings, say } = await begin(cli, self);
      const { timeZone } = settings.config.agent;
      const query = words.join(' ');
      await withReader(cli, settings, async (reader) => {
        const found = (await reader?.messages.search({ text: query, limit: options.limit })) ?? [];
        if (found.length === 0 && !options.json)
          note(cli, say('cli.sessions.not_found', { query }));
        for (const record of found) {
          print(cli, options.json ? JSON.stringify(record) : snippetLine(record, query, timeZone));
        }
      });
    });
}

interface ExportOptions {
  readonly format: ExportFormat;
  readonly output?: string;
}

function exportCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'export', 'cli.help.sessions.export');
  const format = new Option('-f, --format <format>', text('cli.option.format'))
    .choices(EXPORT_FORMATS)
    .default('markdown');
  return command
    .argument('<name>', text('cli.argument.session'))
    .addOption(format)
    .option('-o, --output <file>', text('cli.option.output'))
    .action(async (name: string, options: ExportOptions, self: Command) => {
      const { settings, say } = await begin(cli, self);
      await withReader(cli, settings, async (reader) => {
        const { session, storage } = await requireSession(reader, name);
        const path = await writeOut(cli, exportSession(storage, session, options.format), options);
        if (path !== undefined) note(cli, say('cli.written', { path }));
      });
    });
}

function deleteCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'delete', 'cli.help.sessions.delete');
  return command
    .argument('<name>', text('cli.argument.session'))
    .option('-y, --yes', text('cli.option.yes_delete'))
    .action(async (name: string, { yes = false }: { yes?: boolean }, self: Command) => {
      const begun = await begin(cli, self);
      const { settings, say } = begun;
      const { key } = await withReader(
        cli,
        settings,
        async (reader) => (await requireSession(reader, name)).session,
      );
      const question = say('cli.sessions.delete', { session: key });
      if (!(await confirm(cli, begun, { question, assumed: yes }))) return;
      const client = await cli.deps.app.openClient(settings);
      try {
        await client.deleteSession(key);
      } finally {
        await client.close();
      }
      note(cli, say('cli.sessions.deleted', { session: key }));
    });
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

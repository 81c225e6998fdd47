import { type Command, Option } from 'commander';
import { AgentError } from '../../base/errors.ts';
import { journalToSpans } from '../../diagnosis/journal-to-spans.ts';
import { listTraces, TRACE_OUTCOMES, type TraceSummary } from '../../diagnosis/list-traces.ts';
import { readTrace } from '../../diagnosis/read-trace.ts';
import type { Moment, TraceJournal } from '../../diagnosis/trace-journal.ts';
import type { Storage } from '../../storage/storage.ts';
import type { CliSettings } from '../cli-deps.ts';
import { formatDuration } from '../terminal/duration.ts';
import { oneLine } from '../terminal/neutralise.ts';
import { formatTable } from '../terminal/table.ts';
import { formatTime } from '../terminal/time.ts';
import { begin, type Cli, note, print, printJson, styleOf, withReader } from './begin.ts';
import { newCommand } from './new-command.ts';
import { parseCount } from './options.ts';
import { toSessionKey } from './session-key.ts';
import { traceTree } from './trace-tree.ts';

/** `echo-agent trace`: what happened to each message, from what is stored. */
export function traceCommand(cli: Cli): Command {
  return newCommand(cli, 'trace', 'cli.help.trace')
    .command.addCommand(listCommand(cli))
    .addCommand(showCommand(cli));
}

interface ListOptions {
  readonly session?: string;
  readonly outcome?: string;
  readonly limit: number;
  readonly json?: boolean;
}

function listCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'list', 'cli.help.trace.list');
  return command
    .option('-s, --session <name>', text('cli.option.session_only'))
    .addOption(
      new Option('--outcome <outcome>', text('cli.option.outcome')).choices(TRACE_OUTCOMES),
    )
    .option('-n, --limit <count>', text('cli.option.limit'), parseCount, 20)
    .option('--json', text('cli.option.json'))
    .action(async ({ session, outcome, limit, json }: ListOptions, self: Command) => {
      const { settings, say } = await begin(cli, self);
      const { timeZone } = settings.config.agent;
      const filter = {
        limit,
        ...(session !== undefined && { sessionKey: toSessionKey(session) }),
        ...(outcome !== undefined && { outcome }),
      };
      await withReader(cli, settings, async (reader) => {
        const moment = await momentOf(cli, settings);
        const traces = reader === undefined ? [] : await listTraces(reader, filter, moment);
        if (json) return printJson(cli, traces);
        if (traces.length === 0) return note(cli, say('cli.trace.none'));
        const rows = traces.map((trace) => summaryRow(trace, timeZone));
        for (const row of formatTable(rows)) print(cli, row);
      });
    });
}

function summaryRow(trace: TraceSummary, timeZone: string): string[] {
  const { traceId, startedAt, outcome, durationMs, sessionKey, errorId, reason } = trace;
  return [
    traceId,
    formatTime(startedAt, timeZone),
    outcome,
    durationMs === undefined ? '–' : formatDuration(durationMs),
    oneLine(sessionKey),
    oneLine(errorId ?? reason ?? ''),
  ];
}

function showCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'show', 'cli.help.trace.show');
  return command
    .argument('[id]', text('cli.argument.trace'))
    .option('--json', text('cli.option.json_whole'))
    .action(async (id: string | undefined, { json }: { json?: boolean }, self: Command) => {
      const { settings, language } = await begin(cli, self);
      const { timeZone } = settings.config.agent;
      const style = styleOf(cli.deps, 'stdout');
      await withReader(cli, settings, async (reader) => {
        const moment = await momentOf(cli, settings);
        const journal = await requireTrace(reader, id, moment);
        const spans = journalToSpans(journal, moment);
        if (json) return print(cli, JSON.stringify({ traceId: journal.traceId, spans }, null, 2));
        const lines = traceTree({ traceId: journal.traceId, spans, timeZone, language, style });
        for (const line of lines) print(cli, line);
      });
    });
}

async function requireTrace(
  reader: Storage | undefined,
  id: string | undefined,
  moment: Moment,
): Promise<TraceJournal> {
  if (reader !== undefined) {
    const wanted = id ?? (await listTraces(reader, { limit: 1 }, moment))[0]?.traceId;
    const journal = wanted === undefined ? undefined : await readTrace(reader, wanted);
    if (journal !== undefined) return journal;
  }
  throw new AgentError('not_found', 'There is no such trace.', {
    messageId: id === undefined ? 'cli.trace.none' : 'cli.trace.unknown',
    values: { id: oneLine(id ?? '') },
  });
}

async function momentOf({ deps }: Cli, settings: CliSettings): Promise<Moment> {
  const client = await deps.app.connect(settings);
  await client?.close();
  return { now: deps.clock.now(), runtimeAlive: client !== undefined };
}

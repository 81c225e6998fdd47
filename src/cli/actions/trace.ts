import { AgentError } from '../../base/errors.ts';
import { journalToSpans } from '../../diagnosis/journal-to-spans.ts';
import { listTraces, TRACE_OUTCOMES, type TraceSummary } from '../../diagnosis/list-traces.ts';
import { readTrace } from '../../diagnosis/read-trace.ts';
import type { Moment, TraceJournal } from '../../diagnosis/trace-journal.ts';
import type { Storage } from '../../storage/storage.ts';
import type { CliFlags, CliSettings } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { formatDuration } from '../terminal/duration.ts';
import { toJson } from '../terminal/json-line.ts';
import { oneLine } from '../terminal/neutralise.ts';
import { formatTable } from '../terminal/table.ts';
import { formatTime } from '../terminal/time.ts';
import { usageError } from '../usage-error.ts';
import { begin, note, print, printJson, styleOf, withReader } from './begin.ts';
import { toSessionKey } from './session-key.ts';
import { traceTree } from './trace-tree.ts';

export async function listLatestTraces(
  cli: Cli,
  flags: CliFlags,
  options: {
    readonly session?: string;
    readonly outcome?: string;
    readonly limit: number;
    readonly json?: boolean;
  },
): Promise<void> {
  const { session, outcome, limit, json } = options;
  requireOutcome(outcome);
  const { settings, say } = await begin(cli, flags);
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
}

function requireOutcome(outcome: string | undefined): void {
  if (outcome === undefined || TRACE_OUTCOMES.includes(outcome)) return;
  const allowed = TRACE_OUTCOMES.join(', ');
  throw usageError('cli.usage.choices', { what: '--outcome', value: oneLine(outcome), allowed });
}

export async function showTrace(
  cli: Cli,
  flags: CliFlags,
  { id, json }: { readonly id?: string; readonly json?: boolean },
): Promise<void> {
  const { settings, language } = await begin(cli, flags);
  const { timeZone } = settings.config.agent;
  const style = styleOf(cli.deps, 'stdout');
  await withReader(cli, settings, async (reader) => {
    const moment = await momentOf(cli, settings);
    const journal = await requireTrace(reader, id, moment);
    const spans = journalToSpans(journal, moment);
    if (json) return print(cli, toJson({ traceId: journal.traceId, spans }, 2));
    const lines = traceTree({ traceId: journal.traceId, spans, timeZone, language, style });
    for (const line of lines) print(cli, line);
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

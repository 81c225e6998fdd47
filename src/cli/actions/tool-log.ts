import { type LoggedCall, readToolLog } from '../../tools/tool-log.ts';
import type { CliFlags } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { formatDuration } from '../terminal/duration.ts';
import { oneLine } from '../terminal/neutralise.ts';
import { formatTable } from '../terminal/table.ts';
import { formatTime } from '../terminal/time.ts';
import { begin, note, print, printJson, withReader } from './begin.ts';
import { toSessionKey } from './session-key.ts';

/** Every call of a tool, newest first, with masked arguments: of conversations and of the command line. */
export async function showToolLog(
  cli: Cli,
  flags: CliFlags,
  options: {
    readonly session?: string;
    readonly tool?: string;
    readonly limit: number;
    readonly json?: boolean;
  },
): Promise<void> {
  const { session, tool, limit, json } = options;
  const { settings, say } = await begin(cli, flags);
  const { timeZone } = settings.config.agent;
  const filter = {
    limit,
    ...(session !== undefined && { sessionKey: toSessionKey(session) }),
    ...(tool !== undefined && { tool }),
  };
  await withReader(cli, settings, async (reader) => {
    const calls = reader === undefined ? [] : await readToolLog(reader.turns, filter);
    if (json) return printJson(cli, calls);
    if (calls.length === 0) return note(cli, say('cli.tools.no_calls'));
    for (const row of formatTable(calls.map((call) => rowOf(call, timeZone)))) print(cli, row);
  });
}

function rowOf(call: LoggedCall, timeZone: string): string[] {
  const { startedAt, tool, outcome, durationMs, sessionKey, traceId, step, summary } = call;
  return [
    formatTime(startedAt, timeZone),
    oneLine(tool),
    outcome,
    durationMs === undefined ? '–' : formatDuration(durationMs),
    oneLine(sessionKey),
    `${traceId} ${step}`,
    oneLine(failed(call) ? `${summary}: ${call.result}` : summary),
  ];
}

/** Of what did not work the reason is wanted; a call that did not begin has it as its summary. */
function failed({ outcome, result }: LoggedCall): boolean {
  return result !== undefined && outcome !== 'ok' && outcome !== 'replayed';
}

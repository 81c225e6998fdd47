import type { RuntimeStatus } from '../../app/runtime-client.ts';
import { OPEN_TURN_STATES } from '../../protocol/turn.ts';
import type { CliFlags } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { formatDuration } from '../terminal/duration.ts';
import { toJson } from '../terminal/json-line.ts';
import { oneLine } from '../terminal/neutralise.ts';
import { formatTable } from '../terminal/table.ts';
import { type Begun, begin, print, type Say, withReader } from './begin.ts';

export async function status(
  cli: Cli,
  flags: CliFlags,
  { json = false }: { readonly json?: boolean },
): Promise<void> {
  const begun = await begin(cli, flags);
  const client = await cli.deps.app.connect(begun.settings);
  if (client === undefined) return stoppedStatus(cli, begun, json);
  const now = await client.status().finally(() => client.close());
  if (json) return print(cli, toJson({ running: true, ...now }));
  for (const line of runningLines(now, begun.say, cli.deps.clock.now())) print(cli, line);
}

async function stoppedStatus(cli: Cli, { settings, say }: Begun, json: boolean): Promise<void> {
  const { dataDir, workspace } = settings;
  const stored = await withReader(cli, settings, async (reader) => ({
    queuedMessages: (await reader?.inbox.count({ states: ['queued'] })) ?? 0,
    openTurns: (await reader?.turns.count({ states: OPEN_TURN_STATES })) ?? 0,
  }));
  if (json) return print(cli, toJson({ running: false, dataDir, workspace, ...stored }));
  print(cli, say('cli.status.stopped', { dataDir }));
  if (stored.openTurns + stored.queuedMessages > 0) print(cli, say('cli.status.left', stored));
}

function runningLines(status: RuntimeStatus, say: Say, now: number): string[] {
  const { version, pid, startedAt, model, modelReason, unknownDeliveries, problems } = status;
  const up = formatDuration(Math.max(0, now - startedAt));
  return [
    say('cli.status.running', { version, pid, up }),
    ...formatTable([
      [say('cli.status.model'), `${oneLine(model)} — ${oneLine(modelReason)}`],
      [say('cli.status.workspace'), oneLine(status.workspace)],
      [say('cli.status.data'), oneLine(status.dataDir)],
      [
        say('cli.status.turns'),
        say('cli.status.counts', {
          running: status.runningTurns,
          waiting: status.waitingTurns,
          queued: status.queuedMessages,
        }),
      ],
      [say('cli.status.replies'), String(status.pendingDeliveries)],
      [say('cli.status.tools'), say('cli.status.tools_ready', { ready: status.tools.ready })],
      ...pluginRows(status, say),
    ]),
    ...unknownDeliveries.map(({ id, sessionKey }) =>
      say('cli.status.unknown', { id: oneLine(id), session: oneLine(sessionKey) }),
    ),
    ...toolLines(status, say),
    ...status.plugins.problems.map((problem) => `! ${oneLine(problem)}`),
    ...problems.map((problem) => `! ${oneLine(problem)}`),
  ];
}

/** Most have none. */
function pluginRows({ plugins }: RuntimeStatus, say: Say): string[][] {
  const { loaded, problems } = plugins;
  if (loaded.length + problems.length === 0) return [];
  const names = loaded.length === 0 ? say('cli.status.no_plugins') : loaded.join(', ');
  return [[say('cli.status.plugins'), oneLine(names)]];
}

function toolLines({ tools }: RuntimeStatus, say: Say): string[] {
  const told = (state: 'lacks' | 'refused') => (tool: { name: string; reason: string }) =>
    `! ${say(`cli.tools.${state}`, { tool: oneLine(tool.name), reason: oneLine(tool.reason) })}`;
  const lacking = tools.notReady.filter(({ wanted }) => wanted);
  return [...lacking.map(told('lacks')), ...tools.rejected.map(told('refused'))];
}

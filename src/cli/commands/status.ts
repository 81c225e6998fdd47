import type { Command } from 'commander';
import type { RuntimeStatus } from '../../app/runtime-client.ts';
import { formatDuration } from '../terminal/duration.ts';
import { oneLine } from '../terminal/neutralise.ts';
import { formatTable } from '../terminal/table.ts';
import { begin, type Cli, print, type Say, withReader } from './begin.ts';
import { newCommand } from './new-command.ts';

/** `echo-agent status`: what the runtime does right now, or that none is running. Starts nothing. */
export function statusCommand(cli: Cli): Command {
  const { command, text } = newCommand(cli, 'status', 'cli.help.status');
  return command
    .option('--json', text('cli.option.json_whole'))
    .action(async ({ json }: { json?: boolean }, self: Command) => {
      const { settings, say } = await begin(cli, self);
      const client = await cli.deps.app.connect(settings);
      if (client !== undefined) {
        const status = await client.status().finally(() => client.close());
        if (json) return print(cli, JSON.stringify({ running: true, ...status }));
        for (const line of runningLines(status, say, cli.deps.clock.now())) print(cli, line);
        return;
      }
      const stored = await withReader(cli, settings, async (reader) => ({
        queuedMessages: (await reader?.inbox.list({ states: ['queued'] }))?.length ?? 0,
        openTurns:
          (await reader?.turns.list({ states: ['running', 'ready', 'waiting'] }))?.length ?? 0,
      }));
      const { dataDir, workspace } = settings;
      if (json)
        return print(cli, JSON.stringify({ running: false, dataDir, workspace, ...stored }));
      print(cli, say('cli.status.stopped', { dataDir }));
      const { openTurns, queuedMessages } = stored;
      if (openTurns + queuedMessages > 0)
        print(cli, say('cli.status.left', { openTurns, queuedMessages }));
    });
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
    ]),
    ...unknownDeliveries.map(({ id, sessionKey }) =>
      say('cli.status.unknown', { id: oneLine(id), session: oneLine(sessionKey) }),
    ),
    ...problems.map((problem) => `! ${oneLine(problem)}`),
  ];
}

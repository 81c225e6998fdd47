import { AgentError } from '../../base/errors.ts';
import type { ToolOutcome } from '../../protocol/tool-call.ts';
import { writeAll } from '../chat/plain-view.ts';
import type { CliFlags } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { EXIT } from '../exit-codes.ts';
import { formatDuration } from '../terminal/duration.ts';
import { toJson } from '../terminal/json-line.ts';
import { neutralise, oneLine } from '../terminal/neutralise.ts';
import { formatTable } from '../terminal/table.ts';
import { begin, note, print, printJson } from './begin.ts';
import { readPrompt } from './read-prompt.ts';
import { withRuntime } from './with-runtime.ts';

export async function listTools(
  cli: Cli,
  flags: CliFlags,
  { json }: { readonly json?: boolean },
): Promise<void> {
  const { settings, say } = await begin(cli, flags);
  await withRuntime(cli, settings, async (client) => {
    const tools = await client.tools();
    if (json) return printJson(cli, tools);
    const rows = tools.map(({ name, visible, rule, description }) => [
      oneLine(name),
      say(visible ? 'cli.tools.visible' : 'cli.tools.hidden'),
      oneLine(rule),
      oneLine(description.split(/(?<=[.。])\s|\n/)[0] ?? ''),
    ]);
    for (const row of formatTable(rows)) print(cli, row);
  });
}

export async function showTool(cli: Cli, flags: CliFlags, name: string): Promise<void> {
  const { settings } = await begin(cli, flags);
  await withRuntime(cli, settings, async (client) => {
    const tool = await client.describeTool(name);
    if (tool === undefined) throw unknownTool(name);
    print(cli, toJson(tool, 2));
  });
}

export async function callTool(
  cli: Cli,
  flags: CliFlags,
  {
    name,
    json,
    yes = false,
  }: { readonly name: string; readonly json: string; readonly yes?: boolean },
): Promise<void> {
  const { settings, say } = await begin(cli, flags);
  const argumentsText = json === '-' ? await readPrompt(cli.deps.streams.stdin) : json;
  await withRuntime(cli, settings, async (client) => {
    const report = await client.callTool({ name, argumentsText, assumeYes: yes });
    await writeAll(cli.deps.streams.stdout, `${neutralise(report.text)}\n`);
    const { outcome, durationMs } = report;
    const said = say(`cli.outcome.${outcome}`);
    note(cli, say('cli.tools.outcome', { tool: name, said, time: formatDuration(durationMs) }));
    if (outcome === 'approval_required') note(cli, say('cli.tools.approval'));
    cli.setExitCode(exitCodeOfCall(outcome));
  });
}

function exitCodeOfCall(outcome: ToolOutcome): number {
  if (outcome === 'ok' || outcome === 'replayed') return EXIT.done;
  if (outcome === 'approval_required') return EXIT.needsApproval;
  return outcome === 'invalid_arguments' ? EXIT.usage : EXIT.failed;
}

function unknownTool(name: string): AgentError {
  return new AgentError('not_found', 'There is no such tool.', {
    messageId: 'cli.tools.unknown',
    values: { tool: oneLine(name) },
  });
}

import type { ListedTool } from '../../app/runtime-client.ts';
import type { CliFlags } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { EXIT } from '../exit-codes.ts';
import { oneLine } from '../terminal/neutralise.ts';
import { begin, note, print, printJson, type Say } from './begin.ts';
import { awayServers, unknownNameTexts } from './tool-warnings.ts';
import { withRuntime } from './with-runtime.ts';

/** Which tools cannot be used on this machine now and what they lack, and what of the configuration leads nowhere. */
export async function examineTools(
  cli: Cli,
  flags: CliFlags,
  { json }: { readonly json?: boolean },
): Promise<void> {
  const { settings, say } = await begin(cli, flags);
  await withRuntime(cli, settings, async (client) => {
    const tools = await client.tools();
    const warnings = [
      ...awayServers(await client.mcpServers(), say),
      ...(await unknownNameTexts(client, say)),
    ].map((text) => `! ${text}`);
    const lacking = tools.filter(({ ready }) => !ready);
    if (lacking.some(({ rule }) => rule === 'refused')) cli.setExitCode(EXIT.failed);
    if (json) {
      for (const text of warnings) note(cli, text);
      return printJson(cli, lacking.map(toDiagnosis));
    }
    const lines = [...lacking.map((tool) => lackOf(tool, say)), ...warnings];
    for (const line of [...lines, ...countsOf(tools, say)]) print(cli, line);
  });
}

function lackOf(tool: ListedTool, say: Say): string {
  const { name, state, reason } = toDiagnosis(tool);
  return `! ${say(`cli.tools.${state}`, { tool: oneLine(name), reason: oneLine(reason) })}`;
}

function toDiagnosis({ name, registered, rule, reason = '' }: ListedTool) {
  const absent = rule === 'refused' ? ('refused' as const) : ('switched_off' as const);
  return { name, state: registered ? ('lacks' as const) : absent, reason };
}

/** What nobody is shown is of no use, however ready it is. */
function countsOf(tools: readonly ListedTool[], say: Say): string[] {
  const ready = tools.filter((tool) => tool.ready && tool.visible).length;
  const hidden = tools.filter((tool) => tool.registered && !tool.visible).length;
  return [
    say('cli.tools.ready_count', { ready }),
    ...(hidden === 0 ? [] : [say('cli.tools.hidden_count', { hidden })]),
  ];
}

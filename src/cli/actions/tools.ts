import type { ListedTool, ToolsQuestion } from '../../app/runtime-client.ts';
import { AgentError } from '../../base/errors.ts';
import { Principal } from '../../protocol/event.ts';
import type { ToolOutcome } from '../../protocol/tool-call.ts';
import { TOOL_PROFILES } from '../../tools/tool-profiles.ts';
import { writeAll } from '../chat/plain-view.ts';
import type { CliFlags } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { EXIT } from '../exit-codes.ts';
import { formatDuration } from '../terminal/duration.ts';
import { toJson } from '../terminal/json-line.ts';
import { neutralise, oneLine } from '../terminal/neutralise.ts';
import { formatTable } from '../terminal/table.ts';
import { usageError } from '../usage-error.ts';
import { begin, note, print, printJson, type Say } from './begin.ts';
import { refusalLines } from './call-refusal.ts';
import { readPrompt } from './read-prompt.ts';
import { unknownNameTexts } from './tool-warnings.ts';
import { withRuntime } from './with-runtime.ts';

export async function listTools(
  cli: Cli,
  flags: CliFlags,
  { json, why = false, ...asked }: ListOptions,
): Promise<void> {
  const question = toQuestion(asked);
  const { settings, say } = await begin(cli, flags);
  await withRuntime(cli, settings, async (client) => {
    const tools = await client.tools(question);
    noteUnknownChannel(cli, { channel: asked.channel, known: settings.config.channels, say });
    for (const text of await unknownNameTexts(client, say)) note(cli, `! ${text}`);
    if (json) return printJson(cli, tools);
    const rows = tools.map((tool) => [
      oneLine(tool.name),
      stateOf(tool, say),
      oneLine(tool.rule),
      oneLine(why ? reasonOf(tool, say) : firstSentence(tool.description)),
    ]);
    for (const row of formatTable(rows)) print(cli, row);
  });
}

interface ListOptions {
  readonly json?: boolean;
  readonly why?: boolean;
  readonly channel?: string;
  readonly principal?: string;
  readonly profile?: string;
}

function toQuestion({ channel, principal, profile }: ListOptions): ToolsQuestion {
  const known = TOOL_PROFILES.find((each) => each === profile);
  if (profile !== undefined && known === undefined) {
    const allowed = TOOL_PROFILES.join(', ');
    const values = { what: '--profile', value: oneLine(profile), allowed };
    throw usageError('cli.usage.choices', values);
  }
  return {
    ...(channel !== undefined && { channel }),
    ...(principal !== undefined && { principal: toPrincipal('--principal', principal) }),
    ...(known !== undefined && { profile: known }),
  };
}

function toPrincipal(what: string, given: string): Principal {
  if (Principal.safeParse(given).success) return given;
  const values = { what, value: oneLine(given), allowed: 'channel:user' };
  throw usageError('cli.usage.choices', values);
}

function stateOf({ visible, ready }: ListedTool, say: Say): string {
  if (!visible) return say('cli.tools.hidden');
  return say(ready ? 'cli.tools.visible' : 'cli.tools.not_ready');
}

/** Why it cannot be used, beside the rule, and what it can do, which the rule goes by. */
function reasonOf(tool: ListedTool, say: Say): string {
  const { registered, reason, risk, capabilities = [], lacks } = tool;
  if (!registered) return '';
  const powers = `${risk ?? ''} ${capabilities.join(' ') || '(no capability declared)'}`.trim();
  const missing = lacks && say('cli.tools.profile_lacks', { powers: lacks.join(' ') });
  const reasons = [missing, reason].filter((each) => each !== undefined);
  return reasons.length === 0 ? powers : `${powers}: ${reasons.join('; ')}`;
}

function noteUnknownChannel(
  cli: Cli,
  {
    channel,
    known,
    say,
  }: {
    readonly channel: string | undefined;
    readonly known: Readonly<Record<string, unknown>>;
    readonly say: Say;
  },
): void {
  const names = ['cli', ...Object.keys(known).filter((name) => name !== 'cli')];
  if (channel === undefined || names.includes(channel)) return;
  const values = { channel: oneLine(channel), known: names.map(oneLine).join(', ') };
  note(cli, `! ${say('cli.tools.unknown_channel', values)}`);
}

function firstSentence(text: string): string {
  return text.split(/(?<=[.。])\s|\n/)[0] ?? '';
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
    as,
  }: {
    readonly name: string;
    readonly json: string;
    readonly yes?: boolean;
    readonly as?: string;
  },
): Promise<void> {
  const principal = as === undefined ? {} : { principal: toPrincipal('--as', as) };
  const { settings, say } = await begin(cli, flags);
  const argumentsText = json === '-' ? await readPrompt(cli.deps.streams.stdin) : json;
  await withRuntime(cli, settings, async (client) => {
    const report = await client.callTool({ name, argumentsText, assumeYes: yes, ...principal });
    const { outcome, durationMs } = report;
    const refused = refusalLines(report, { say, canSayYes: !yes && as === undefined });
    if (refused === undefined) {
      await writeAll(cli.deps.streams.stdout, `${neutralise(report.text)}\n`);
    }
    const said = say(`cli.outcome.${outcome}`);
    note(cli, say('cli.tools.outcome', { tool: name, said, time: formatDuration(durationMs) }));
    for (const line of refused ?? []) note(cli, line);
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

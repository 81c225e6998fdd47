import { newOneShot } from '../chat/choose-chat.ts';
import type { CliFlags } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { runPrompt } from '../run/run-prompt.ts';
import { usageError } from '../usage-error.ts';
import { type Begun, begin } from './begin.ts';
import { withChat } from './open-chat.ts';
import { readPrompt } from './read-prompt.ts';

export async function run(
  cli: Cli,
  flags: CliFlags,
  options: {
    readonly words: readonly string[];
    readonly json?: boolean;
    readonly session?: string;
    readonly yes?: boolean;
  },
): Promise<void> {
  const { words, json = false, yes = false, session = newOneShot(cli.deps.ids) } = options;
  const begun = await begin(cli, flags);
  const piped = words.length === 1 && words[0] === '-';
  const given = piped ? await readPrompt(cli.deps.streams.stdin) : words.join(' ');
  const prompt = given.trim();
  if (prompt === '') throw usageError('cli.run.empty');
  await withChat(cli, begun, {
    options: { shownOn: 'stderr', greet: false, session },
    async use(setup) {
      // One prompt has no second chance: it waits for servers that were started just now.
      if (hasServers(begun)) await setup.client.mcpServers();
      return runPrompt(setup, { prompt, typed: !piped, json, yes });
    },
  });
}

function hasServers({ settings }: Begun): boolean {
  return Object.keys(settings.config.mcp.servers).length > 0;
}

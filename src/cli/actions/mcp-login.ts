import { createInterface } from 'node:readline';
import type { CliFlags, CliStreams } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { begin, isInteractive, note } from './begin.ts';

/** Waits as long as it takes; a signal ends it. A running runtime then uses the sign-in at once. */
export async function logIn(cli: Cli, flags: CliFlags, server: string): Promise<void> {
  const { settings, say } = await begin(cli, flags);
  const { app, streams, onSignal } = cli.deps;
  const stopping = new AbortController();
  const ignore = onSignal('SIGINT', () => stopping.abort(new DOMException('Ended.', 'AbortError')));
  try {
    await app.logInToMcp(
      settings,
      {
        server,
        page: say('cli.mcp.page'),
        onUrl(url) {
          note(cli, say('cli.mcp.go_to'));
          note(cli, url.href);
        },
        ...(isInteractive(streams) && {
          pasted: (signal) => askLine(streams, say('cli.mcp.paste'), signal),
        }),
      },
      stopping.signal,
    );
  } finally {
    ignore();
  }
  const client = await app.connect(settings);
  // One that does not know the server yet will read the sign-in when it starts.
  await client?.hurryMcpServer(server).catch(() => undefined);
  await client?.close();
  note(cli, say('cli.mcp.signed_in', { server }));
}

/** One line; never when the input ends or `signal` aborts first. */
function askLine(
  { stdin, stderr }: CliStreams,
  text: string,
  signal: AbortSignal,
): Promise<string> {
  const lines = createInterface({ input: stdin, terminal: false });
  stderr.write(text);
  return new Promise((resolve) => {
    lines.once('line', resolve);
    signal.addEventListener('abort', () => lines.close(), { once: true });
  });
}

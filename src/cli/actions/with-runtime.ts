import type { RuntimeClient } from '../../app/runtime-client.ts';
import { translate } from '../../protocol/catalogue.ts';
import type { CliDeps, CliSettings } from '../cli-deps.ts';
import type { Cli } from '../commands/command-line.ts';
import { EXIT } from '../exit-codes.ts';
import { note } from './begin.ts';
import { openRuntime } from './open-runtime.ts';

/**
 * Opens the runtime, hands it to `use`, and closes it whatever happens. A signal closes it early, which cancels what
 * is under way; what `use` still has to say about that is said.
 */
export async function withRuntime(
  cli: Cli,
  settings: CliSettings,
  use: (client: RuntimeClient) => Promise<void>,
): Promise<void> {
  const client = await openRuntime(cli, settings);
  const ending = endOnSignal(cli.deps, client);
  try {
    await use(client);
  } catch (thrown) {
    if (ending.exitCode() === undefined) throw thrown;
    note(cli, translate(cli.language, 'cli.ended_early'));
  } finally {
    ending.ignore();
    await client.close();
  }
  const exitCode = ending.exitCode();
  if (exitCode !== undefined) cli.setExitCode(exitCode);
}

function endOnSignal({ onSignal }: CliDeps, client: RuntimeClient) {
  let exitCode: number | undefined;
  const end = (code: number) => () => {
    exitCode = code;
    client.close().catch(() => undefined);
  };
  const ignoring = [
    onSignal('SIGINT', end(EXIT.interrupted)),
    onSignal('SIGTERM', end(EXIT.terminated)),
    onSignal('SIGHUP', end(EXIT.hungUp)),
  ];
  return {
    exitCode: () => exitCode,
    ignore() {
      for (const ignore of ignoring) ignore();
    },
  };
}

import { homedir } from 'node:os';
import { systemClock } from '../base/clock.ts';
import { createIdSource } from '../base/ids.ts';
import { readEnvironment } from '../config/environment.ts';
import { createCliApp } from './cli-app.ts';
import type { CliDeps, OutputStream } from './cli-deps.ts';
import { EXIT } from './exit-codes.ts';
import { runCli } from './run-cli.ts';

/** Runs the command line of this process and ends the process. */
export async function start(version: string): Promise<never> {
  const { stdin, stdout, stderr } = process;
  for (const stream of [stdout, stderr]) stream.on('error', endQuietly);
  const environment = readEnvironment();
  const places = { cwd: currentFolder(), home: homedir() };
  const deps: CliDeps = {
    app: createCliApp({ environment, ...places }),
    streams: { stdin, stdout, stderr },
    environment,
    clock: systemClock,
    ids: createIdSource(),
    version,
    ...places,
    onSignal(signal, handler) {
      process.on(signal, handler);
      return () => void process.removeListener(signal, handler);
    },
  };
  const run = runCli(process.argv.slice(2), deps);
  // What was accepted is on disk: ending here loses nothing, going on in an unknown state might.
  process.on('uncaughtException', (thrown) => {
    void run.tell(thrown).finally(() => process.exit(EXIT.failed));
  });
  const exitCode = await run.ended;
  await Promise.all([drained(stdout), drained(stderr)]);
  process.exit(exitCode);
}

/** A folder that was removed under our feet is no reason to fail. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return homedir();
  }
}

/** Whoever read us has seen enough, as in `… | head`. */
function endQuietly({ code }: NodeJS.ErrnoException) {
  process.exit(code === 'EPIPE' ? EXIT.done : EXIT.failed);
}

function drained(stream: OutputStream): Promise<void> {
  return new Promise((resolve) => void stream.write('', () => resolve()));
}

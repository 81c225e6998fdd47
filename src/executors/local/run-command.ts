import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Clock } from '../../base/clock.ts';
import type { CapturedOutput, ExecuteRequest, ExecuteResult } from '../executor.ts';
import { endTree } from '../process-tree.ts';
import { createOutputCapture } from './output-capture.ts';
import { explainSpawnError, neverRan } from './start-problems.ts';
import { markOf, startShell } from './start-shell.ts';

export interface Command {
  readonly shell: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly request: ExecuteRequest;
  readonly signal: AbortSignal;
}

type Ending = 'exited' | 'timeout' | 'cancelled';

/** How long others may still write to the pipes of a command that has ended. */
const DRAIN_MS = 500;

/** Starts the command and sees it, and everything that it has started, to the end. */
export async function runCommand(command: Command, clock: Clock): Promise<ExecuteResult> {
  const { request, signal } = command;
  const startedAt = clock.monotonic();
  const mark = randomUUID();
  const run = await start(command, mark).catch(explainSpawnError);
  if (typeof run === 'string') return neverRan('not_started', run);

  const limits = { timeoutMs: request.timeoutMs, signal };
  const ending = await firstEnding(run.exit.done, limits, clock);
  const durationMs = Math.round(clock.monotonic() - startedAt);
  if (ending === 'exited') await settled(run.outputs, clock);
  const tree = { leader: run.pid, mark: markOf(mark), startedAt };
  const ended = await endTree(tree, clock);
  await settled(run.outputs, clock);
  run.release();

  const exit = run.exit.exit();
  const [stdout, stderr] = run.outputs;
  return {
    ended: ending === 'exited' && exit?.signal !== undefined ? 'signalled' : ending,
    exitCode: exit?.code,
    terminationSignal: exit?.signal,
    stdout: stdout.finish(),
    stderr: stderr.finish(),
    durationMs,
    ...(ending === 'exited' && ended > 0 && { leftovers: ended }),
  };
}

/** Rejects with what the system said when the shell could not be started. */
async function start({ shell, environment, request }: Command, mark: string) {
  const { command, cwd, stdin, maxOutputBytes } = request;
  const input = stdin === undefined ? undefined : { text: stdin };
  const started = await startShell({ shell, environment, command, cwd, mark, input });
  const [out, err] = started.outputs;
  return {
    ...started,
    outputs: [gather(out, maxOutputBytes), gather(err, maxOutputBytes)] as const,
  };
}

interface Gathered {
  readonly closed: Promise<void>;
  finish(): CapturedOutput;
}

function gather(stream: Readable, maxBytes: number): Gathered {
  const { push, finish } = createOutputCapture(maxBytes);
  stream.on('data', push);
  const closed = new Promise<void>((resolve) => {
    // A stream that breaks has ended too: what came before is kept.
    stream.on('error', () => resolve());
    stream.on('close', () => resolve());
  });
  return { closed, finish };
}

async function firstEnding(
  exit: Promise<void>,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  clock: Clock,
): Promise<Ending> {
  const over = new AbortController();
  const late = clock.sleep(timeoutMs, AbortSignal.any([signal, over.signal])).then(
    (): Ending => 'timeout',
    (): Ending => 'cancelled',
  );
  const ending = await Promise.race([exit.then((): Ending => 'exited'), late]);
  over.abort();
  return ending;
}

/** Waits for the pipes to close, but not for ever. */
async function settled(outputs: readonly Gathered[], clock: Clock): Promise<void> {
  const closed = Promise.all(outputs.map((output) => output.closed));
  const over = new AbortController();
  const late = clock.sleep(DRAIN_MS, over.signal).catch(() => undefined);
  await Promise.race([closed, late]);
  over.abort();
}

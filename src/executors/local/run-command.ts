import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../../base/clock.ts';
import type { CapturedOutput, ExecuteRequest, ExecuteResult } from '../executor.ts';
import { endTree } from '../process-tree.ts';
import { createOutputCapture } from './output-capture.ts';
import { explainSpawnError, neverRan } from './start-problems.ts';
import { wire } from './wiring.ts';

export interface Command {
  readonly shell: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly request: ExecuteRequest;
  readonly signal: AbortSignal;
}

type Ending = 'exited' | 'timeout' | 'cancelled';

interface Exit {
  readonly code: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
}

const MARK_NAME = 'ECHO_AGENT_EXECUTION';

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
  const tree = { leader: run.pid, mark: `${MARK_NAME}=${mark}`, startedAt };
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
  const wiring = await wire(stdin, environment);
  try {
    const child = spawn(shell, argumentsFor(shell, command), {
      cwd,
      env: { ...environment, [MARK_NAME]: mark },
      detached: true,
      stdio: [...wiring.stdio],
    });
    const exit = exitOf(child);
    const [out, err] = wiring.outputs(child);
    const outputs = [gather(out, maxOutputBytes), gather(err, maxOutputBytes)] as const;
    const pid = await pidOf(child);
    return { pid, exit, outputs, release: () => wiring.release() };
  } catch (thrown) {
    wiring.release();
    throw thrown;
  } finally {
    wiring.handOver();
  }
}

function argumentsFor(shell: string, command: string): readonly string[] {
  // A command that begins with a dash would be taken for an option.
  const text = command.startsWith('-') ? ` ${command}` : command;
  return basename(shell) === 'bash' ? ['--norc', '-c', text] : ['-c', text];
}

function pidOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.once('spawn', () => resolve(child.pid ?? 0));
  });
}

interface Ended {
  /** Resolves when it has ended. */
  readonly done: Promise<void>;
  /** How it ended; undefined before. */
  exit(): Exit | undefined;
}

function exitOf(child: ChildProcess): Ended {
  let exit: Exit | undefined;
  const done = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      exit = { code: code ?? undefined, signal: signal ?? undefined };
      resolve();
    });
  });
  return { done, exit: () => exit };
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

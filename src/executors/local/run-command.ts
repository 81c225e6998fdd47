import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { ExecuteRequest, ExecuteResult } from '../executor.ts';
import { createOutputCapture } from './output-capture.ts';
import { endTree } from './process-tree.ts';
import { explainSpawnError, neverRan } from './start-problems.ts';

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
const DRAIN_MS = 250;

/** Starts the command and sees it, and everything that it has started, to the end. */
export async function runCommand(command: Command, clock: Clock): Promise<ExecuteResult> {
  const { request, signal } = command;
  const startedAt = clock.monotonic();
  const mark = randomUUID();
  const run = await start(command, mark).catch(explainSpawnError);
  if (typeof run === 'string') return neverRan('not_started', run);

  const ending = await firstEnding(run.exit, { timeoutMs: request.timeoutMs, signal }, clock);
  const durationMs = Math.round(clock.monotonic() - startedAt);
  if (ending === 'exited') await settled(run.closed, clock);
  const tree = { leader: run.pid, mark: `${MARK_NAME}=${mark}`, startedAt };
  const ended = await endTree(tree, clock);
  await settled(run.closed, clock);
  run.release();

  const exit = run.exited();
  return {
    ended: ending === 'exited' && exit?.signal !== undefined ? 'signalled' : ending,
    exitCode: exit?.code,
    terminationSignal: exit?.signal,
    stdout: run.stdout.finish(),
    stderr: run.stderr.finish(),
    durationMs,
    ...(ending === 'exited' && ended > 0 && { leftovers: ended }),
  };
}

/** Rejects with what the system said when the shell could not be started. */
async function start({ shell, environment, request }: Command, mark: string) {
  const { command, cwd, stdin, maxOutputBytes } = request;
  // A command that begins with a dash would be taken for an option.
  const child = spawn(shell, ['-c', command.startsWith('-') ? ` ${command}` : command], {
    cwd,
    env: { ...environment, [MARK_NAME]: mark },
    detached: true,
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  const stdout = createOutputCapture(maxOutputBytes);
  const stderr = createOutputCapture(maxOutputBytes);
  child.stdout?.on('data', stdout.push);
  child.stderr?.on('data', stderr.push);
  let exited: Exit | undefined;
  const exit = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      exited = { code: code ?? undefined, signal: signal ?? undefined };
      resolve();
    });
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const pid = await pidOf(child);
  feed(child, stdin);
  return { pid, exit, closed, stdout, stderr, exited: () => exited, release: () => release(child) };
}

function pidOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.once('spawn', () => resolve(child.pid ?? 0));
  });
}

function feed({ stdin }: ChildProcess, text: string | undefined): void {
  // A command need not read what it is given: the broken pipe says only that.
  stdin?.on('error', () => undefined);
  stdin?.end(text);
}

/** Lets go of pipes that somebody may hold open for ever. */
function release({ stdin, stdout, stderr }: ChildProcess): void {
  for (const stream of [stdin, stdout, stderr]) stream?.destroy();
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
async function settled(closed: Promise<void>, clock: Clock): Promise<void> {
  const over = new AbortController();
  const late = clock.sleep(DRAIN_MS, over.signal).catch(() => undefined);
  await Promise.race([closed, late]);
  over.abort();
}

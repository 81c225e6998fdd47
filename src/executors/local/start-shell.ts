import { type ChildProcess, spawn } from 'node:child_process';
import { basename } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type Input, wire } from './wiring.ts';

export interface ShellRequest {
  readonly shell: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: string;
  readonly cwd: string;
  /** Given to this command only, so that all it starts can be found. */
  readonly mark: string;
  readonly input: Input;
}

export interface StartedShell {
  readonly pid: number;
  readonly exit: Ended;
  /** What it writes on stdout and stderr. */
  readonly outputs: readonly [Readable, Readable];
  /** Where `input` is `open`. */
  readonly input: Writable | undefined;
  /** Lets go of our ends of its pipes. */
  release(): void;
}

export interface Ended {
  /** Resolves when it has ended. */
  readonly done: Promise<void>;
  /** How it ended; undefined before. */
  exit(): Exit | undefined;
}

interface Exit {
  readonly code: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
}

const MARK_NAME = 'ECHO_AGENT_EXECUTION';

/** As it stands in the environment. */
export function markOf(mark: string): string {
  return `${MARK_NAME}=${mark}`;
}

/** Starts the shell as leader of a session. Rejects with what the system said when it could not be started. */
export async function startShell(request: ShellRequest): Promise<StartedShell> {
  const { shell, environment, command, cwd, mark } = request;
  const wiring = await wire(request.input, environment);
  try {
    const child = spawn(shell, argumentsFor(shell, command), {
      cwd,
      env: { ...environment, [MARK_NAME]: mark },
      detached: true,
      stdio: [...wiring.stdio],
    });
    const exit = exitOf(child);
    const { outputs, input } = wiring.connect(child);
    const pid = await pidOf(child);
    return { pid, exit, outputs, input, release: () => wiring.release() };
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

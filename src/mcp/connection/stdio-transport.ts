import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { Clock } from '../../base/clock.ts';
import { AgentError } from '../../base/errors.ts';
import { endTree } from '../../executors/process-tree.ts';
import { LIMITS } from './limits.ts';
import type { QuietLog } from './quiet-log.ts';
import { splitLines } from './split-lines.ts';
import { idOf, tooLarge } from './too-large.ts';

/** A program to be started. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All that it gets to see. */
  readonly environment: Readonly<Record<string, string>>;
  /** `NAME=value` in its environment by which all that it starts is found again. */
  readonly mark: string;
}

export interface StdioDeps {
  readonly clock: Clock;
  readonly stderr: QuietLog;
  /** Leaders of the process groups that run now. */
  readonly groups: Set<number>;
  /** Throws what is no message. */
  parse(line: string): JSONRPCMessage;
}

/** The library takes a transport with these two for one over pipes. */
export interface StdioTransport extends Transport {
  readonly pid: number | undefined;
  readonly stderr: null;
}

/** How long a program that is told to end by the end of its input may take before it is asked in other ways. */
const POLITE_MS = 300;
/** How long what a program said before it ended may still arrive. */
const DRAIN_MS = 500;
const STDERR_LINE_BYTES = 4_000;

/**
 * Messages as lines over the pipes of a program that leads a process group of its own; `close` resolves when nothing
 * that it started is left. Reads no faster than `LIMITS` allow.
 */
export function createStdioTransport(program: Program, deps: StdioDeps): StdioTransport {
  const { clock } = deps;
  let child: ChildProcessWithoutNullStreams | undefined;
  let ended: Promise<void> | undefined;
  let startedAt = 0;
  let closing: Promise<void> | undefined;

  async function end({ pid: leader = 0, stdin, stdout, stderr }: ChildProcessWithoutNullStreams) {
    stdin.end();
    await Promise.race([ended, clock.sleep(POLITE_MS)]);
    await endTree({ leader, mark: program.mark, startedAt }, clock);
    deps.groups.delete(leader);
    for (const stream of [stdin, stdout, stderr]) stream.destroy();
    transport.onclose?.();
  }

  const transport: StdioTransport = {
    get pid() {
      return child?.pid;
    },
    stderr: null,

    async start() {
      startedAt = clock.monotonic();
      child = await spawnProgram(program);
      deps.groups.add(child.pid ?? 0);
      const exited = new Promise<void>((resolve) => child?.once('exit', () => resolve()));
      const closed = new Promise<void>((resolve) => child?.once('close', () => resolve()));
      read(child, transport, deps);
      void exited
        .then(() => Promise.race([closed, clock.sleep(DRAIN_MS)]))
        .then(() => transport.close())
        .catch((thrown: unknown) => transport.onerror?.(thrown as Error));
      ended = exited;
    },

    send(message) {
      const { stdin } = child ?? {};
      if (closing !== undefined || stdin === undefined || !stdin.writable) {
        return Promise.reject(new AgentError('unavailable', 'The server has ended.'));
      }
      return new Promise((resolve, reject) => {
        stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
      });
    },

    async close() {
      if (child !== undefined) closing ??= end(child);
      await closing;
    },
  };
  return transport;
}

async function spawnProgram(program: Program): Promise<ChildProcessWithoutNullStreams> {
  const { command, args, cwd, environment } = program;
  const folder = await stat(cwd).catch(() => undefined);
  if (!folder?.isDirectory()) throw notStarted(`the folder ${cwd} does not exist`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], {
      cwd,
      env: { ...environment },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.once('spawn', () => resolve(child));
    child.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? `there is no program ${command}` : error.message;
      reject(notStarted(reason, error));
    });
  });
}

function notStarted(reason: string, cause?: unknown): AgentError {
  return new AgentError('unavailable', `The server could not be started: ${reason}.`, { cause });
}

function read(child: ChildProcessWithoutNullStreams, transport: StdioTransport, deps: StdioDeps) {
  const { clock, stderr } = deps;
  const allow = createAllowance(child, clock);
  const messages = splitLines(LIMITS.messageBytes, {
    onLine(line) {
      if (line.trim() === '') return;
      allow();
      const message = parseQuietly(line, deps);
      if (message !== undefined) transport.onmessage?.(message);
    },
    onTooLong({ head, tail, bytes }) {
      stderr.say('A message was too large and was not kept.', `${bytes} bytes`);
      const id = idOf(head, tail);
      // Nobody can tell which call waits for it, so that all have to hear of it.
      if (id === undefined) void transport.close();
      else transport.onmessage?.(tooLarge(id));
    },
  });
  const noise = splitLines(STDERR_LINE_BYTES, {
    onLine: (line) => stderr.say('The server wrote on its error stream.', line),
    onTooLong: ({ head }) => stderr.say('The server wrote on its error stream.', head),
  });
  child.stdout.on('data', (chunk: Buffer) => messages.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => noise.push(chunk));
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    stream.on('error', (error) => transport.onerror?.(error));
  }
}

/** What is no message was meant for somebody else: programs print what they like. */
function parseQuietly(line: string, { parse, stderr }: StdioDeps): JSONRPCMessage | undefined {
  try {
    return parse(line);
  } catch {
    stderr.say('The server wrote what is no message.', line);
    return undefined;
  }
}

/** Counts messages; one too many in a second, and nothing is read until the second is over: the pipe holds the server. */
function createAllowance({ stdout }: ChildProcessWithoutNullStreams, clock: Clock) {
  let second = clock.monotonic();
  let count = 0;
  return () => {
    const now = clock.monotonic();
    if (now - second >= 1_000) [second, count] = [now, 0];
    count += 1;
    if (count < LIMITS.messagesPerSecond || stdout.isPaused()) return;
    stdout.pause();
    void clock.sleep(second + 1_000 - now).then(() => stdout.resume());
  };
}

import { type ChildProcess, execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { findProgram } from './environment.ts';

type Connection = number | 'ignore' | 'pipe';

/** A text that it reads, or a way to write to it while it runs; without either it reads nothing. */
export type Input = { readonly text: string } | 'open' | undefined;

/** What a command reads from and writes to, and our ends of it. */
export interface Wiring {
  readonly stdio: readonly [Connection, Connection, Connection];
  /** To be called once the command has its own copies, or could not be started. */
  handOver(): void;
  connect(child: ChildProcess): Ends;
  /** Lets go of our ends, which somebody may hold open for ever. */
  release(): void;
}

interface Ends {
  readonly outputs: readonly [Readable, Readable];
  readonly input: Writable | undefined;
}

type Environment = Readonly<Record<string, string>>;

/**
 * Real pipes, and input from a file. What Node calls pipes are sockets: scripts could not open `/dev/stderr`,
 * and bash would take itself for a remote shell. Where pipes cannot be made, those sockets have to do.
 */
export async function wire(input: Input, environment: Environment): Promise<Wiring> {
  const real = await realPipes(input, environment).catch(() => undefined);
  return real ?? sockets(input);
}

async function realPipes(given: Input, environment: Environment): Promise<Wiring | undefined> {
  const mkfifo = await findProgram('mkfifo', environment);
  if (mkfifo === undefined) return undefined;
  const folder = await mkdtemp(join(environment['TMPDIR'] ?? '/tmp', 'echo-agent-'));
  try {
    const [inPath, outPath, errPath] = [
      join(folder, 'in'),
      join(folder, 'out'),
      join(folder, 'err'),
    ];
    await makePipes(mkfifo, [outPath, errPath, ...(given === 'open' ? [inPath] : [])]);
    const input = await inputFrom(inPath, given);
    const out = bothEnds(outPath);
    const err = bothEnds(errPath);
    return {
      stdio: [input.reader ?? 'ignore', out.writer, err.writer],
      connect: () => ({ outputs: [out.reader, err.reader], input: input.writer }),
      handOver() {
        for (const fd of [input.reader, out.writer, err.writer])
          if (fd !== undefined) closeSync(fd);
      },
      release() {
        for (const { reader } of [out, err]) reader.destroy();
        input.writer?.destroy();
      },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function makePipes(mkfifo: string, paths: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(mkfifo, ['-m', '600', ...paths], { env: {} }, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

interface InputEnds {
  readonly reader?: number;
  readonly writer?: Writable;
}

async function inputFrom(path: string, given: Input): Promise<InputEnds> {
  if (given === undefined) return {};
  if (given === 'open') return openInput(path);
  await writeFile(path, given.text, { mode: 0o600 });
  return { reader: openSync(path, constants.O_RDONLY) };
}

/** Held open in between: either end alone would wait for the other, or fail without it. */
function openInput(path: string): InputEnds {
  const held = openSync(path, constants.O_RDWR);
  const reader = openSync(path, constants.O_RDONLY);
  const writerFd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  closeSync(held);
  const writer = new Socket({ fd: writerFd, readable: false, writable: true });
  return { reader, writer: withoutErrors(writer) };
}

/** A command need not read what it is given: the broken pipe says only that. */
function withoutErrors(stream: Writable): Writable {
  return stream.on('error', () => undefined);
}

/** The reading end comes first: without a reader, opening the other one would wait. */
function bothEnds(path: string): { readonly reader: Readable; readonly writer: number } {
  const readerFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  return { reader: new Socket({ fd: readerFd, readable: true, writable: false }), writer };
}

function sockets(given: Input): Wiring {
  let ours: readonly (Readable | Writable | null)[] = [];
  return {
    stdio: [given === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    handOver: () => undefined,
    connect(child) {
      ours = [child.stdin, child.stdout, child.stderr];
      const input = child.stdin === null ? undefined : withoutErrors(child.stdin);
      if (given !== 'open') input?.end(given?.text);
      const outputs = [
        child.stdout ?? Readable.from([]),
        child.stderr ?? Readable.from([]),
      ] as const;
      return { outputs, input: given === 'open' ? input : undefined };
    },
    release() {
      for (const stream of ours) stream?.destroy();
    },
  };
}

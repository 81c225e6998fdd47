import { type ChildProcess, execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { findProgram } from './environment.ts';

type Connection = number | 'ignore' | 'pipe';

/** What a command reads from and writes to, and our ends of it. */
export interface Wiring {
  readonly stdio: readonly [Connection, Connection, Connection];
  /** To be called once the command has its own copies, or could not be started. */
  handOver(): void;
  outputs(child: ChildProcess): readonly [Readable, Readable];
  /** Lets go of our ends, which somebody may hold open for ever. */
  release(): void;
}

type Environment = Readonly<Record<string, string>>;

/**
 * Real pipes, and input from a file. What Node calls pipes are sockets: scripts could not open `/dev/stderr`,
 * and bash would take itself for a remote shell. Where pipes cannot be made, those sockets have to do.
 */
export async function wire(stdin: string | undefined, environment: Environment): Promise<Wiring> {
  const real = await realPipes(stdin, environment).catch(() => undefined);
  return real ?? sockets(stdin);
}

async function realPipes(
  stdin: string | undefined,
  environment: Environment,
): Promise<Wiring | undefined> {
  const mkfifo = await findProgram('mkfifo', environment);
  if (mkfifo === undefined) return undefined;
  const folder = await mkdtemp(join(environment['TMPDIR'] ?? '/tmp', 'echo-agent-'));
  try {
    const [outPath, errPath] = [join(folder, 'out'), join(folder, 'err')];
    await makePipes(mkfifo, [outPath, errPath]);
    const input = stdin === undefined ? undefined : await inputFrom(join(folder, 'in'), stdin);
    const out = bothEnds(outPath);
    const err = bothEnds(errPath);
    return {
      stdio: [input ?? 'ignore', out.writer, err.writer],
      outputs: () => [out.reader, err.reader],
      handOver() {
        for (const fd of [input, out.writer, err.writer]) if (fd !== undefined) closeSync(fd);
      },
      release() {
        for (const { reader } of [out, err]) reader.destroy();
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

async function inputFrom(path: string, text: string): Promise<number> {
  await writeFile(path, text, { mode: 0o600 });
  return openSync(path, constants.O_RDONLY);
}

/** The reading end comes first: without a reader, opening the other one would wait. */
function bothEnds(path: string): { readonly reader: Readable; readonly writer: number } {
  const readerFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, constants.O_WRONLY);
  return { reader: new Socket({ fd: readerFd, readable: true, writable: false }), writer };
}

function sockets(stdin: string | undefined): Wiring {
  let ours: readonly (Readable | Writable | null)[] = [];
  return {
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    handOver: () => undefined,
    outputs(child) {
      ours = [child.stdin, child.stdout, child.stderr];
      // A command need not read what it is given: the broken pipe says only that.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(stdin);
      return [child.stdout ?? Readable.from([]), child.stderr ?? Readable.from([])];
    },
    release() {
      for (const stream of ours) stream?.destroy();
    },
  };
}

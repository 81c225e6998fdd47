import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '../../base/clock.ts';
import type {
  BackgroundEnd,
  BackgroundProcess,
  BackgroundRequest,
  BackgroundStart,
} from '../executor.ts';
import { endTree } from '../process-tree.ts';
import { createOutputRing, type OutputRing } from './output-ring.ts';
import { explainSpawnError } from './start-problems.ts';
import { markOf, type StartedShell, startShell } from './start-shell.ts';

export interface BackgroundCommand {
  readonly shell: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly request: BackgroundRequest;
}

/** How long others may still write to the pipes of a command that has ended. */
const DRAIN_MS = 500;

/** Starts the command and leaves it running; it ends by itself or by `stop`, each time with all it has started. */
export async function startBackground(
  { shell, environment, request }: BackgroundCommand,
  clock: Clock,
): Promise<BackgroundStart> {
  const { command, cwd, maxOutputBytes } = request;
  const mark = randomUUID();
  const startedAt = clock.monotonic();
  const run = await startShell({ shell, environment, command, cwd, mark, input: 'open' }).catch(
    explainSpawnError,
  );
  if (typeof run === 'string') return { state: 'not_started', problem: run };
  const tree = { leader: run.pid, mark: markOf(mark), startedAt };
  const process = watch(run, { maxOutputBytes, clock, end: () => endTree(tree, clock) });
  return { state: 'started', process };
}

interface Surroundings {
  readonly maxOutputBytes: number;
  readonly clock: Clock;
  /** Ends the whole tree; resolves to how many processes there were. */
  end(): Promise<number>;
}

function watch(run: StartedShell, around: Surroundings): BackgroundProcess {
  const { clock, end } = around;
  const [stdout, stderr] = [1, 2].map(() => createOutputRing(around.maxOutputBytes)) as [
    OutputRing,
    OutputRing,
  ];
  const rings = { stdout, stderr };
  const bell = createBell();
  const closed = Promise.all([
    gather(run.outputs[0], stdout, bell.ring),
    gather(run.outputs[1], stderr, bell.ring),
  ]);
  let isOver = false;
  let stopped = false;

  async function seeToTheEnd(): Promise<BackgroundEnd> {
    await run.exit.done;
    await drained(closed, clock);
    const leftovers = await end();
    await drained(closed, clock);
    run.release();
    isOver = true;
    bell.ring();
    const exit = run.exit.exit();
    return {
      exitCode: exit?.code,
      terminationSignal: exit?.signal,
      leftovers: stopped ? 0 : leftovers,
    };
  }

  const ended = seeToTheEnd();

  return {
    ended,
    output: (stream, since) => rings[stream].since(since, isOver),
    changed: () => (isOver ? Promise.resolve() : bell.next()),
    write: (text) => writeTo(run.input, text),
    closeInput: () => void run.input?.end(),
    async stop() {
      stopped = true;
      if (!isOver) await end();
      return ended;
    },
  };
}

/** Tells everybody who waits for the next ring. */
function createBell() {
  let waiting: (() => void)[] = [];
  return {
    next: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    ring() {
      const all = waiting;
      waiting = [];
      for (const wake of all) wake();
    },
  };
}

/** Resolves when the stream has closed; one that breaks has closed too. */
function gather(stream: Readable, ring: OutputRing, onOutput: () => void): Promise<void> {
  stream.on('data', (chunk: Buffer) => {
    ring.push(chunk);
    onOutput();
  });
  return new Promise((resolve) => {
    stream.on('error', () => resolve());
    stream.on('close', () => resolve());
  });
}

function writeTo(input: Writable | undefined, text: string): Promise<boolean> {
  if (input === undefined || !input.writable) return Promise.resolve(false);
  return new Promise((resolve) => {
    // What closes while a write waits for its reader answers no write.
    const onClose = () => resolve(false);
    input.once('close', onClose);
    input.write(text, (error) => {
      input.removeListener('close', onClose);
      resolve(!error);
    });
  });
}

async function drained(closed: Promise<unknown>, clock: Clock): Promise<void> {
  const over = new AbortController();
  const late = clock.sleep(DRAIN_MS, over.signal).catch(() => undefined);
  await Promise.race([closed, late]);
  over.abort();
}

import type { Clock } from '../../base/clock.ts';
import type { IdSource } from '../../base/ids.ts';
import type { BackgroundEnd, BackgroundProcess, Executor } from '../../executors/executor.ts';

export interface ProcessLimits {
  /** At most so many run at the same time, in all conversations together. */
  readonly maxRunning: number;
  /** After that it is ended. */
  readonly maxAgeMs: number;
  /** Latest output kept of each stream. */
  readonly maxOutputBytes: number;
}

export interface ProcessesDeps {
  readonly executor: Executor;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly limits: ProcessLimits;
  /** Of calls that belong to no conversation: nobody would look after what they leave running. */
  readonly directSession?: string;
}

export interface ProcessRequest {
  readonly sessionKey: string;
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
}

/** One that runs, or did: it is kept with its exit code and its latest output until newer ones take its place. */
export interface KeptProcess extends ProcessRequest {
  readonly id: string;
  /** Monotonic, milliseconds. */
  readonly startedAt: number;
  readonly process: BackgroundProcess;
  /** How it ended and when; undefined while it runs. */
  end(): { readonly end: BackgroundEnd; readonly at: number; readonly why: EndedBy } | undefined;
  stop(why: EndedBy): Promise<BackgroundEnd>;
  /** How far its output has been read. */
  readonly read: { stdout: number; stderr: number };
  /** What it was given to read so far, the latest of it. */
  written: string;
}

export type EndedBy = 'itself' | 'stop' | 'age' | 'session' | 'close';

/** The background processes of all conversations. Nobody but their own one sees them. */
export interface Processes {
  readonly limits: ProcessLimits;
  start(request: ProcessRequest): Promise<KeptProcess | { readonly problem: string }>;
  /** In the order in which they were started. */
  list(sessionKey: string): readonly KeptProcess[];
  find(id: string): KeptProcess | undefined;
  /** Ends and forgets all that a conversation and its workers have started. */
  endSession(sessionKey: string): Promise<void>;
  /** Ends all of them within two seconds; nothing is started any more. */
  close(): Promise<void>;
}

const MOST_KEPT = 50;
const DIRECT =
  'a call from the command line has no conversation in which it could go on. Use exec for a command that ends, or start it in a chat.';

export function createProcesses(deps: ProcessesDeps): Processes {
  const { executor, clock, ids, limits, directSession } = deps;
  const kept = new Map<string, KeptProcess>();
  const starting = new Set<Promise<unknown>>();
  let closed = false;

  const all = () => [...kept.values()];
  const running = () => all().filter((one) => one.end() === undefined);

  function whyNot(sessionKey: string): string | undefined {
    if (sessionKey === directSession) return DIRECT;
    if (closed) return 'The runtime is ending.';
    if (executor.start === undefined) return cannotStart(executor.name);
    const most = limits.maxRunning;
    if (running().length + starting.size < most) return undefined;
    return `${most} processes run already, and no more may (tools.process.maxRunning). Stop one first.`;
  }

  async function launch(request: ProcessRequest) {
    const { command, cwd } = request;
    const { maxOutputBytes } = limits;
    const started = await executor.start?.({ command, cwd, maxOutputBytes });
    if (started === undefined) return { problem: cannotStart(executor.name) };
    if (started.state === 'not_started') return { problem: started.problem };
    const one = keep({ ...request, id: ids.next('proc') }, started.process, clock);
    kept.set(one.id, one);
    forgetOldest();
    void endInTime(one, clock, limits.maxAgeMs);
    if (closed) await one.stop('close');
    return one;
  }

  function forgetOldest(): void {
    const ended = all().filter((one) => one.end() !== undefined);
    for (const { id } of ended.slice(0, Math.max(0, kept.size - MOST_KEPT))) kept.delete(id);
  }

  return {
    limits,

    async start(request) {
      const problem = whyNot(request.sessionKey);
      if (problem !== undefined) return { problem };
      const launching = launch(request);
      starting.add(launching);
      try {
        return await launching;
      } finally {
        starting.delete(launching);
      }
    },

    list: (sessionKey) => all().filter((one) => one.sessionKey === sessionKey),
    find: (id) => kept.get(id),

    async endSession(sessionKey) {
      const belong = all().filter(
        (one) => one.sessionKey === sessionKey || one.sessionKey.startsWith(`${sessionKey}#`),
      );
      for (const { id } of belong) kept.delete(id);
      await Promise.all(belong.map((one) => one.stop('session')));
    },

    async close() {
      closed = true;
      await Promise.all([...running().map((one) => one.stop('close')), ...starting]);
    },
  };
}

export function cannotStart(executor: string): string {
  return `The executor ${executor} cannot run processes in the background.`;
}

function keep(
  request: ProcessRequest & { readonly id: string },
  process: BackgroundProcess,
  clock: Clock,
): KeptProcess {
  let ended: ReturnType<KeptProcess['end']>;
  let why: EndedBy = 'itself';
  void process.ended.then((end) => {
    ended = { end, at: clock.monotonic(), why };
  });
  return {
    ...request,
    startedAt: clock.monotonic(),
    process,
    end: () => ended,
    async stop(reason) {
      if (ended === undefined) why = reason;
      return process.stop();
    },
    read: { stdout: 0, stderr: 0 },
    written: '',
  };
}

async function endInTime(one: KeptProcess, clock: Clock, maxAgeMs: number): Promise<void> {
  const over = new AbortController();
  const late = clock.sleep(maxAgeMs, over.signal).then(
    () => one.stop('age'),
    () => undefined,
  );
  await Promise.race([one.process.ended, late]);
  over.abort();
}

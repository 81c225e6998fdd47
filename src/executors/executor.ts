import type { z } from 'zod';
import type { Clock } from '../base/clock.ts';

export interface ExecuteRequest {
  /** Run by `bash -c`, or by `sh -c` where there is no bash. */
  readonly command: string;
  /** Absolute; inside the workspace. */
  readonly cwd: string;
  /** Added to the clean environment (PATH, HOME, LANG, TMPDIR, TERM): nothing else of ours gets in. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly timeoutMs: number;
  /** Kept of each stream while it runs: this many bytes in all, first and last half. */
  readonly maxOutputBytes: number;
}

/** One stream of a command, decoded as UTF-8, with what was left out in the middle counted. */
export interface CapturedOutput {
  readonly head: string;
  /** Empty when nothing was left out. */
  readonly tail: string;
  readonly omittedBytes: number;
  readonly totalBytes: number;
}

export interface ExecuteResult {
  /** `exited` also for a failing command; `not_started` when the program could not be run at all. */
  readonly ended: 'exited' | 'signalled' | 'timeout' | 'cancelled' | 'not_started';
  readonly exitCode: number | undefined;
  readonly terminationSignal: string | undefined;
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  readonly durationMs: number;
  /** How many processes it had left running when it ended by itself; they were ended with it. */
  readonly leftovers?: number;
  /** Why it could not start. */
  readonly problem?: string;
}

/** A command that runs on beside the others, with its input open. */
export interface BackgroundRequest extends Pick<ExecuteRequest, 'command' | 'cwd' | 'env'> {
  /** Kept of each stream: this many of its latest bytes. */
  readonly maxOutputBytes: number;
}

export interface BackgroundEnd {
  readonly exitCode: number | undefined;
  readonly terminationSignal: string | undefined;
  /** How many processes it had left running when it ended by itself; they were ended with it. */
  readonly leftovers: number;
}

/** A piece of a stream: what is still kept of it from a position on. */
export interface RecentOutput {
  readonly text: string;
  /** How many bytes after the position are no longer kept. */
  readonly omittedBytes: number;
  /** Where to read on. */
  readonly position: number;
}

export type OutputStream = 'stdout' | 'stderr';

export interface BackgroundProcess {
  /** What has come since this position; 0 is the beginning. */
  output(stream: OutputStream, since: number): RecentOutput;
  /** Resolves at its next output or its end. */
  changed(): Promise<void>;
  /** Resolves once it has ended, with all it had started and all output taken in. Never rejects. */
  readonly ended: Promise<BackgroundEnd>;
  /** Resolves to false when it takes no input any more. May wait until it reads. */
  write(text: string): Promise<boolean>;
  closeInput(): void;
  /** Ends it and all it has started within two seconds. Safe to call twice. */
  stop(): Promise<BackgroundEnd>;
}

export type BackgroundStart =
  | { readonly state: 'started'; readonly process: BackgroundProcess }
  | { readonly state: 'not_started'; readonly problem: string };

/**
 * Where commands run. A failing command is a result, not an error. On time-out or abort the whole process
 * group is gone within 2 s, whatever it does; output that came before is kept. Nothing of it that can be found
 * outlives it.
 */
export interface Executor {
  readonly name: string;
  execute(request: ExecuteRequest, signal: AbortSignal): Promise<ExecuteResult>;
  /** Starts a command that outlives the call; whoever starts it has to stop it. Absent where that is not possible. */
  start?(request: BackgroundRequest): Promise<BackgroundStart>;
  /** Whether commands can run here now; the reason is for people. */
  readiness(): Promise<
    { readonly ready: true } | { readonly ready: false; readonly reason: string }
  >;
}

export interface ExecutorDeps {
  readonly clock: Clock;
  /** PATH, HOME, LANG … of this machine's user, as configuration read them. */
  readonly baseEnvironment: Readonly<Record<string, string>>;
}

export interface ExecutorDefinition<Settings = unknown> {
  readonly settings: z.ZodType<Settings>;
  create(settings: Settings, deps: ExecutorDeps): Executor;
}

/** Types `create` from `settings`; does nothing else. */
export function defineExecutor<Settings>(
  definition: ExecutorDefinition<Settings>,
): ExecutorDefinition<Settings> {
  return definition;
}

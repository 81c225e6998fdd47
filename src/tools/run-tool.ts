import { AgentError } from '../base/errors.ts';
import { wordsOf } from './ask-tool.ts';
import type { Call, CallEnd, ToolPipelineDeps } from './call.ts';
import type { CallVerdict } from './circuit-breaker.ts';
import { createContext } from './execution-context.ts';
import { tamed } from './thrown.ts';
import { endOfResult, saysRetry } from './tool-result.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

/** A tool that heard the abort gets this long to come back with what it has. */
const GRACE_MS = 2_000;

export interface AttemptEnd {
  readonly end: CallEnd;
  /** Whether the same again can work. */
  readonly retryable: boolean;
  /** What it says of the tool itself: an answer that says no is one of a tool that works. */
  readonly verdict: CallVerdict;
}

/** How the tool's own promise settled; `abandoned` when it did not in time. */
type Settled =
  | { readonly state: 'returned'; readonly value: unknown }
  | { readonly state: 'threw'; readonly thrown: unknown }
  | { readonly state: 'abandoned' };

/** One attempt, within the tool's time, whatever the tool does: throw, hang, ignore the abort or return nonsense. */
export async function runTool(
  call: Call,
  deps: ToolPipelineDeps,
  attemptIndex: number,
): Promise<AttemptEnd> {
  const timeoutMs = call.tool.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const stop = createStop(call.signal, deps, timeoutMs);
  const work = begin(call, deps, { attemptIndex, signal: stop.signal });
  // What a tool has at hand it gives at once: no clock has to be set for that.
  const atOnce = call.signal.aborted ? undefined : await Promise.race([work, aMoment()]);
  const settled = atOnce ?? (await settledInTime(work, stop, deps));
  const interrupted = stop.reason();
  stop.end();
  if (settled.state === 'abandoned') watch(work, call, deps);
  if (interrupted === undefined) return endOf(settled, call, deps);
  const end = interruptedEnd(interrupted, settled, timeoutMs);
  return { end, retryable: false, verdict: interrupted === 'timeout' ? 'failed' : 'neither' };
}

/** A few turns of the promise queue, as many as a tool takes that waits for nothing. */
async function aMoment(): Promise<undefined> {
  for (let turn = 0; turn < 4; turn += 1) await undefined;
  return undefined;
}

function settledInTime(
  work: Promise<Settled>,
  stop: Stop,
  deps: ToolPipelineDeps,
): Promise<Settled> {
  stop.begin();
  return Promise.race([work, abandonment(deps, stop)]);
}

type Interruption = 'timeout' | 'cancelled';

/** What ends an attempt from outside: its time, or whoever made the call. */
interface Stop {
  /** What the tool hears; made when somebody listens. */
  signal(): AbortSignal;
  /** Sets the clock and listens to the caller. */
  begin(): void;
  /** Aborts when the attempt is over, for everything that still waits. */
  readonly ended: AbortController;
  reason(): Interruption | undefined;
  end(): void;
}

function createStop(caller: AbortSignal, { clock }: ToolPipelineDeps, timeoutMs: number): Stop {
  let stopping: AbortController | undefined;
  let ended: AbortController | undefined;
  let interruption: Interruption | undefined;

  function controller(): AbortController {
    stopping ??= new AbortController();
    return stopping;
  }

  function interrupt(by: Interruption, reason: unknown) {
    interruption ??= by;
    controller().abort(reason);
  }

  const cancel = () => interrupt('cancelled', caller.reason);

  return {
    signal: () => controller().signal,

    begin() {
      clock.sleep(timeoutMs, this.ended.signal).then(
        () => interrupt('timeout', new DOMException('Timed out.', 'TimeoutError')),
        () => undefined,
      );
      if (caller.aborted) cancel();
      else caller.addEventListener('abort', cancel, { once: true });
    },

    get ended() {
      ended ??= new AbortController();
      return ended;
    },

    reason: () => interruption,

    end() {
      caller.removeEventListener('abort', cancel);
      // A reason that is no error costs no stack trace; nobody reads it.
      ended?.abort('ended');
    },
  };
}

interface Attempt {
  readonly attemptIndex: number;
  signal(): AbortSignal;
}

/** Never rejects, so that work left behind cannot take the process down. */
async function begin(call: Call, deps: ToolPipelineDeps, attempt: Attempt): Promise<Settled> {
  try {
    const value = await call.tool.execute(call.input, createContext(call, deps, attempt));
    return { state: 'returned', value };
  } catch (thrown) {
    return { state: 'threw', thrown: tamed(thrown) };
  }
}

/** Resolves when the tool was told to stop and the grace is over. */
function abandonment({ clock }: ToolPipelineDeps, stop: Stop): Promise<Settled> {
  const signal = stop.signal();
  return new Promise((resolve) => {
    const giveUp = () => {
      clock.sleep(GRACE_MS, stop.ended.signal).then(
        () => resolve({ state: 'abandoned' }),
        () => undefined,
      );
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}

/** Work that did not stop when told is heard of when it does. */
function watch(
  work: Promise<Settled>,
  { tool, executionId }: Call,
  { log, clock }: ToolPipelineDeps,
) {
  const from = clock.monotonic();
  const fields = { tool: tool.name, executionId };
  log.warn('A tool did not stop when told and was left behind.', fields);
  void work.then(({ state }) => {
    const afterMs = Math.round(clock.monotonic() - from);
    log.warn('A tool that was left behind has ended.', { ...fields, state, afterMs });
  });
}

function interruptedEnd(outcome: Interruption, settled: Settled, timeoutMs: number): CallEnd {
  const what = outcome === 'timeout' ? `timed out after ${timeoutMs / 1_000} s` : 'stopped';
  if (settled.state === 'returned') {
    const end = endOfResult(settled.value);
    return {
      ...end,
      outcome,
      text: `${what}. What it had to say by then:\n${end.text}`,
      summary: what,
    };
  }
  const still = settled.state === 'abandoned' ? ' It did not stop when told.' : '';
  const text = `${what}.${still} Part of what it was to do may have happened.`;
  return { outcome, text, summary: what };
}

function endOf(settled: Settled, call: Call, deps: ToolPipelineDeps): AttemptEnd {
  if (settled.state === 'returned') {
    const retryable = saysRetry(settled.value);
    return { end: endOfResult(settled.value), retryable, verdict: verdictOn(retryable) };
  }
  const thrown = settled.state === 'threw' ? settled.thrown : undefined;
  const known = thrown instanceof AgentError ? thrown : undefined;
  const end = known === undefined ? unforeseen(thrown, call, deps) : foreseen(known);
  const retryable = known?.retryable ?? true;
  return { end, retryable, verdict: verdictOn(retryable) };
}

/** What can pass is a failure of the tool or of what it stands on; all else is about the arguments. */
function verdictOn(retryable: boolean): CallVerdict {
  return retryable ? 'failed' : 'worked';
}

function foreseen(error: AgentError): CallEnd {
  return { outcome: 'error', text: error.message, metadata: { errorCode: error.code } };
}

/** The model may need the words to go on; people get the id under which the log holds the cause. */
function unforeseen(thrown: unknown, { tool, executionId }: Call, deps: ToolPipelineDeps): CallEnd {
  const errorId = deps.log.failure('A tool failed.', thrown, { tool: tool.name, executionId });
  return {
    outcome: 'error',
    text: `${tool.name} failed: ${deps.redactor.text(wordsOf(thrown))} (${errorId})`,
    summary: `${tool.name} failed (${errorId})`,
    metadata: { errorId },
  };
}

import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import type { Call, CallEnd } from './call.ts';
import { createContext } from './execution-context.ts';
import type { ToolResult } from './tool.ts';

const DEFAULT_TIMEOUT_MS = 30_000;

/** A tool that heard the abort gets this long to come back with what it has. */
const GRACE_MS = 2_000;

export interface RunOptions {
  readonly clock: Clock;
  readonly workspace: string;
  readonly attemptIndex: number;
}

export interface AttemptEnd {
  readonly end: CallEnd;
  /** Whether the tool says that the same again can work. */
  readonly retryable: boolean;
}

/** One attempt, within the tool's time, whatever the tool does: throw, hang, ignore the abort or return nonsense. */
export async function runTool(call: Call, options: RunOptions): Promise<AttemptEnd> {
  const { clock, workspace, attemptIndex } = options;
  const timeoutMs = call.tool.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const late = new AbortController();
  const ended = new AbortController();
  const signal = AbortSignal.any([call.signal, late.signal]);
  const watch = clock.sleep(timeoutMs, ended.signal).then(
    () => late.abort(new DOMException('Timed out.', 'TimeoutError')),
    () => undefined,
  );
  const context = createContext(call, { workspace, clock }, { attemptIndex, signal });
  try {
    const work = Promise.resolve().then(() => call.tool.execute(call.input, context));
    const result = await Promise.race([work, abandoned(clock, signal, ended.signal)]);
    return endOf(result, { late: late.signal.aborted, cancelled: call.signal.aborted, timeoutMs });
  } catch (thrown) {
    return afterThrow(thrown, {
      late: late.signal.aborted,
      cancelled: call.signal.aborted,
      timeoutMs,
    });
  } finally {
    ended.abort();
    await watch;
  }
}

/** Rejects when the signal has been aborted and the grace is over. Work left behind can only settle unheard. */
function abandoned(clock: Clock, signal: AbortSignal, ended: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const giveUp = () => {
      clock.sleep(GRACE_MS, ended).then(
        () => reject(AgentError.from(signal.reason)),
        () => undefined,
      );
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}

interface Circumstances {
  readonly late: boolean;
  readonly cancelled: boolean;
  readonly timeoutMs: number;
}

function endOf(result: ToolResult | undefined, circumstances: Circumstances): AttemptEnd {
  if (result === undefined || typeof result !== 'object') {
    return { end: { outcome: 'error', text: 'The tool returned no result.' }, retryable: false };
  }
  const shared = {
    ...(result.metadata !== undefined && { metadata: result.metadata }),
    ...(result.origin !== undefined && { origin: result.origin }),
    ...(result.full !== undefined && { full: result.full }),
  };
  if (result.success) {
    return { end: { outcome: 'ok', text: result.output, ...shared }, retryable: false };
  }
  const outcome = interrupted(circumstances) ?? result.outcome ?? 'error';
  return { end: { outcome, text: result.error, ...shared }, retryable: result.retryable === true };
}

function afterThrow(thrown: unknown, circumstances: Circumstances): AttemptEnd {
  const outcome = interrupted(circumstances);
  if (outcome === 'timeout') {
    const seconds = circumstances.timeoutMs / 1_000;
    return { end: { outcome, text: `timed out after ${seconds} s` }, retryable: true };
  }
  if (outcome === 'cancelled') {
    return { end: { outcome, text: 'Stopped before it was done.' }, retryable: false };
  }
  return { end: { outcome: 'error', text: messageOf(thrown) }, retryable: true };
}

function interrupted({ late, cancelled }: Circumstances): 'timeout' | 'cancelled' | undefined {
  if (cancelled) return 'cancelled';
  return late ? 'timeout' : undefined;
}

/** What a tool throws is for the model: it may be the only hint at what to do differently. */
function messageOf(thrown: unknown): string {
  if (thrown instanceof Error && thrown.message !== '') return thrown.message;
  return `The tool failed: ${String(thrown)}`;
}

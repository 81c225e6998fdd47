import type { ExecuteResult } from '../../executors/executor.ts';
import { trustedOrigin } from '../../protocol/origin.ts';
import type { ToolResult } from '../../tools/tool.ts';
import { MOST_CHARACTERS } from './result-size.ts';
import { shorten, toPlainText } from './shorten-output.ts';
import { count } from './text-lines.ts';

interface Surroundings {
  readonly executor: string;
  readonly cwd: string;
  readonly timeoutMs: number;
}

/** How it ended, then both streams, the end of each rather than its middle. */
export function presentExecution(result: ExecuteResult, around: Surroundings): ToolResult {
  const head = [headline(result, around), ...leftovers(result)].join(' ');
  const { text, whole } = presentStreams(head, result);
  const shared = {
    metadata: metadataOf(result, around, text !== whole),
    origin: trustedOrigin('command'),
    ...(text !== whole && { full: whole }),
  };
  if (result.ended === 'exited' && result.exitCode === 0) {
    return { success: true, output: text, ...shared };
  }
  const outcome = result.ended === 'timeout' ? 'timeout' : 'error';
  return { success: false, error: text, outcome, ...shared };
}

/** The head and both streams as they are shown, and whole. */
export function presentStreams(
  head: string,
  streams: Pick<ExecuteResult, 'stdout' | 'stderr'>,
): { readonly text: string; readonly whole: string } {
  const stdout = toPlainText(streams.stdout).trimEnd();
  const stderr = toPlainText(streams.stderr).trimEnd();
  const [outBudget, errBudget] = budgets(stdout.length, stderr.length);
  return {
    text: report(head, shorten(stdout, outBudget), shorten(stderr, errBudget)),
    whole: report(head, stdout, stderr),
  };
}

function headline(result: ExecuteResult, { timeoutMs }: Surroundings): string {
  const after = `after ${seconds(result.durationMs)}`;
  switch (result.ended) {
    case 'exited':
      return `Exit code ${result.exitCode} ${after}.`;
    case 'signalled':
      return `Ended by ${result.terminationSignal} ${after}.`;
    case 'timeout':
      return `The command timed out after ${seconds(timeoutMs)}; what could be found of it was ended. Set timeoutMs if it needs longer.`;
    case 'cancelled':
      return `Cancelled ${after}; what could be found of it was ended.`;
    case 'not_started':
      return `The command was not started: ${result.problem ?? 'the reason is unknown.'}`;
  }
}

function leftovers({ leftovers: left = 0 }: ExecuteResult): readonly string[] {
  if (left === 0) return [];
  const processes = count(left, 'process', 'processes');
  return [`${processes} left running in the background ended with it.`];
}

function report(head: string, stdout: string, stderr: string): string {
  const streams = [
    ...(stdout === '' ? [] : ['stdout:', stdout]),
    ...(stderr === '' ? [] : ['stderr:', stderr]),
  ];
  return [head, ...(streams.length === 0 ? ['No output.'] : streams)].join('\n');
}

/** Half for each stream; what one does not need goes to the other. */
function budgets(stdout: number, stderr: number): readonly [number, number] {
  const half = MOST_CHARACTERS / 2;
  const err = Math.min(stderr, Math.max(half, MOST_CHARACTERS - stdout));
  return [MOST_CHARACTERS - err, err];
}

function metadataOf(result: ExecuteResult, { executor, cwd }: Surroundings, truncated: boolean) {
  const { ended, exitCode, terminationSignal, durationMs, stdout, stderr } = result;
  const failed = (ended === 'exited' && exitCode !== 0) || ended === 'signalled';
  return {
    executor,
    cwd,
    ended,
    exitCode,
    terminationSignal,
    durationMs,
    stdoutBytes: stdout.totalBytes,
    stderrBytes: stderr.totalBytes,
    truncated,
    // A test that fails is no failure of the tool.
    commandFailed: failed,
  };
}

/** `0.2s`, `5s`, `61.4s`. */
export function seconds(ms: number): string {
  return `${Number((ms / 1_000).toFixed(1))}s`;
}

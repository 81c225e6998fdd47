import type { ToolStepResult } from '../protocol/journal.ts';

const SAME_RESULTS = 3;
const FAILURES_IN_A_ROW = 3;

const NO_FAILURE = new Set(['ok', 'replayed']);

/**
 * Whether this call was made three times with the same result and nothing else was successfully changed in
 * between. Editing and testing again is no loop: the edit is the change.
 */
export function isRepeatedCall(callKey: string, finished: readonly ToolStepResult[]): boolean {
  let repeats = 0;
  let result: string | undefined;
  for (const step of finished.toReversed()) {
    if (step.callKey !== callKey) {
      if (changedSomething(step)) break;
      continue;
    }
    result ??= essence(step);
    if (essence(step) !== result) break;
    repeats += 1;
  }
  return repeats >= SAME_RESULTS;
}

/** Whether the last three calls failed as calls. A command that ran and exited non-zero did not. */
export function keepsFailing(finished: readonly ToolStepResult[]): boolean {
  const last = finished.slice(-FAILURES_IN_A_ROW);
  return last.length === FAILURES_IN_A_ROW && last.every(isFailure);
}

function isFailure({ message, metadata }: ToolStepResult): boolean {
  return !NO_FAILURE.has(message.outcome) && metadata['commandFailed'] !== true;
}

/** Commands may print something new each time; only what writes counts as a change. */
function changedSomething({ sideEffect, message, risk }: ToolStepResult): boolean {
  return sideEffect && message.outcome === 'ok' && risk === 'write';
}

/** A result apart from how long it took and from where the whole of it is kept. */
function essence({ message: { text, artifactId } }: ToolStepResult): string {
  const named = artifactId === undefined ? text : text.replaceAll(artifactId, '#');
  return named.replaceAll(/\d+(\.\d+)? ?(ms|s)\b/g, '#');
}

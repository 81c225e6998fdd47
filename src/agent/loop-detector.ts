import type { ToolStepResult } from '../protocol/journal.ts';

const SAME_RESULTS = 3;
const FAILURES_IN_A_ROW = 3;
const REFUSALS = 2;

/** Marks the result of a call that was not run because of what `isRepeatedCall` says. */
export const REPEATED_CALL = 'repeated_call';

const NO_FAILURE = new Set(['ok', 'replayed']);

/**
 * Whether this call was made three times with the same result and nothing else was successfully changed in
 * between. Editing and testing again is no loop: the edit is the change. A refusal is no result, so it hides no loop.
 */
export function isRepeatedCall(callKey: string, finished: readonly ToolStepResult[]): boolean {
  const made = finished.filter((step) => !isRefusal(step));
  let repeats = 0;
  let result: string | undefined;
  for (const [index, step] of [...made.entries()].toReversed()) {
    if (step.callKey !== callKey) {
      if (changedSomething(step, made.slice(0, index))) break;
      continue;
    }
    result ??= essence(step);
    if (essence(step) !== result) break;
    repeats += 1;
  }
  return repeats >= SAME_RESULTS;
}

/** Whether the turn has to come to an end without tools: its calls keep failing, or were refused as repeated twice. */
export function isStuck(finished: readonly ToolStepResult[]): boolean {
  return keepsFailing(finished) || finished.filter(isRefusal).length >= REFUSALS;
}

/** Whether the last three calls failed as calls. A command that ran and exited non-zero did not. */
function keepsFailing(finished: readonly ToolStepResult[]): boolean {
  const last = finished.slice(-FAILURES_IN_A_ROW);
  return last.length === FAILURES_IN_A_ROW && last.every(isFailure);
}

function isFailure({ message, metadata }: ToolStepResult): boolean {
  return !NO_FAILURE.has(message.outcome) && metadata['commandFailed'] !== true;
}

function isRefusal({ metadata }: ToolStepResult): boolean {
  return metadata['patternKey'] === REPEATED_CALL;
}

/**
 * What writes is a change each time. Anything else that may change something, a command above all, is one the first time:
 * two commands in turn are still a loop, and mending a file by ever new commands is none.
 */
function changedSomething(step: ToolStepResult, before: readonly ToolStepResult[]): boolean {
  const { sideEffect, message, risk, callKey } = step;
  if (!sideEffect || message.outcome !== 'ok') return false;
  return risk === 'write' || !before.some((earlier) => earlier.callKey === callKey);
}

/** A result apart from how long it took and from where the whole of it is kept. */
function essence({ message: { text, artifactId } }: ToolStepResult): string {
  const named = artifactId === undefined ? text : text.replaceAll(artifactId, '#');
  return named.replaceAll(/\d+(\.\d+)? ?(ms|s)\b/g, '#');
}

import type { AgentError } from '../base/errors.ts';
import type { RunEvent } from '../protocol/run-event.ts';

/** What the process says to the one that started it. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  needsApproval: 3,
  capReached: 4,
  interrupted: 130,
  hungUp: 129,
  terminated: 143,
} as const;

const USAGE_CODES = new Set(['invalid_input', 'invalid_config']);

export function exitCodeOf({ code }: AgentError): number {
  return USAGE_CODES.has(code) ? EXIT.usage : EXIT.failed;
}

export type TurnEnd = Extract<RunEvent, { type: 'turn-end' }>;

/** How a turn ended, as an exit code. */
export function exitCodeOfTurn({
  outcome,
  neededApproval,
}: Pick<TurnEnd, 'outcome' | 'neededApproval'>): number {
  if (outcome === 'capped') return EXIT.capReached;
  if (neededApproval) return EXIT.needsApproval;
  return outcome === 'done' ? EXIT.done : EXIT.failed;
}

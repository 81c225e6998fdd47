import { AgentError } from '../base/errors.ts';

/** Why running work is ended from outside. */
export type Interruption = 'stop' | 'wallTime' | 'shutdown' | 'stale_lease';

/** The reason to abort a signal with, so that `interruptionOf` can read it again. */
export function interruption(kind: Exclude<Interruption, 'shutdown' | 'stale_lease'>): AgentError {
  return new AgentError('aborted', `Interrupted: ${kind}.`, { details: { interruption: kind } });
}

/** Why the signal was aborted. What says nothing else is a shutdown: the turn goes on at the next start. */
export function interruptionOf(signal: AbortSignal): Interruption | undefined {
  if (!signal.aborted) return undefined;
  const reason: unknown = signal.reason;
  if (!(reason instanceof AgentError)) return 'shutdown';
  if (reason.code === 'stale_lease') return 'stale_lease';
  const kind = reason.details['interruption'];
  return kind === 'stop' || kind === 'wallTime' ? kind : 'shutdown';
}

import { classOfBegun, unknownEnd } from '../begun-call.ts';
import { type Call, hasSideEffect, type Stage, type StageResult } from '../call.ts';
import { replayEnd } from './check-replay.ts';

/**
 * A call that began in a process that died is judged first by what it may have done: afterwards no rule can end it as if
 * it had never run.
 */
export const settleBegun: Stage = {
  name: 'begun before?',
  run: (call) => (call.proposal.startedBefore ? settle(call) : { next: call }),
};

async function settle(call: Call): Promise<StageResult> {
  const { begunAs } = call.proposal;
  const effect = await call.recorder.findEffect(call.idempotencyKey);
  if (effect !== undefined && effect.status !== 'intent') return { call, end: replayEnd(effect) };
  const unsettled = classOfBegun(call, effect);
  const begun: Call = { ...call, unsettled };
  if (!hasSideEffect(begun)) return { next: call };
  // Without its start nobody knows yet whether it is a command that only reads.
  if (unsettled === 'unsafe' && begunAs !== undefined) {
    return { call: begun, end: unknownEnd(begun) };
  }
  return { next: begun };
}

import type { Call, Stage, StageResult } from '../call.ts';
import type { Readiness } from '../readiness.ts';

/** A tool whose helpers are missing says which. */
export const checkReady: Stage = {
  name: 'ready?',
  run(call, { board }) {
    const readiness = board.ask(call.tool);
    return 'then' in readiness
      ? readiness.then((told) => endOf(call, told))
      : endOf(call, readiness);
  },
};

function endOf(call: Call, readiness: Readiness): StageResult {
  if (readiness.ready) return { next: call };
  const text = `${call.tool.name} cannot be used on this machine now: ${readiness.reason}`;
  return { call, end: { outcome: 'not_ready', text } };
}

import type { Call, CallEnd, Stage } from '../call.ts';

/** A tool that keeps failing gets a rest, before anybody is asked about another call of it. */
export const checkCircuit: Stage = {
  name: 'circuit closed?',
  run(call, { breaker }) {
    const why = breaker.whyClosedOff(call.tool.name);
    return why === undefined ? { next: call } : { call, end: restEnd(call, why) };
  },
};

export function restEnd({ tool }: Pick<Call, 'tool'>, why: string): CallEnd {
  return {
    outcome: 'not_ready',
    text: `${tool.name} is not tried now: ${why} Use another tool, or go on without it and say so.`,
    metadata: { circuit: 'open' },
  };
}

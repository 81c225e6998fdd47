import type { Stage } from '../call.ts';
import { readinessOf } from '../readiness.ts';

/** A tool whose helpers are missing says which. */
export const checkReady: Stage = {
  name: 'ready?',
  async run(call, { clock }) {
    const readiness = await readinessOf(call.tool, clock);
    if (readiness.ready) return { next: call };
    return {
      call,
      end: {
        outcome: 'not_ready',
        text: `${call.tool.name} cannot be used on this machine now: ${readiness.reason}`,
      },
    };
  },
};

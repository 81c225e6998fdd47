import type { Stage } from '../call.ts';

/** A tool whose helpers are missing says which. */
export const checkReady: Stage = {
  name: 'ready?',
  async run(call) {
    const readiness = (await call.tool.readiness?.()) ?? { ready: true };
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

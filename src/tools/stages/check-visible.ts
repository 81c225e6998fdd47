import type { Stage } from '../call.ts';
import { visibilityOf } from '../visibility.ts';

/** What the model was not shown does not run either, however it learnt the name. */
export const checkVisible: Stage = {
  name: 'visible?',
  run(call, { policy }) {
    const { visible, rule } = visibilityOf(call.tool, policy);
    if (visible) return { next: call };
    const denied = rule === 'network policy deny';
    return {
      call,
      end: {
        outcome: denied ? 'denied' : 'not_visible',
        text: `${call.tool.name} is switched off here (${rule}). Use another tool, or tell the person what you would need.`,
        metadata: { rule, ...(denied && { patternKey: 'network_denied' }) },
      },
    };
  },
};

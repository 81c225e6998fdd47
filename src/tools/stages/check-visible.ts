import { deny, type Stage } from '../call.ts';
import { NETWORK_RULE, visibilityOf } from '../visibility.ts';

/** What the model was not shown does not run either, however it learnt the name. */
export const checkVisible: Stage = {
  name: 'visible?',
  run(call, { policy }) {
    const { visible, rule } = visibilityOf(call.tool, policy, call.caller);
    if (visible) return { next: call };
    const text = `${call.tool.name} is switched off here (${rule}). Use another tool, or tell the person what you would need.`;
    if (rule === NETWORK_RULE) return deny(call, { patternKey: 'network_denied', text });
    return { call, end: { outcome: 'not_visible', text, metadata: { rule } } };
  },
};

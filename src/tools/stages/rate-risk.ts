import { addresseesOf } from '../addressees.ts';
import { baseRisk } from '../base-risk.ts';
import type { Stage } from '../call.ts';

/** The stricter of the table and the tool's own word; what the guard asks about is at least `exec`. */
export const rateRisk: Stage = {
  name: 'risk',
  run(call) {
    const base = baseRisk(call.tool, addresseesOf(call) === 'own_chat');
    const raised = call.decision.action === 'ask' && base === 'write' ? 'exec' : base;
    return { next: { ...call, risk: raised } };
  },
};

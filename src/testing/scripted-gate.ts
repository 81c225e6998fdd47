import type { ApprovalGate, ApprovalRequest, GateAnswer } from '../approvals/approval-gate.ts';

export interface ScriptedGate extends ApprovalGate {
  /** Every request so far. */
  readonly asked: ApprovalRequest[];
}

/** A gate that notes what it is asked and answers always the same: lets everything run, unless told otherwise. */
export function scriptedGate(
  answer: GateAnswer = { state: 'not_needed', why: 'the test lets it run' },
): ScriptedGate {
  const asked: ApprovalRequest[] = [];
  return {
    asked,
    async check(request) {
      asked.push(request);
      return answer;
    },
    decide: () => Promise.reject(new Error('Nothing was asked.')),
    pending: async () => [],
    expireDue: async () => undefined,
  };
}

import type {
  ApprovalGate,
  ApprovalRequest,
  Decision,
  GateAnswer,
} from '../approvals/approval-gate.ts';
import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import type { IdSource } from '../base/ids.ts';
import type { Approval } from '../protocol/approval.ts';
import type { Storage } from '../storage/storage.ts';

export interface ScriptedGateOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly ttlMs?: number;
}

/** A gate without policy: whatever comes here is asked, whoever answers may, and every yes is for once. */
export function createScriptedGate(options: ScriptedGateOptions): ApprovalGate {
  const { storage, clock } = options;
  const pendingWith = (filter: { readonly sessionKey?: string }) =>
    storage.approvals.list({ ...filter, states: ['pending'], limit: 1_000 });

  async function settle(approval: Approval, state: 'approved' | 'denied' | 'expired') {
    const settled = { ...approval, state, decidedAt: clock.now() };
    await storage.commit([{ op: 'decide-approval', approval: settled }]);
    return settled;
  }

  return {
    async check(request) {
      if (!request.canAsk) return { state: 'unavailable', why: 'Nobody can be asked.' };
      const asked = await storage.approvals.forStep(request.turnId, request.stepName);
      if (asked === undefined || asked.binding !== request.binding) return ask(options, request);
      return use(options, asked);
    },

    async decide({ id, verdict, by, comment }: Decision) {
      const approval = await storage.approvals.get(id);
      if (approval === undefined) throw new AgentError('not_found', `No approval ${id}.`);
      if (approval.expiresAt <= clock.now()) throw new AgentError('timeout', `${id} is over.`);
      return settle({ ...approval, decidedBy: by, ...(comment && { comment }) }, verdict);
    },

    pending: pendingWith,

    async expireDue() {
      const pending = await pendingWith({});
      const due = pending.filter(({ expiresAt }) => expiresAt <= clock.now());
      for (const approval of due) await settle(approval, 'expired');
      const later = pending.filter(({ expiresAt }) => expiresAt > clock.now());
      return later.length === 0 ? undefined : Math.min(...later.map((each) => each.expiresAt));
    },
  };
}

async function ask(
  { storage, clock, ids, ttlMs = 600_000 }: ScriptedGateOptions,
  request: ApprovalRequest,
): Promise<GateAnswer> {
  const { turnId, stepName, sessionKey, principal, tool, risk, binding, summary } = request;
  const approval: Approval = {
    id: ids.next('appr'),
    binding,
    turnId,
    stepName,
    sessionKey,
    principal,
    tool,
    risk,
    summary,
    reason: request.decision.reason,
    patternKey: request.decision.patternKey,
    state: 'pending',
    requestedAt: clock.now(),
    expiresAt: clock.now() + ttlMs,
  };
  await storage.commit([{ op: 'put-approval', approval }]);
  return { state: 'pending', approval };
}

/** A yes works once: the second call that comes with it is refused. */
async function use({ storage }: ScriptedGateOptions, approval: Approval): Promise<GateAnswer> {
  if (approval.state === 'used') return { state: 'unavailable', why: 'The yes was used.' };
  if (approval.state !== 'approved') return { state: approval.state, approval };
  await storage.commit([{ op: 'put-approval', approval: { ...approval, state: 'used' } }]);
  return { state: 'approved', approval };
}

import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import type { IdSource } from '../base/ids.ts';
import type { Approval } from '../protocol/approval.ts';
import type { Operation } from '../storage/operation.ts';
import type { AllowanceRecord } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import type { ApprovalGate, ApprovalRequest, Decision, GateAnswer } from './approval-gate.ts';
import { whoIsAsked } from './who-is-asked.ts';

export interface ApprovalGateDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** How long a question stays open. */
  readonly expiryMs: number;
  isOwner(principal: string): boolean;
  /** Told of every question that was put and every answer to one. Must not throw. */
  onChange?(approval: Approval): void;
}

const MOST_PENDING = 1_000;
const HARD_BLOCK = 'no approval can allow it';

export function createApprovalGate(deps: ApprovalGateDeps): ApprovalGate {
  const { storage, clock } = deps;

  return {
    async check(request) {
      if (request.decision.action === 'deny') return { state: 'unavailable', why: HARD_BLOCK };
      const { isOwner, unattended, assumeYes, risk, decision, undoable } = request;
      const facts = { isOwner, unattended, assumeYes, risk, decision, undoable };
      const { ask, why } = whoIsAsked({ ...facts, remembered: false });
      return ask ? checkWithMemory(deps, request) : { state: 'not_needed', why };
    },

    decide: (decision) => decide(deps, decision),

    pending: ({ sessionKey }) =>
      storage.approvals.list({
        states: ['pending'],
        limit: MOST_PENDING,
        ...(sessionKey !== undefined && { sessionKey }),
      }),

    async expireDue() {
      const pending = await storage.approvals.list({ states: ['pending'], limit: MOST_PENDING });
      const now = clock.now();
      for (const approval of pending) {
        if (approval.expiresAt <= now) await expire(deps, approval);
      }
      const later = pending.map(({ expiresAt }) => expiresAt).filter((at) => at > now);
      return later.length === 0 ? undefined : Math.min(...later);
    },
  };
}

/** A turn that cannot be read any more holds up no other question. */
async function expire(deps: ApprovalGateDeps, approval: Approval): Promise<void> {
  try {
    await settle(deps, { ...approval, state: 'expired' });
  } catch (thrown) {
    if (AgentError.from(thrown).code !== 'storage_damaged') throw thrown;
  }
}

/** What was said about this very call, then what was allowed before; else somebody has to be asked. */
async function checkWithMemory(
  deps: ApprovalGateDeps,
  request: ApprovalRequest,
): Promise<GateAnswer> {
  const { storage } = deps;
  const asked = await storage.approvals.forStep(request.turnId, request.stepName);
  if (asked !== undefined && asked.binding === request.binding) return answerTo(deps, asked);
  const remembered = await isRemembered(storage, request);
  const { ask, why } = whoIsAsked({ ...request, remembered });
  if (!ask) return { state: 'not_needed', why };
  if (!request.canAsk || request.unattended) return { state: 'unavailable', why };
  // The step now proposes another call: a yes to the earlier one could no longer run anything.
  if (asked?.state === 'pending') await settle(deps, { ...asked, state: 'expired' });
  return { state: 'pending', approval: await put(deps, request, why) };
}

/** An approved question is used up by the step that asked it; that same step finds it approved again after a crash. */
async function answerTo(deps: ApprovalGateDeps, approval: Approval): Promise<GateAnswer> {
  switch (approval.state) {
    case 'approved': {
      const used: Approval = { ...approval, state: 'used' };
      await deps.storage.commit([{ op: 'put-approval', approval: used }]);
      return { state: 'approved', approval: used };
    }
    case 'used':
      return { state: 'approved', approval };
    case 'denied':
    case 'expired':
      return { state: approval.state, approval };
    case 'pending':
      if (approval.expiresAt > deps.clock.now()) return { state: 'pending', approval };
      return answerTo(deps, await settle(deps, { ...approval, state: 'expired' }));
  }
}

async function put(
  deps: ApprovalGateDeps,
  request: ApprovalRequest,
  reason: string,
): Promise<Approval> {
  const requestedAt = deps.clock.now();
  const { binding, turnId, stepName, sessionKey, principal, tool, risk, summary } = request;
  const approval: Approval = {
    id: deps.ids.next('apr'),
    binding,
    turnId,
    stepName,
    sessionKey,
    principal,
    tool,
    risk,
    summary,
    reason,
    patternKey: request.decision.patternKey,
    ...(request.pattern !== undefined && { pattern: request.pattern }),
    place: request.place,
    state: 'pending',
    requestedAt,
    expiresAt: requestedAt + deps.expiryMs,
  };
  await deps.storage.commit([{ op: 'put-approval', approval }]);
  deps.onChange?.(approval);
  return approval;
}

async function decide(deps: ApprovalGateDeps, decision: Decision): Promise<Approval> {
  const { id, verdict, by, comment } = decision;
  const approval = await deps.storage.approvals.get(id);
  if (approval === undefined) throw refusal('not_found', id);
  if (!deps.isOwner(by)) throw refusal('forbidden', id);
  if (approval.state === 'expired') throw refusal('timeout', id);
  if (approval.state !== 'pending') throw refusal('conflict', id);
  const decidedAt = deps.clock.now();
  if (approval.expiresAt <= decidedAt) {
    await settle(deps, { ...approval, state: 'expired' });
    throw refusal('timeout', id);
  }
  const scope = approval.pattern === undefined ? 'once' : decision.scope;
  const decided: Approval = {
    ...approval,
    state: verdict,
    scope,
    decidedAt,
    decidedBy: by,
    ...(comment !== undefined && { comment }),
  };
  await deps.storage.commit([
    { op: 'decide-approval', approval: decided },
    ...remembering(deps, decided),
  ]);
  deps.onChange?.(decided);
  return decided;
}

/** A yes that reaches further than one call is kept under the pattern that the person saw. */
function remembering({ ids, clock }: ApprovalGateDeps, approval: Approval): Operation[] {
  const { scope, pattern, place, sessionKey, principal, tool, state } = approval;
  if (state !== 'approved' || pattern === undefined || place === undefined) return [];
  if (scope === undefined || scope === 'once') return [];
  const allowance: AllowanceRecord = {
    id: ids.next('alw'),
    scope,
    principal,
    tool,
    pattern,
    place,
    createdAt: clock.now(),
    ...(scope === 'session' && { sessionKey }),
  };
  return [{ op: 'put-allowance', allowance }];
}

/** Ends a pending question; of two answers in the same moment the first one counts. */
async function settle(deps: ApprovalGateDeps, approval: Approval): Promise<Approval> {
  try {
    await deps.storage.commit([{ op: 'decide-approval', approval }]);
  } catch (thrown) {
    if (AgentError.from(thrown).code !== 'conflict') throw thrown;
    return (await deps.storage.approvals.get(approval.id)) ?? approval;
  }
  deps.onChange?.(approval);
  return approval;
}

async function isRemembered(storage: Storage, request: ApprovalRequest): Promise<boolean> {
  const { pattern, place, tool, sessionKey, principal } = request;
  if (pattern === undefined) return false;
  const allowances = await storage.approvals.allowances({ sessionKey, principal });
  return allowances.some(
    (allowance) =>
      allowance.tool === tool && allowance.pattern === pattern && allowance.place === place,
  );
}

type RefusalCode = 'not_found' | 'forbidden' | 'timeout' | 'conflict';

function refusal(code: RefusalCode, id: string): AgentError {
  return new AgentError(code, `Approval ${id}: ${code}.`, {
    messageId: `approval.${code}`,
    values: { id },
  });
}

import type { Approval } from '../protocol/approval.ts';
import { OPEN_TURN_STATES, type Step, type Turn } from '../protocol/turn.ts';
import type { DeliveryRecord, InboxRecord, ReceiptRecord } from '../storage/records.ts';
import { delegateSpans } from './delegate-span.ts';
import type { Span, SpanKind } from './span.ts';
import { present, stepAttributes, usageFacts } from './step-attributes.ts';
import type { Moment, TraceJournal } from './trace-journal.ts';

const ROOT = 'root';

const STEP_SPANS: Readonly<Record<Exclude<Step['kind'], 'reply'>, SpanKind>> = {
  context: 'context',
  llm: 'llm_call',
  tool: 'tool_call',
};

/**
 * One trace as spans, the root first and each parent before its children. What was turned away, what still
 * waits and what a crash left behind have readable traces too.
 */
export function journalToSpans(journal: TraceJournal, moment: Moment): readonly Span[] {
  const { turn, inbound, receipt } = journal;
  if (turn !== undefined) return turnSpans(journal, turn, moment);
  if (inbound !== undefined) return waitingSpans(inbound, moment);
  return receipt === undefined ? [] : [receiptSpan(receipt)];
}

function turnSpans(journal: TraceJournal, turn: Turn, moment: Moment): readonly Span[] {
  const { inbound, steps, approvals, deliveries } = journal;
  const door = inbound === undefined ? [] : [receiveSpan(inbound), queueSpan(inbound, turn)];
  const work = steps.flatMap((step) => stepSpans(step, { journal, turn, moment }));
  const stepNames = new Set(work.map(({ spanId }) => spanId));
  const early = approvals.filter(({ stepName }) => !stepNames.has(stepName));
  return [
    turnSpan({ inbound, turn, moment }),
    ...door,
    ...work,
    ...early.map((approval) => approvalSpan(approval, ROOT, moment)),
    ...deliveries.map((delivery) => deliverySpan(delivery, moment)),
  ].map(endsAfterStart);
}

function turnSpan(facts: {
  readonly inbound: InboxRecord | undefined;
  readonly turn: Turn;
  readonly moment: Moment;
}): Span {
  const { inbound, turn, moment } = facts;
  const dead = turn.state === 'running' && !moment.runtimeAlive;
  return {
    spanId: ROOT,
    kind: 'turn',
    name: turn.id,
    startedAt: inbound?.event.receivedAt ?? turn.startedAt,
    endedAt: turn.endedAt ?? moment.now,
    outcome: dead ? 'interrupted' : turn.state,
    attributes: present({
      sessionKey: turn.sessionKey,
      principal: turn.principal,
      starts: turn.starts > 1 ? turn.starts : undefined,
      cap: turn.cap,
      errorId: turn.errorId,
      neededApproval: turn.neededApproval || undefined,
      retracted: turn.retracted || undefined,
      parentTrace: inbound?.event.child?.parentTraceId,
      waitingFor: turn.state === 'waiting' ? turn.waitingFor?.kind : undefined,
      ...usageFacts(turn.usage),
    }),
  };
}

function receiveSpan({ event, acceptedAt }: InboxRecord): Span {
  return {
    spanId: 'receive',
    parentId: ROOT,
    kind: 'receive',
    name: event.address.channel,
    startedAt: event.receivedAt,
    endedAt: acceptedAt,
    outcome: 'accepted',
    attributes: { inboundId: event.id },
  };
}

function queueSpan({ acceptedAt, seq }: InboxRecord, turn: Turn): Span {
  return {
    spanId: 'queue',
    parentId: ROOT,
    kind: 'queue',
    name: 'queue',
    startedAt: acceptedAt,
    endedAt: turn.startedAt,
    outcome: 'ok',
    attributes: { seq },
  };
}

interface StepSurroundings {
  readonly journal: TraceJournal;
  readonly turn: Turn;
  readonly moment: Moment;
}

function stepSpans(step: Step, surroundings: StepSurroundings): readonly Span[] {
  if (step.kind === 'reply') return [];
  const { approvals } = surroundings.journal;
  const attributes = stepAttributes(step);
  const tool = attributes['tool'];
  const span: Span = {
    spanId: step.name,
    parentId: ROOT,
    kind: STEP_SPANS[step.kind],
    name: typeof tool === 'string' ? `${step.name} ${tool}` : step.name,
    startedAt: step.startedAt,
    ...ending(step, surroundings),
    attributes,
  };
  const asked = approvals.filter(({ stepName }) => stepName === step.name);
  const { moment } = surroundings;
  return [
    span,
    ...asked.map((approval) => approvalSpan(approval, step.name, moment)),
    ...delegateSpans(step, span),
  ];
}

function ending(step: Step, surroundings: StepSurroundings): Pick<Span, 'endedAt' | 'outcome'> {
  const { journal, turn, moment } = surroundings;
  if (step.status === 'done') {
    return { endedAt: step.endedAt ?? step.startedAt, outcome: step.outcome ?? 'ok' };
  }
  const later = journal.steps.slice(journal.steps.indexOf(step) + 1);
  // Calls of one batch run side by side; only what comes after the batch tells that it is over.
  const next = later.find(({ kind }) => kind !== 'tool');
  const closed = !OPEN_TURN_STATES.includes(turn.state);
  if (next === undefined && !closed && moment.runtimeAlive) {
    return { endedAt: moment.now, outcome: 'running' };
  }
  return {
    endedAt: next?.startedAt ?? turn.endedAt ?? step.startedAt,
    outcome: 'interrupted',
  };
}

function approvalSpan(approval: Approval, parentId: string, { now }: Moment): Span {
  const { id, state, requestedAt, decidedAt, expiresAt } = approval;
  const open = state === 'pending' ? now : expiresAt;
  return {
    spanId: `approval:${id}`,
    parentId,
    kind: 'approval',
    name: approval.tool,
    startedAt: requestedAt,
    endedAt: decidedAt ?? open,
    outcome: state,
    attributes: present({
      approvalId: id,
      risk: approval.risk,
      patternKey: approval.patternKey,
      scope: approval.scope,
      decidedBy: approval.decidedBy,
    }),
  };
}

function deliverySpan(delivery: DeliveryRecord, { now }: Moment): Span {
  const { event, attempts, settledAt, state, receipt } = delivery;
  return {
    spanId: `delivery:${event.id}`,
    parentId: ROOT,
    kind: 'delivery',
    name: event.address.channel,
    startedAt: event.createdAt,
    endedAt: settledAt ?? now,
    outcome: state,
    attributes: present({ deliveryId: event.id, kind: event.kind, attempts, receipt }),
  };
}

function waitingSpans(
  { event, acceptedAt, seq, state }: InboxRecord,
  moment: Moment,
): readonly Span[] {
  const root: Span = {
    spanId: ROOT,
    kind: 'receive',
    name: event.address.channel,
    startedAt: event.receivedAt,
    endedAt: acceptedAt,
    outcome: 'accepted',
    attributes: {
      inboundId: event.id,
      sessionKey: event.sessionKey,
      principal: event.principal,
    },
  };
  const queue: Span = {
    spanId: 'queue',
    parentId: ROOT,
    kind: 'queue',
    name: 'queue',
    startedAt: acceptedAt,
    endedAt: moment.now,
    outcome: state,
    attributes: { seq },
  };
  return [root, queue].map(endsAfterStart);
}

function receiptSpan({ sessionKey, channel, outcome, reason, at }: ReceiptRecord): Span {
  return {
    spanId: ROOT,
    kind: 'receive',
    name: channel,
    startedAt: at,
    endedAt: at,
    outcome,
    attributes: { sessionKey, reason },
  };
}

/** The wall clock may have been set back in between. */
function endsAfterStart(span: Span): Span {
  return span.endedAt >= span.startedAt ? span : { ...span, endedAt: span.startedAt };
}

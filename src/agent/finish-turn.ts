import { translate } from '../protocol/catalogue.ts';
import type { OutboundEvent, OutboundKind } from '../protocol/event.ts';
import type { ReplyStepResult } from '../protocol/journal.ts';
import type { ToolCallPart } from '../protocol/message.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import type { Turn, TurnState } from '../protocol/turn.ts';
import type { Operation } from '../storage/operation.ts';
import { toStepResult } from './call-recorder.ts';
import type { CapName } from './caps.ts';
import { introductionOf } from './introduction.ts';
import { notRun } from './tool-step.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import { callsOf, publish, type TurnRun } from './turn-run.ts';

/** The states in which a turn can end. */
export type EndState = Exclude<TurnState, 'running' | 'waiting' | 'ready'>;

export interface Ending {
  readonly state: EndState;
  /** What the person reads. */
  readonly text: string;
  /** Whether `text`, or its end, is our own sentence and not yet in the transcript. */
  readonly closing?: string;
  readonly cap?: CapName;
  readonly errorId?: string;
}

/** Ends a turn: reply, transcript, states, delivery and the lease, all in one commit. Then tells who watches. */
export async function finishTurn(
  deps: TurnEngineDeps,
  run: TurnRun,
  ending: Ending,
): Promise<void> {
  const { journal } = run;
  await closeOpenCalls(deps, run);
  const now = deps.clock.now();
  const deliveries = await outboundEvents(deps, run, ending.text);
  const turn: Turn = {
    ...journal.turn(),
    state: ending.state,
    endedAt: now,
    usage: run.journal.usage(),
    neededApproval: run.journal
      .toolSteps()
      .some(({ message }) => message.outcome === 'approval_required'),
    ...(ending.cap !== undefined && { cap: ending.cap }),
    ...(ending.errorId !== undefined && { errorId: ending.errorId }),
  };
  const result: ReplyStepResult = {
    text: ending.text,
    deliveries: deliveries.map(({ id }) => id),
    ...(ending.closing !== undefined && { closing: closingMessage(ending.closing) }),
  };
  await journal.write(
    {
      turnId: turn.id,
      name: 'reply',
      kind: 'reply',
      status: 'done',
      startedAt: now,
      endedAt: now,
      outcome: ending.state,
      result,
    },
    [
      ...(await introducedOperations(deps, run, deliveries)),
      ...deliveries.map((event): Operation => ({ op: 'enqueue-delivery', event, turnId: turn.id })),
      { op: 'settle-inbound', id: turn.inboundId, state: ending.state },
      ...journal.leaving(turn),
    ],
  );
  deps.wakeOutbound();
  announce(deps, run, { turn, text: ending.text });
}

function announce(
  deps: TurnEngineDeps,
  run: TurnRun,
  { turn, text }: { turn: Turn; text: string },
): void {
  const { state, cap, errorId, neededApproval, usage, activeMs } = turn;
  const steps = run.journal.steps();
  publish(deps, run, { type: 'reply', text });
  publish(deps, run, {
    type: 'turn-end',
    outcome: state,
    neededApproval,
    usage,
    modelCalls: steps.filter(({ kind }) => kind === 'llm').length,
    toolCalls: steps.filter(({ kind }) => kind === 'tool').length,
    durationMs: activeMs,
    ...(cap !== undefined && { cap }),
    ...(errorId !== undefined && { errorId }),
  });
}

/** A strict provider wants a result for every call: those that the turn did not get to say so. */
async function closeOpenCalls(deps: TurnEngineDeps, run: TurnRun): Promise<void> {
  const calls = run.journal.modelSteps().flatMap(callsOf);
  for (const call of calls) {
    const step = run.journal.step(call.callId);
    if (step?.status !== 'done') await closeCall(deps, run, call);
  }
}

async function closeCall(deps: TurnEngineDeps, run: TurnRun, call: ToolCallPart): Promise<void> {
  const begun = run.journal.step(call.callId);
  const text = translate(run.language, 'agent.call_cancelled');
  const report = notRun(call, { outcome: 'cancelled', text, patternKey: 'turn_ended' });
  const endedAt = deps.clock.now();
  await run.journal.write({
    turnId: run.journal.turn().id,
    name: call.callId,
    kind: 'tool',
    status: 'done',
    startedAt: begun?.startedAt ?? endedAt,
    endedAt,
    outcome: 'cancelled',
    result: toStepResult(call, report, undefined),
  });
}

function closingMessage(text: string): NonNullable<ReplyStepResult['closing']> {
  return { role: 'assistant', model: 'runtime', parts: [{ type: 'text', text }] };
}

async function outboundEvents(
  deps: TurnEngineDeps,
  run: TurnRun,
  text: string,
): Promise<OutboundEvent[]> {
  const introduction = await introductionOf(deps, run);
  return [
    ...(introduction === undefined
      ? []
      : [outbound(deps, run, { kind: 'introduction', text: introduction })]),
    outbound(deps, run, { kind: 'reply', text }),
  ];
}

function outbound(
  deps: TurnEngineDeps,
  { journal }: TurnRun,
  { kind, text }: { kind: OutboundKind; text: string },
): OutboundEvent {
  const { id, traceId, sessionKey, inboundId } = journal.turn();
  const createdAt = deps.clock.now();
  return {
    // Named after the turn, so that writing it again after a crash adds no second one.
    id: `${id}:${kind}`,
    traceId,
    sessionKey,
    address: journal.inbound.address,
    kind,
    replyTo: inboundId,
    content: [{ type: 'text', text, origin: trustedOrigin('model') }],
    createdAt,
    expiresAt: createdAt + deps.config.bus.outboxTtl,
  };
}

async function introducedOperations(
  deps: TurnEngineDeps,
  { journal }: TurnRun,
  deliveries: readonly OutboundEvent[],
): Promise<Operation[]> {
  if (!deliveries.some(({ kind }) => kind === 'introduction')) return [];
  const session = await deps.storage.sessions.get(journal.turn().sessionKey);
  return session === undefined
    ? []
    : [{ op: 'put-session', session: { ...session, introduced: true } }];
}

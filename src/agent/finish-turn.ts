import { translate } from '../protocol/catalogue.ts';
import type { ContentBlock } from '../protocol/content.ts';
import type { OutboundEvent, OutboundKind } from '../protocol/event.ts';
import type { ReplyStepResult } from '../protocol/journal.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import type { Turn, TurnState } from '../protocol/turn.ts';
import { isWorkerSession } from '../protocol/worker-session.ts';
import type { Operation } from '../storage/operation.ts';
import type { CapName } from './caps.ts';
import { type ClosedCalls, closeOpenCalls } from './close-calls.ts';
import { introductionOf } from './introduction.ts';
import { joinParagraphs } from './join-paragraphs.ts';
import { toldByWorkers } from './told-by-workers.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';
import { publish, type TurnRun } from './turn-run.ts';
import { noteOperations, tellOfWorker, workerDeliveries } from './worker-end.ts';

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

/** Ends a turn: open calls, reply, transcript, states, delivery and the lease, all in one commit. Then tells who watches. */
export async function finishTurn(
  deps: TurnEngineDeps,
  run: TurnRun,
  givenEnding: Ending,
): Promise<void> {
  const { journal } = run;
  const counts = countCalls(run);
  const closed = await closeOpenCalls(deps, run);
  const ending = withUnknownCalls(run, closed, givenEnding);
  const now = deps.clock.now();
  const deliveries = await outboundEvents(deps, run, ending);
  const turn = endedTurn(run, ending, now);
  const result: ReplyStepResult = {
    text: ending.text,
    deliveries: deliveries.map(({ id }) => id),
    ...(ending.closing !== undefined && { closing: closingMessage(ending.closing) }),
  };
  const times = { startedAt: now, endedAt: now };
  const step = { turnId: turn.id, name: 'reply', kind: 'reply', status: 'done', ...times } as const;
  tellOfWorker(deps, run, { turn, counts });
  await journal.write(
    [...closed.steps, { ...step, outcome: ending.state, result }],
    [
      ...closed.operations,
      ...introducedOperations(run, deliveries),
      ...noteOperations(run, ending, now),
      ...deliveries.map((event): Operation => ({ op: 'enqueue-delivery', event, turnId: turn.id })),
      { op: 'settle-inbound', id: turn.inboundId, state: ending.state },
      { op: 'put-turn', turn },
      { op: 'release-lease' },
    ],
  );
  deps.wakeOutbound();
  const { withdrawn } = closed;
  if (withdrawn) publish(deps, run, { type: 'approval-settled', approval: withdrawn });
  publish(deps, run, { type: 'reply', text: ending.text });
  publish(deps, run, toTurnEnd(turn, counts));
}

function endedTurn({ journal }: TurnRun, ending: Ending, endedAt: number): Turn {
  const calls = journal.toolSteps();
  const neededApproval =
    calls.some(({ message }) => message.outcome === 'approval_required') ||
    toldByWorkers(calls, 'neededApproval').length > 0;
  return journal.ending({
    state: ending.state,
    endedAt,
    usage: journal.usage(),
    neededApproval,
    ...(ending.cap !== undefined && { cap: ending.cap }),
    ...(ending.errorId !== undefined && { errorId: ending.errorId }),
  });
}

interface CallCounts {
  readonly modelCalls: number;
  readonly toolCalls: number;
}

function countCalls({ journal }: TurnRun): CallCounts {
  const steps = journal.steps();
  return {
    modelCalls: steps.filter(({ kind }) => kind === 'llm').length,
    toolCalls: steps.filter(({ kind }) => kind === 'tool').length,
  };
}

function toTurnEnd(turn: Turn, counts: CallCounts) {
  const { state: outcome, cap, errorId, neededApproval, usage, activeMs: durationMs } = turn;
  return {
    type: 'turn-end',
    ...{ outcome, neededApproval, usage, durationMs },
    ...counts,
    ...(cap !== undefined && { cap }),
    ...(errorId !== undefined && { errorId }),
  } as const;
}

/** The person learns of everything of which nobody can say whether it happened, whatever the model makes of it. */
function withUnknownCalls(run: TurnRun, closed: ClosedCalls, ending: Ending): Ending {
  const { unknown, ledgerDamaged } = closed;
  const calls = unknown.join('; ');
  const note = joinParagraphs(
    calls === '' ? '' : translate(run.language, 'agent.unknown_calls', { calls }),
    ledgerDamaged ? translate(run.language, 'agent.effects_unreadable') : '',
  );
  if (note === '') return ending;
  const { text, closing = '' } = ending;
  return { ...ending, text: joinParagraphs(text, note), closing: joinParagraphs(closing, note) };
}

function closingMessage(text: string): NonNullable<ReplyStepResult['closing']> {
  return { role: 'assistant', model: 'runtime', parts: [{ type: 'text', text }] };
}

async function outboundEvents(
  deps: TurnEngineDeps,
  run: TurnRun,
  ending: Ending,
): Promise<OutboundEvent[]> {
  const { text } = ending;
  if (isWorkerSession(run.journal.turn().sessionKey)) return workerDeliveries(deps, run, ending);
  const introduction = await introductionOf(deps, run);
  return [
    ...(introduction === undefined
      ? []
      : [outbound(deps, run, { kind: 'introduction', text: introduction })]),
    outbound(deps, run, { kind: 'reply', text, note: answeredBy(run) }),
  ];
}

/** For those who do not see it happen: which model answered, where it was not the preferred one. */
function answeredBy({ journal, language }: TurnRun): string | undefined {
  const others = journal.modelSteps().filter(({ fellBack }) => fellBack);
  const models = [...new Set(others.map(({ provider, model }) => `${provider}/${model}`))];
  if (models.length === 0) return undefined;
  return translate(language, 'agent.answered_by', { model: models.join(', ') });
}

function outbound(
  deps: TurnEngineDeps,
  { journal }: TurnRun,
  { kind, text, note }: { kind: OutboundKind; text: string; note?: string | undefined },
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
    content: [
      { type: 'text', text, origin: trustedOrigin('model') },
      ...(note === undefined ? [] : [noteBlock(note)]),
    ],
    createdAt,
    expiresAt: createdAt + deps.config.bus.outboxTtl,
  };
}

function introducedOperations(
  { journal }: TurnRun,
  deliveries: readonly OutboundEvent[],
): Operation[] {
  if (!deliveries.some(({ kind }) => kind === 'introduction')) return [];
  const { sessionKey } = journal.turn();
  return [{ op: 'update-session', sessionKey, change: { introduced: true } }];
}

/** A paragraph of its own, which a channel that showed the turn live can leave out. */
function noteBlock(text: string): ContentBlock {
  return { type: 'text', text: `\n${text}`, origin: trustedOrigin('runtime') };
}

import { AgentError } from '../base/errors.ts';
import { translate } from '../protocol/catalogue.ts';
import type { InboundEvent, OutboundEvent } from '../protocol/event.ts';
import { trustedOrigin } from '../protocol/origin.ts';
import type { Turn } from '../protocol/turn.ts';
import { NO_USAGE } from '../protocol/usage.ts';
import type { TurnEngineDeps } from './turn-engine-deps.ts';

/**
 * Ends a queued message whose sender lets go of it while another turn has the session: it is answered as stopped, and
 * enters no history. False when it has begun meanwhile.
 */
export async function endUnbegun(deps: TurnEngineDeps, inbound: InboundEvent): Promise<boolean> {
  const turn = endedTurn(deps, inbound);
  const reply = replyTo(deps, inbound, turn);
  try {
    await deps.storage.commit([
      { op: 'settle-inbound', id: inbound.id, state: 'stopped', from: 'queued' },
      { op: 'put-turn', turn },
      { op: 'enqueue-delivery', event: reply, turnId: turn.id },
    ]);
  } catch (thrown) {
    if (AgentError.from(thrown).code !== 'conflict') throw thrown;
    return false;
  }
  deps.wakeOutbound();
  show(deps, turn, translate(inbound.language, 'agent.stopped'));
  return true;
}

function endedTurn({ ids, clock }: TurnEngineDeps, inbound: InboundEvent): Turn {
  const { id: inboundId, sessionKey, traceId, principal } = inbound;
  const now = clock.now();
  return {
    ...{ id: ids.next('turn'), sessionKey, inboundId, traceId, principal },
    state: 'stopped',
    starts: 0,
    startedAt: now,
    endedAt: now,
    activeMs: 0,
    stopRequested: true,
    neededApproval: false,
    retracted: true,
    usage: NO_USAGE,
  };
}

function replyTo(
  { clock, config }: TurnEngineDeps,
  { id: inboundId, sessionKey, traceId, address, language }: InboundEvent,
  { id }: Turn,
): OutboundEvent {
  const createdAt = clock.now();
  const text = translate(language, 'agent.stopped');
  return {
    id: `${id}:reply`,
    ...{ traceId, sessionKey, address },
    kind: 'reply',
    replyTo: inboundId,
    content: [{ type: 'text', text, origin: trustedOrigin('runtime') }],
    createdAt,
    expiresAt: createdAt + config.bus.outboxTtl,
  };
}

function show({ events, clock }: TurnEngineDeps, turn: Turn, text: string): void {
  const { id: turnId, sessionKey, traceId, inboundId, neededApproval, usage } = turn;
  const where = { sessionKey, traceId, turnId, inboundId, at: clock.now() };
  const counts = { modelCalls: 0, toolCalls: 0, durationMs: 0 };
  events.publish({ ...where, type: 'reply', text });
  const end = { type: 'turn-end', outcome: 'stopped', neededApproval, usage } as const;
  events.publish({ ...where, ...end, ...counts });
}

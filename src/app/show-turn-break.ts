import type { Clock } from '../base/clock.ts';
import { AgentError } from '../base/errors.ts';
import type { RunEvents } from '../bus/run-events.ts';
import { describeError, translate } from '../protocol/catalogue.ts';
import type { Storage } from '../storage/storage.ts';

export interface TurnBreakDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly events: RunEvents;
}

/** Tells those who wait for an answer in a session why it does not come now. */
export async function showTurnBreak(
  { storage, clock, events }: TurnBreakDeps,
  sessionKey: string,
  thrown: unknown,
): Promise<void> {
  const error = AgentError.from(thrown);
  // Another worker has the session: its turn goes on there.
  if (error.code === 'stale_lease') return;
  const turn = await storage.turns.open(sessionKey);
  const [first] = await storage.inbox.list({ sessionKey, states: ['running', 'queued'], limit: 1 });
  if (first === undefined) return;
  const { id: inboundId, traceId, language } = first.event;
  const text = translate(language, 'app.turn_broke', { reason: describeError(error, language) });
  const where = { sessionKey, traceId, inboundId, turnId: turn?.id ?? '', at: clock.now() };
  events.publish({ ...where, type: 'turn-break', text });
}

import { ReplyStepResult } from '../../protocol/journal.ts';
import { OPEN_TURN_STATES } from '../../protocol/turn.ts';
import type { Storage } from '../../storage/storage.ts';
import type { TurnEnd } from '../exit-codes.ts';

/** How a turn ended, as far as a caller acts on it, and what it answered. */
export interface RecordedEnd extends Pick<TurnEnd, 'outcome' | 'neededApproval'> {
  readonly text: string;
}

/** What the storage knows of the turn of a message; undefined while it is open. */
export async function turnOnRecord(
  { turns }: Pick<Storage, 'turns'>,
  inboundId: string,
): Promise<RecordedEnd | undefined> {
  const turn = await turns.byInbound(inboundId);
  if (turn === undefined || OPEN_TURN_STATES.includes(turn.state)) return undefined;
  const steps = await turns.steps(turn.id);
  const reply = ReplyStepResult.safeParse(steps.find(({ kind }) => kind === 'reply')?.result);
  const { state: outcome, neededApproval } = turn;
  return { outcome, neededApproval, text: reply.success ? reply.data.text : '' };
}

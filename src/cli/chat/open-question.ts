import type { Approval } from '../../protocol/approval.ts';
import type { WaitingFor } from '../../protocol/turn.ts';
import type { Storage } from '../../storage/storage.ts';

/** What a conversation has been waiting for since before we came. */
export type OpenQuestion =
  | { readonly kind: 'approval'; readonly approval: Approval }
  | {
      readonly kind: 'clarification';
      readonly turnId: string;
      readonly waitingFor: WaitingFor;
    };

export async function readOpenQuestion(
  storage: Pick<Storage, 'turns' | 'approvals'>,
  sessionKey: string,
): Promise<OpenQuestion | undefined> {
  const turn = await storage.turns.open(sessionKey);
  const waitingFor = turn?.state === 'waiting' ? turn.waitingFor : undefined;
  if (turn === undefined || waitingFor === undefined) return undefined;
  if (waitingFor.kind === 'clarification') {
    return { kind: 'clarification', turnId: turn.id, waitingFor };
  }
  const approval = await storage.approvals.get(waitingFor.id);
  return approval?.state === 'pending' ? { kind: 'approval', approval } : undefined;
}

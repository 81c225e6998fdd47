import type { ChildCaps } from '../protocol/event.ts';

/** What the workers of a turn that are at work may still take, so that together they take no more than is left. */
export interface Grants {
  /** Of all workers of this turn that are at work here. */
  held(turnId: string): readonly ChildCaps[];
  /** Until the returned function is called. */
  hold(turnId: string, caps: ChildCaps): () => void;
}

export function createGrants(): Grants {
  const byTurn = new Map<string, Set<ChildCaps>>();

  return {
    held: (turnId) => [...(byTurn.get(turnId) ?? [])],

    hold(turnId, caps) {
      const own = { ...caps };
      const held = byTurn.get(turnId) ?? new Set();
      byTurn.set(turnId, held.add(own));
      return () => {
        held.delete(own);
        if (held.size === 0 && byTurn.get(turnId) === held) byTurn.delete(turnId);
      };
    },
  };
}

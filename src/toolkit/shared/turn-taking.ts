/** Does one thing at a time under each name, in the order of the calls. */
export type TurnTaking = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export function createTurnTaking(): TurnTaking {
  const last = new Map<string, Promise<unknown>>();

  return async (name, work) => {
    const before = last.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
}

/** Chance that comes out the same for the same seed. */
export interface Random {
  /** 0 to just below 1. */
  next(): number;
  /** 0 to `limit` - 1. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  /** True this share of the time. */
  chance(share: number): boolean;
}

const MULTIPLIER = 48_271;
const MODULUS = 2_147_483_647;

export function createRandom(seed: number): Random {
  let state = (Math.abs(seed) % (MODULUS - 1)) + 1;
  const next = () => {
    state = (state * MULTIPLIER) % MODULUS;
    return state / MODULUS;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('There is nothing to pick from.');
      return item;
    },
  };
}

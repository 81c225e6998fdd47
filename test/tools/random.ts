/** Numbers that look random and are the same for the same seed. */
export interface SeededRandom {
  /** A whole number from 0 to `count - 1`. */
  below(count: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** True this share of the time. */
  chance(share: number): boolean;
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    chance: (share) => next() < share,
  };
}

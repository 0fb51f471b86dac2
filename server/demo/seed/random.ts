/** A small seeded generator (mulberry32): the same seed gives the same demo on every machine. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  pick<T>(items: readonly T[]): T;
  /** The same items in another order. */
  shuffle<T>(items: readonly T[]): T[];
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    pick: (items) => items[between(0, items.length - 1)]!,
    shuffle(items) {
      const copy = [...items];
      for (let last = copy.length - 1; last > 0; last -= 1) {
        const other = between(0, last);
        [copy[last], copy[other]] = [copy[other]!, copy[last]!];
      }
      return copy;
    },
  };
}

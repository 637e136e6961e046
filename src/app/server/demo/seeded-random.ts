/** Reproducible random numbers: the same seed gives the same demo. Not for secrets. */
export type SeededRandom = {
  /** A whole number from `least` to `most`, inclusive. */
  whole(least: number, most: number): number;
  /** True in about `percent` of 100 cases. */
  percent(percent: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** `count` different items, in the order of `items`. */
  some<T>(items: readonly T[], count: number): T[];
  bytes(count: number): Uint8Array;
};

/** Mulberry32 (Tommy Ettinger, public domain), a 32-bit generator. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const whole = (least: number, most: number) => least + (next() % (most - least + 1));
  return {
    whole,
    percent: (percent) => whole(0, 99) < percent,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    some: (items, count) => {
      const chosen = new Set<number>();
      while (chosen.size < Math.min(count, items.length)) chosen.add(whole(0, items.length - 1));
      return items.filter((_, index) => chosen.has(index));
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => next() & 0xff),
  };
}

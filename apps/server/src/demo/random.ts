/** A seeded random generator: the same seed gives the same demo. */

/** A source of random numbers. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next: () => number;
  /** An integer between both bounds, inclusive. */
  int: (min: number, max: number) => number;
  chance: (probability: number) => boolean;
  /**
   * A random element.
   * @throws for an empty list
   */
  pick: <T>(list: readonly T[]) => T;
  /** Normally distributed with mean 0 and standard deviation 1. */
  gaussian: () => number;
  /** A random string of hexadecimal digits. */
  hex: (digits: number) => string;
}

/** Marsaglia's xorshift with 128 bits of state: fast, with sufficient quality for test data. Not for secrets. */
export function createRandom(seed: number): Random {
  let [x, y, z, w] = [seed | 0 || 1, 362_436_069, 521_288_629, 88_675_123];
  const nextUint32 = () => {
    const t = x ^ (x << 11);
    x = y;
    y = z;
    z = w;
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    return w >>> 0;
  };
  // The first numbers are still correlated with the seed.
  for (let i = 0; i < 20; i += 1) nextUint32();
  const next = () => nextUint32() / 4_294_967_296;
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: <T>(list: readonly T[]) => {
      if (list.length === 0) throw new RangeError('nothing to pick from');
      return list[Math.floor(next() * list.length)] as T;
    },
    gaussian: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    hex: (digits) => Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join(''),
  };
}

/** Picks by weight. Cumulative sums are computed once, so that a million picks are fast. */
export function createWeightedPick<T>(
  list: readonly T[],
  weightOf: (item: T) => number,
): (random: Random) => T {
  let sum = 0;
  const sums = list.map((item) => {
    sum += weightOf(item);
    return sum;
  });
  return (random) => {
    const at = random.next() * sum;
    const index = sums.findIndex((it) => at < it);
    return list[index === -1 ? list.length - 1 : index] as T;
  };
}

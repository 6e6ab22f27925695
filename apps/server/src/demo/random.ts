/** Chance that repeats itself: the same seed gives the same deployment. */

export interface Random {
  /** From 0 up to, not including, 1. */
  next: () => number;
  /** A whole number, both ends included. */
  int: (min: number, max: number) => number;
  chance: (probability: number) => boolean;
  /** @throws on an empty list */
  pick: <T>(list: readonly T[]) => T;
  /** Normally distributed around 0, with a deviation of 1. */
  gaussian: () => number;
  /** So many hexadecimal digits. */
  hex: (digits: number) => string;
}

/** Marsaglia's xorshift with 128 bits of state: quick, and even enough for scenery. Not for secrets. */
export function createRandom(seed: number): Random {
  let [x, y, z, w] = [seed | 0 || 1, 362_436_069, 521_288_629, 88_675_123];
  const word = () => {
    const t = x ^ (x << 11);
    x = y;
    y = z;
    z = w;
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    return w >>> 0;
  };
  // The first words still look like the seed.
  for (let i = 0; i < 20; i += 1) word();
  const next = () => word() / 4_294_967_296;
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

/** Picks by weight. The sums are worked out once, so that a million picks stay quick. */
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

/** Looking for the highest rate that is still good: up by more than half until one is too high, then between the two. */

export interface RateBounds {
  /** The highest that was good so far; 0 before there was one. */
  good: number;
  /** The lowest that was not. */
  bad: number;
}

export const unknownBounds: RateBounds = { good: 0, bad: Number.POSITIVE_INFINITY };

export const narrowBounds = ({ good, bad }: RateBounds, rate: number, isGood: boolean): RateBounds =>
  isGood ? { good: Math.max(good, rate), bad } : { good, bad: Math.min(bad, rate) };

/** The rate to try next; undefined when the two are within a tenth of one another, or nothing is low enough. */
export function nextRate({ good, bad }: RateBounds, startRate: number): number | undefined {
  if (!Number.isFinite(bad)) return good === 0 ? startRate : Math.round(good * 1.6);
  if (bad <= 1 || bad - good <= good * 0.1) return undefined;
  const between = Math.round((good + bad) / 2);
  return between === good || between === bad ? undefined : between;
}
